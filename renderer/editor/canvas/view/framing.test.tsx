import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const graph: Graph = {
  nodes: ['Left', 'Between', 'Right'].map((title, at) => ({
    id: title,
    type: 'input/text',
    title,
    position: { x: at * 320, y: 100 },
    inputs: {},
  })),
  connections: [],
};

it('a frame around two nodes says what lies between them, and a press moves that out', async () => {
  const { session } = await showCanvas(standIn(graph), { minimap: false });
  session.view.set({ x: 40, y: 40, zoom: 0.8 });
  session.store.select(['Left', 'Right']);
  document.querySelector<HTMLElement>('[data-editor-stage]')!.focus();
  await userEvent.keyboard('{Shift>}C{/Shift}');
  await userEvent.keyboard('Pair');
  await expect
    .element(page.getByRole('status').getByText(/^“Between” lies within the frame too/))
    .toBeVisible();
  await page.getByRole('button', { name: 'Move it out' }).click();
  const [frame] = session.items.selected();
  expect(session.items.nodesIn(frame!).sort()).toEqual(['Left', 'Right']);
  expect(session.items.labelOf(frame!)).toBe('Pair');
  await expect.element(page.getByRole('button', { name: 'Move it out' })).not.toBeInTheDocument();
  session.undo();
  expect(session.items.nodesIn(frame!).sort()).toEqual(['Between', 'Left', 'Right']);
});
