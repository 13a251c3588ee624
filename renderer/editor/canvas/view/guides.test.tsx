// @module-tag long
import { expect, it, vi } from 'vitest';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

const graph: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', position: { x: 3, y: 0 }, inputs: {} },
    { id: 'text', type: 'input/text', position: { x: 420, y: 341 }, inputs: {} },
  ],
  connections: [],
};

async function hold(showGuides: boolean, shown = graph) {
  const { session } = await showCanvas(standIn(shown), { minimap: false });
  session.preferences.set({ ...session.preferences.get(), showGuides });
  session.view.set({ x: 40, y: 40, zoom: 1 });
  const header = () => document.querySelector('[data-node="text"] header');
  await vi.waitFor(() => expect(header()).not.toBeNull());
  await vi.waitFor(() => expect(session.view.view.zoom).toBe(1));
  const { left, top } = header()!.getBoundingClientRect();
  const send = (target: EventTarget, type: string, x: number, y: number, ctrlKey = false): void =>
    void target.dispatchEvent(
      new PointerEvent(type, {
        clientX: left + 60 + x,
        clientY: top + 10 + y,
        bubbles: true,
        cancelable: true,
        buttons: 1,
        pointerId: 1,
        ctrlKey,
      }),
    );
  send(header()!, 'pointerdown', 0, 0);
  return {
    session,
    at: () => session.store.getNode('text')?.position,
    move: (x: number, y: number, ctrlKey = false) => send(window, 'pointermove', x, y, ctrlKey),
    drop: (x: number, y: number) => send(window, 'pointerup', x, y),
  };
}
const lines = () => document.querySelectorAll('[data-guide]').length;

it('a dragged node stands in line with its neighbor, and the line is drawn while it is held', async () => {
  const { at, move, drop } = await hold(true);
  move(-300, 20);
  move(-413, 20);
  await vi.waitFor(() => expect(lines()).toBeGreaterThan(0));
  drop(-413, 20);
  expect(at()?.x).toBe(3);
  await vi.waitFor(() => expect(lines()).toBe(0));
});

it('with Ctrl it goes where it is put, off guides and grid', async () => {
  const { session, at, move, drop } = await hold(true);
  move(-300, 20);
  move(-414, 22, true);
  expect(session.scene.box('text')).toMatchObject({ x: 6, y: 363 });
  await vi.waitFor(() => expect(lines()).toBe(0));
  drop(-414, 22);
  expect(at()).toEqual({ x: 6, y: 363 });
});

it('without the setting it snaps to the grid alone', async () => {
  const { at, move, drop } = await hold(false);
  move(-300, 20);
  move(-415, 20);
  drop(-415, 20);
  expect(at()?.x).toBe(8);
  expect(lines()).toBe(0);
});

it('the line of a node that moves along it is one and the same, and grows with it', async () => {
  const { move, drop } = await hold(true);
  move(-300, 20);
  move(-413, 20);
  const upright = () => document.querySelector<SVGPathElement>('[data-guide="x"]');
  await vi.waitFor(() => expect(upright()).not.toBeNull());
  const [line, way] = [upright(), upright()!.getAttribute('d')];
  move(-413, 120);
  expect(upright()).toBe(line);
  expect(upright()!.getAttribute('d')).not.toBe(way);
  expect(upright()!.getBBox().height).toBeGreaterThan(0);
  drop(-413, 120);
  await vi.waitFor(() => expect(lines()).toBe(0));
});

it('lines stay where the nodes are when the view moves under a pointer that is held still', async () => {
  const { session, move, drop } = await hold(true);
  move(-300, 20);
  move(-413, 20);
  await vi.waitFor(() => expect(lines()).toBeGreaterThan(0));
  session.view.set({ x: -20, y: 70, zoom: 0.8 });
  await vi.waitFor(() =>
    expect(document.querySelector('[data-guides]')?.getAttribute('transform')).toBe(
      'translate(-20 70) scale(0.8)',
    ),
  );
  drop(-413, 20);
});

it('the wire that a dragged node would go into stays lit where it is when the view moves under the drag', async () => {
  const { session, move, drop } = await hold(true, {
    nodes: [
      graph.nodes[0]!,
      { id: 'end', type: 'image/blur', position: { x: 900, y: 0 }, inputs: {} },
      { id: 'text', type: 'image/blur', position: { x: 440, y: 420 }, inputs: {} },
    ],
    connections: [{ from: ['photo', 'image'], to: ['end', 'image'] }],
  });
  const lit = () => document.querySelector('[data-drop-wire]');
  let y = -40;
  for (; y > -500 && !lit(); y -= 10) {
    move(0, y);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  expect(lit()).not.toBeNull();
  session.view.set({ x: -20, y: 40, zoom: 1 });
  move(-60, y + 10);
  await vi.waitFor(() =>
    expect(lit()?.closest('g')?.getAttribute('transform')).toBe('translate(-20 40) scale(1)'),
  );
  drop(-60, y + 10);
});
