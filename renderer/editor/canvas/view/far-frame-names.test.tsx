// @module-tag long
import { expect, it, vi } from 'vitest';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const graph: Graph = {
  nodes: [
    { id: 'in', type: 'input/text', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'above', type: 'input/text', position: { x: 0, y: -2000 }, inputs: {} },
  ],
  connections: [],
};

/** A frame, and a node so far above it that the name meets it only from far away. */
async function framed() {
  const { session } = await showCanvas(standIn(graph), { minimap: false });
  session.store.select(['in']);
  session.items.addFrame();
  const [frame] = session.items.selected();
  session.items.edit(null);
  const { x, y } = frame!.rect;
  const { height } = session.scene.box('above')!;
  const moveAbove = (room: number): void => {
    const position = { x, y: Math.round(y - room - height) };
    session.apply('Move', [{ op: 'moveNode', nodeId: 'above', position }]);
  };
  /** What is pressed in the middle of the name that is shown. */
  const pressed = (): string => {
    const name = document.querySelector<HTMLElement>('[data-frame-name]')!;
    const { left, top, height: tall } = name.querySelector('span')!.getBoundingClientRect();
    const hit = session.items.at(session.view.toGraph({ x: left + 4, y: top + tall / 2 }));
    return `${name.dataset['below'] === 'true' ? 'below' : 'above'} ${hit?.item.key === frame!.key ? 'pressed' : 'missed'}`;
  };
  const frames = (): Promise<void> =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  return { session, moveAbove, pressed, frames };
}

it('far away the name of a frame is pressed where it is seen, at each zoom', async () => {
  const { session, moveAbove, pressed, frames } = await framed();
  moveAbove(175);
  const seen: string[] = [];
  for (const zoom of [0.14, 0.11, 0.105, 0.1, 0.097, 0.08]) {
    session.view.set({ x: 500, y: 400, zoom });
    await vi.waitFor(() => expect(session.view.moving).toBe(false));
    await frames();
    seen.push(pressed());
  }
  expect(seen.map((each) => each.split(' ')[1])).toEqual(seen.map(() => 'pressed'));
  expect(seen[0]).toBe('above pressed');
  expect(seen.at(-1)).toBe('below pressed');
});
