import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const title = 'Sharper edges for the printer of the harbor festival';
const graph: Graph = {
  nodes: [
    { id: 'far', type: 'image/blur', title, position: { x: 0, y: 0 }, inputs: {} },
    { id: 'plain', type: 'image/blur', position: { x: 600, y: 0 }, inputs: {} },
  ],
  connections: [],
};

/** From far away: the pointer goes to the middle of a node. */
async function farAway() {
  const { session } = await showCanvas(standIn(graph), { minimap: false });
  const stage = page.elementLocator(document.querySelector('[data-editor-stage]')!);
  session.view.set({ x: 400, y: 300, zoom: 0.08 });
  await vi.waitFor(() => expect(session.view.moving).toBe(false));
  const pointAt = async (nodeId: string) => {
    const { x, y, width, height } = session.scene.box(nodeId)!;
    const { view } = session.view;
    const position = { x: (x + width / 2) * view.zoom + view.x, y: (y + height / 2) * view.zoom + view.y };
    await userEvent.hover(stage, { position });
  };
  return { session, stage, pointAt };
}

it('a node that is too small for its name is named under the pointer, and only then', async () => {
  const { session, stage, pointAt } = await farAway();
  await pointAt('far');
  const shown = page.getByText(title, { exact: true });
  await expect.element(shown).toBeVisible();
  const { top, bottom } = shown.element().getBoundingClientRect();
  const at = session.view.toClient(session.scene.box('far')!);
  expect(bottom).toBeLessThanOrEqual(at.y);
  expect(at.y - top).toBeLessThan(60);
  // What it is says its name too: once is enough.
  await pointAt('plain');
  await expect.element(page.getByText('Blur', { exact: true })).toBeVisible();
  await expect.element(shown).not.toBeInTheDocument();
  await userEvent.hover(stage, { position: { x: 20, y: 300 } });
  await expect.element(page.getByText('Blur', { exact: true })).not.toBeInTheDocument();
  await pointAt('plain');
  session.view.set({ x: 380, y: 300, zoom: 0.08 });
  await expect.element(page.getByText('Blur', { exact: true })).not.toBeInTheDocument();
});

it('the name under a pointer that rests is that of now, where the node is now, and goes with the node', async () => {
  const { session, pointAt } = await farAway();
  await pointAt('far');
  const named = (text: string) => page.getByText(text, { exact: true });
  await expect.element(named(title)).toBeVisible();
  session.apply('Rename', [{ op: 'setNodeTitle', nodeId: 'far', title: 'Harbor' }]);
  await expect.element(named('Harbor')).toBeVisible();
  const { top } = named('Harbor').element().getBoundingClientRect();
  session.apply('Move', [{ op: 'moveNode', nodeId: 'far', position: { x: 0, y: 1000 } }]);
  await vi.waitFor(() =>
    expect(named('Harbor').element().getBoundingClientRect().top).toBeCloseTo(top + 80, 0),
  );
  session.apply('Delete', [{ op: 'removeNode', nodeId: 'far' }]);
  await expect.element(named('Harbor')).not.toBeInTheDocument();
  // It comes back with its name only when it is pointed at again.
  session.undo();
  await expect.element(named('Harbor')).not.toBeInTheDocument();
  expect(session.ui.get().hoverLabelNode).toBeNull();
});
