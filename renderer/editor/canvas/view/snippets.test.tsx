// @module-tag long
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commands } from '#renderer/commands/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import { PalettePanel } from '../../panels/palette-panel.tsx';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const graph: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', title: null, position: { x: 0, y: 0 }, inputs: {} },
    {
      id: 'soft',
      type: 'image/blur',
      title: 'Soft',
      position: { x: 320, y: 0 },
      inputs: { sigma: { type: 'number', value: 20 } },
    },
  ],
  connections: [{ from: ['photo', 'image'], to: ['soft', 'image'] }],
};

async function show(ports = standIn(graph)) {
  const { session } = await showCanvas(ports, {
    width: 900,
    beside: (opened) => (
      <div style={{ width: 280 }}>
        <PalettePanel session={opened} />
      </div>
    ),
  });
  return session;
}

it('a selection is saved by name and placed again with values and wires, as one step', async () => {
  const session = await show();
  session.store.select(['photo', 'soft']);
  commands.run('editor.save-snippet');
  await page.getByRole('textbox', { name: 'Name' }).fill('Glow');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('region', { name: 'Snippets' }).getByRole('button', { name: 'Glow' }).click();
  await vi.waitFor(() => expect(session.store.getGraph().nodes).toHaveLength(4));
  const { nodes, connections } = session.store.getGraph();
  expect(nodes[3]).toMatchObject({ title: 'Soft', inputs: { sigma: { type: 'number', value: 20 } } });
  expect(connections[1]).toEqual({ from: [nodes[2]?.id, 'image'], to: [nodes[3]?.id, 'image'] });
  session.undo();
  expect(session.store.getGraph()).toEqual(graph);
});

it('what is opened while a snippet is being saved stays open, and Enter pressed twice saves once', async () => {
  const session = await show();
  session.store.select(['soft']);
  const save = vi.spyOn(session.snippets, 'save');
  commands.run('editor.save-snippet');
  await page.getByRole('textbox', { name: 'Name' }).fill('Glow');
  for (let time = 0; time < 2; time += 1) {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  }
  commands.run('editor.snippets');
  await expect.element(page.getByRole('button', { name: 'Rename Glow' })).toBeVisible();
  await save.mock.results[0]?.value;
  expect(save).toHaveBeenCalledOnce();
  expect(session.snippets.list()).toHaveLength(1);
  await expect.element(page.getByRole('dialog', { name: 'Snippets' })).toBeVisible();
});

it('snippets are searched, renamed and deleted in their dialog', async () => {
  const session = await show();
  session.store.select(['soft']);
  for (const name of ['Glow', 'Edge']) expect(await session.snippets.save(name)).toBeNull();
  commands.run('editor.snippets');
  await page.getByRole('button', { name: 'Rename Glow' }).click();
  await userEvent.keyboard('Aura{Enter}');
  await expect.element(page.getByRole('button', { name: 'Rename Aura' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Edge' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Delete Edge' })).not.toBeInTheDocument();
  await page.getByRole('textbox', { name: 'Search snippets' }).fill('aur');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(session.store.getGraph().nodes).toHaveLength(3));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('a type that the service does not have is named, and the rest is placed only when the person says so', async () => {
  const old: Graph = {
    nodes: [...graph.nodes, { id: 'gone', type: 'gone/sparkle', title: null, position: { x: 640, y: 0 } }],
    connections: [...graph.connections, { from: ['soft', 'image'], to: ['gone', 'image'] }],
  };
  const session = await show(standIn(old));
  session.store.select(['soft', 'gone']);
  expect(await session.snippets.save('Glow')).toBeNull();
  await page.getByRole('region', { name: 'Snippets' }).getByRole('button', { name: 'Glow' }).click();
  await expect.element(page.getByRole('dialog').getByText('gone/sparkle')).toBeVisible();
  expect(session.store.getGraph()).toEqual(old);
  await page.getByRole('button', { name: 'Place the rest' }).click();
  await vi.waitFor(() => expect(session.store.getGraph().nodes).toHaveLength(4));
  expect(session.store.getGraph().nodes[3]?.type).toBe('image/blur');
  expect(session.store.getGraph().connections).toEqual(old.connections);
});

it('the search for new nodes finds snippets by name, also where only other types are like it', async () => {
  const session = await show();
  session.store.select(['photo', 'soft']);
  expect(await session.snippets.save('Glow')).toBeNull();
  document.querySelector<HTMLElement>('[data-editor-stage]')!.focus();
  session.store.select([]);
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('combobox', { name: 'Search nodes', exact: true })).toHaveFocus();
  await userEvent.keyboard('glow');
  await expect.element(page.getByRole('option', { name: /^Glow/ })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(session.store.getGraph().nodes).toHaveLength(4));
  await expect.element(page.getByRole('dialog', { name: 'Add a node' })).not.toBeInTheDocument();
});

it('what a person adds often is offered before what is added seldom', async () => {
  const session = await show();
  document.querySelector<HTMLElement>('[data-editor-stage]')!.focus();
  session.typeUses.set({ 'output/value': 9, 'input/audio': 3 });
  session.store.adoptRemote({ nodes: [], connections: [] });
  await userEvent.keyboard('/');
  const titles = () =>
    page
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent ?? '');
  await vi.waitFor(() => expect(titles().slice(0, 2).join()).toMatch(/^Output.*Sound/));
});
