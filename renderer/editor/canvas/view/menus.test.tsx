// @module-tag rig
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import { PalettePanel } from '../../panels/palette-panel.tsx';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const graph: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'blur', type: 'image/blur', position: { x: 420, y: 0 }, inputs: {} },
  ],
  connections: [{ from: ['photo', 'image'], to: ['blur', 'image'] }],
};

async function show() {
  const { session } = await showCanvas(standIn(graph), {
    width: 900,
    beside: (opened) => (
      <div style={{ width: 280 }}>
        <PalettePanel session={opened} />
      </div>
    ),
  });
  await vi.waitFor(() => expect(document.querySelector('[data-pin][data-node-id="blur"]')).not.toBeNull());
  return session;
}
const pin = (node: string, name: string, side: string) =>
  page.elementLocator(
    document.querySelector(`[data-pin="${name}"][data-side="${side}"][data-node-id="${node}"]`)!,
  );
const item = (name: string) => page.getByRole('menuitem', { name });

it('a pin has a menu: its wire is cut there, and a node added at it is wired', async () => {
  const session = await show();
  await pin('blur', 'image', 'input').click({ button: 'right' });
  expect(item('Disconnect this pin').element().querySelector('svg')).not.toBeNull();
  await item('Disconnect this pin').click();
  await vi.waitFor(() => expect(session.store.getGraph().connections).toEqual([]));
  await pin('photo', 'image', 'output').click({ button: 'right' });
  await expect.element(item('Disconnect this pin')).not.toBeInTheDocument();
  await item('Add a node at this pin…').click();
  await page.getByRole('option', { name: /^Resize/ }).click();
  const added = session.store.getGraph().nodes.at(-1);
  expect(session.store.getGraph().connections).toEqual([
    { from: ['photo', 'image'], to: [added?.id, 'image'] },
  ]);
});

it('“Connect this pin to…” lists what fits that pin', async () => {
  const session = await show();
  session.wiring.disconnect({ from: ['photo', 'image'], to: ['blur', 'image'] });
  await pin('blur', 'image', 'input').click({ button: 'right' });
  await item('Connect this pin to…').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Image · Image/ })
    .click();
  expect(session.store.getGraph().connections).toEqual(graph.connections);
});

it('a row of the palette has a menu: beside what is selected, or into the selected wire', async () => {
  const session = await show();
  session.store.select(['blur']);
  const row = page.getByRole('button', { name: 'Resize' });
  await row.click({ button: 'right' });
  await item('Add behind the selected node').click();
  await vi.waitFor(() => expect(session.store.getGraph().connections).toHaveLength(2));
  const [added] = session.store.selectedNodes;
  expect(session.store.getNode(added ?? '')?.type).toBe('image/resize');
  await row.click({ button: 'right' });
  await expect.element(item('Put into the selected wire')).toHaveAttribute('aria-disabled', 'true');
  await item('Add this node').click();
  await vi.waitFor(() => expect(session.store.getGraph().nodes).toHaveLength(4));
});

it('the menu of several nodes fits a small window; alignments and colors are in it by keys too', async () => {
  const session = await show();
  const x = (id: string) => session.store.getNode(id)?.position?.x;
  session.store.select(['photo', 'blur']);
  await page
    .elementLocator(document.querySelector('[data-node="blur"] [data-title]')!)
    .click({ button: 'right' });
  const menu = page.getByRole('menu');
  await expect.element(menu).toBeVisible();
  expect(menu.element().scrollHeight).toBeLessThan(660);
  await expect.element(item('Align left edges')).not.toBeInTheDocument();

  // The first letters of its name lead to it, the arrow opens it.
  await userEvent.keyboard('Align');
  await expect.element(item('Align and distribute')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(item('Align left edges')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(x('blur')).toBe(x('photo')));
  await expect.element(menu).not.toBeInTheDocument();

  await page
    .elementLocator(document.querySelector('[data-node="blur"] [data-title]')!)
    .click({ button: 'right' });
  const color = (name: string) =>
    page.getByRole('group', { name: 'Color' }).getByRole('menuitemradio', { name });
  await expect.element(color('None')).toHaveAttribute('aria-checked', 'true');
  await userEvent.keyboard('{End}{ArrowLeft}');
  await expect.element(color('Blue')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(session.states.colorOf('blur')).toBe('#3b6fc2'));
  expect(session.states.colorOf('photo')).toBe('#3b6fc2');
});

it.each(['{Shift>}{F10}{/Shift}', '{ContextMenu}'])(
  'by the keys %s the menu is that of what is selected, and opens there',
  async (keys) => {
    const session = await show();
    session.selectAll();
    document.querySelector<HTMLElement>('[data-editor-stage]')!.focus();
    await userEvent.keyboard(keys);
    await expect.element(item('Align and distribute')).toBeVisible();
    const menu = page.getByRole('menu').element().getBoundingClientRect();
    const node = document.querySelector('[data-node="photo"]')!.getBoundingClientRect();
    expect(Math.abs(menu.left - node.left)).toBeLessThan(40);
    expect([...session.store.selectedNodes]).toEqual(['photo', 'blur']);
    // With nothing selected it is that of the canvas.
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    session.store.select([]);
    document.querySelector<HTMLElement>('[data-editor-stage]')!.focus();
    await userEvent.keyboard(keys);
    await expect.element(page.getByRole('menu')).toBeVisible();
    await expect.element(item('Align and distribute')).not.toBeInTheDocument();
  },
);

it('the open menu of a node offers nothing about it once the node is gone, and all of it when it is back', async () => {
  const session = await show();
  const node = document.querySelector('[data-node="blur"] header, [data-node="blur"]');
  await page.elementLocator(node!).click({ button: 'right', position: { x: 30, y: 12 } });
  await expect.element(item('Duplicate')).toBeVisible();
  session.deleteSelection();
  await expect.element(item('Duplicate')).not.toBeInTheDocument();
  const offered = page.getByRole('menuitem').elements();
  expect(offered.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Add a frame')]);
  expect(page.getByRole('menuitemradio').elements()).toEqual([]);
  session.store.undo();
  await expect.element(item('Duplicate')).toBeVisible();
});
