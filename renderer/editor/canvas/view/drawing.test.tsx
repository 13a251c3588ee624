import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const graph: Graph = {
  nodes: [{ id: 'text', type: 'input/text', position: { x: 200, y: 200 }, inputs: {} }],
  connections: [],
};

async function show() {
  const { session } = await showCanvas(standIn(graph), { minimap: false });
  session.view.set({ x: 0, y: 0, zoom: 1 });
  await vi.waitFor(() => expect(document.querySelector('[data-node="text"] header')).not.toBeNull());
  const stage = document.querySelector<HTMLElement>('[data-editor-stage]')!;
  stage.focus();
  const { left, top } = stage.getBoundingClientRect();
  /** The pointer over the element that is there, in pixels of the canvas. */
  const send = (type: string, x: number, y: number): void => {
    const [clientX, clientY] = [left + x, top + y];
    const target = type === 'pointerdown' ? document.elementFromPoint(clientX, clientY)! : window;
    target.dispatchEvent(
      new PointerEvent(type, { clientX, clientY, bubbles: true, cancelable: true, buttons: 1, pointerId: 1 }),
    );
  };
  const drag = (...points: [number, number][]): void => {
    const [first, ...rest] = points;
    send('pointerdown', ...first!);
    for (const point of rest) send('pointermove', ...point);
    send('pointerup', ...points.at(-1)!);
  };
  return { session, drag, send };
}

it('an arrow is drawn over a node, which stays; it is taken, moved, deleted and brought back', async () => {
  const { session, drag, send } = await show();
  await userEvent.keyboard('{Shift>}a{/Shift}');
  await expect.element(page.getByText('Drag to draw an arrow. Esc ends drawing.')).toBeVisible();
  drag([40, 60], [120, 120], [260, 230]);
  const arrow = page.getByRole('img', { name: 'Arrow' });
  await expect.element(arrow).toBeInTheDocument();
  expect(session.store.getNode('text')?.position).toEqual({ x: 200, y: 200 });
  const place = () => session.items.all().map(({ rect }) => [rect.x, rect.y, rect.width, rect.height]);
  expect(place()).toEqual([[40, 60, 220, 170]]);

  // A press that goes nowhere draws nothing; Escape gives the pointer back.
  drag([500, 500]);
  expect(place()).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Drag to draw an arrow. Esc ends drawing.')).not.toBeInTheDocument();

  // Where it lies before the node, it is taken and not the node.
  drag([250, 222], [260, 232], [290, 242]);
  expect(place()).toEqual([[80, 80, 220, 170]]);
  expect(session.store.getNode('text')?.position).toEqual({ x: 200, y: 200 });
  send('pointerdown', 400, 235);
  send('pointerup', 400, 235);
  expect(session.items.selected()).toHaveLength(0);
  drag([160, 140]);
  expect(session.items.selected()).toHaveLength(1);
  await userEvent.keyboard('{Delete}');
  await expect.element(arrow).not.toBeInTheDocument();
  session.undo();
  await expect.element(arrow).toBeInTheDocument();
});

it('a line goes where the pointer goes, is copied with a frame around it, and takes a color', async () => {
  const { session, drag } = await show();
  await userEvent.keyboard('{Shift>}d{/Shift}');
  drag([600, 100], [650, 160], [700, 100], [750, 160]);
  await userEvent.keyboard('{Escape}');
  const [line] = session.items.all();
  expect(session.items.line(line!.id)?.points).toHaveLength(4);
  session.items.setColor('#3f8f4f');
  await expect.element(page.getByRole('img', { name: 'Line' })).toHaveStyle({ color: 'rgb(63, 143, 79)' });
  session.clipboard.duplicate();
  expect(session.items.all()).toHaveLength(2);
  session.items.edit(session.items.all()[0]!.key);
  expect(session.items.editing).toBeNull();
});
