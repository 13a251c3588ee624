import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { NodeRunState, NodeRunTable } from '#renderer/model/node-run-state.ts';
import { nodeKind } from '#shared/desk/run-estimate.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';
import { GroupInspector } from '../../panels/group-inspector.tsx';
import { PalettePanel } from '../../panels/palette-panel.tsx';

const at = (id: string, type: string, x: number, y = 0) => ({ id, type, position: { x, y }, inputs: {} });

const ports = () =>
  standIn({
    nodes: [at('photo', 'input/image', 0), at('blur', 'image/blur', 320), at('end', 'image/resize', 700)],
    connections: [
      { from: ['photo', 'image'], to: ['blur', 'image'] },
      { from: ['blur', 'image'], to: ['end', 'image'] },
    ],
  });

/** A run of which a test sets how far it is with each node. */
function runs() {
  const states = new Map<string, NodeRunState>();
  const listeners = new Set<(nodeId: string | null) => void>();
  const table: NodeRunTable = {
    get: (id) => states.get(id),
    resultOf: () => undefined,
    subscribe: () => () => undefined,
    subscribeAll: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    table,
    set(id: string, phase: NodeRunState['phase'], progress: number | null = null) {
      const state = { phase, progress, message: null, outputs: null, key: null, reusable: null };
      states.set(id, state);
      for (const listener of listeners) listener(id);
    },
  };
}

/** Blur and resize in a group, which is selected. */
function group(session: EditorSession): string {
  session.store.select(['blur', 'end']);
  session.groups.make();
  session.items.edit(null);
  return session.groups.selected()[0]!;
}

it('a group says how far a run is with it, what it costs, and leads to what failed in it; its button runs it', async () => {
  const run = runs();
  const onRunTo = vi.fn<(nodeIds: string[]) => void>();
  const { session } = await showCanvas(ports(), { runTable: run.table, onRunTo });
  const instance = group(session);
  const tile = page.getByRole('group', { name: /^Group: Group/ });
  await expect.element(tile).toHaveAccessibleName(/2\snodes/);

  const cost = { p50: 2_000_000, p90: 2_000_000 };
  session.expectations.set(
    ['image/blur', 'image/resize'].map((type) => ({
      kind: nodeKind({ type, inputs: {} }),
      samples: 9,
      duration: { p50: 3000, p90: 4000 },
      microcredits: cost,
    })),
  );
  session.setInput('photo', 'file', { type: 'file', value: 'file_1' });
  await expect.element(tile).toHaveAccessibleName(/2\snodes · 4\scredits · ≈\s6/);

  await page.getByRole('button', { name: 'Run Group' }).click();
  expect(onRunTo).toHaveBeenCalledExactlyOnceWith(['end']);

  run.set('blur', 'succeeded');
  run.set('end', 'running', 0.5);
  await expect.element(tile).toHaveAccessibleName(/1\sof\s2\sdone/);
  run.set('end', 'failed');
  await page.getByRole('button', { name: '1 failed' }).click();
  expect(session.groups.groupPath).toEqual([instance]);
  expect([...session.store.selectedNodes]).toEqual(['end']);
  await vi.waitFor(() => expect(document.querySelector('[data-node="end"]')).not.toBeNull());
});

it('a linked group that differs says so, and shows in what; the picture of an output can be set or left out', async () => {
  const { session } = await showCanvas(ports(), {
    beside: (open) => {
      const box = open.items.selected().find(({ kind }) => kind === 'instances');
      return box ? <GroupInspector session={open} group={box} /> : null;
    },
  });
  const instance = group(session);
  session.groups.duplicateLinked();
  const [second] = session.groups.selected();
  const tiles = page.getByRole('group', { name: /^Group: Group/ });
  await expect.element(tiles.nth(1)).toHaveAccessibleName(/2 linked/);
  await expect.element(tiles.first()).not.toHaveAccessibleName(/Differs/);
  // As another program changes one of them.
  session.store.applyEdit(
    '',
    [{ op: 'setNodeInput', nodeId: `${second}.blur`, input: 'sigma', value: { type: 'number', value: 3 } }],
    {
      skipsLinked: true,
    },
  );
  const differs = page.getByRole('button', { name: 'Differs' });
  await expect.element(differs.nth(1)).toBeInTheDocument();
  await userEvent.click(differs.first());
  await expect.element(page.getByText(/Strength.of.Blur: /)).toBeVisible();

  const height = () => session.groups.tileOf(instance)!.rect.height;
  const before = height();
  expect(session.groups.tileOf(instance)!.picture).toMatchObject({ nodeId: 'end', kind: 'image' });
  session.apply('', [], {
    canvas: [
      {
        op: 'setCanvasField',
        kind: 'groups',
        id: session.groups.tree.groupOf(instance)!,
        field: 'picture',
        value: 'none',
      },
    ],
  });
  expect(session.groups.tileOf(instance)!.picture).toBeUndefined();
  expect(height()).toBeLessThan(before);
});

it('a group is saved from its menu command, placed from the palette, and brought to a later version after its changes are read', async () => {
  const { session } = await showCanvas(ports(), {
    width: 900,
    beside: (open) => (
      <div style={{ width: 240, height: 600 }}>
        <PalettePanel session={open} />
      </div>
    ),
  });
  const instance = group(session);
  session.ui.set({ groupLibrary: { mode: 'save', instance } });
  await page.getByRole('dialog').getByLabelText('Name').fill('Soft');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() => expect(session.library.origins()).toHaveLength(1));
  const row = page.getByRole('region', { name: 'Groups' }).getByRole('button', { name: 'Soft' });
  await row.click();
  await vi.waitFor(() => expect(session.groups.countOf(instance)).toBe(2));

  // Somebody saves another version elsewhere, of which nothing is taken before it was read.
  session.setInput('blur', 'sigma', { type: 'number', value: 9 });
  await session.library.save(instance, 'Soft', false);
  session.undo();
  session.undo();
  await vi.waitFor(() => expect(session.library.hasUpdate(instance)).toBe(true));
  await page.getByRole('button', { name: 'New version' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/Would.change.in.all.2.instances/)).toBeVisible();
  await expect.element(dialog.getByText(/Strength.of.Blur: nothing → 9/)).toBeVisible();
  expect(session.store.getNode('blur')?.inputs?.['sigma']).toBeUndefined();
  await dialog.getByRole('button', { name: /Update.2.instances/ }).click();
  expect(session.store.getNode('blur')?.inputs?.['sigma']?.value).toBe(9);
  expect(session.library.hasUpdate(instance)).toBe(false);
});
