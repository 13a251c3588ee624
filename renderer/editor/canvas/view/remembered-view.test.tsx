import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(() => sessionStorage.clear());

const graph = (x: number): Graph => ({
  nodes: [
    { id: 'photo', type: 'input/image', position: { x, y: 0 }, inputs: {} },
    { id: 'text', type: 'input/text', position: { x: x + 400, y: 300 }, inputs: {} },
  ],
  connections: [],
});

/** Opens a canvas of a size as a window does. @returns its view, and how to leave it. */
async function open(of: Graph, width = 1000, height = 700) {
  const { session, leave } = await showCanvas(standIn(of, 'poster'), { width, height });
  return { view: session.view, leave };
}

it('nothing has moved when it was left with a drawer open below it and comes back without', async () => {
  const first = await open(graph(0));
  first.view.set({ x: 300, y: 200, zoom: 0.8 });
  await vi.waitFor(() => expect(first.view.view.zoom).toBe(0.8));
  await first.leave();
  const second = await open(graph(0), 800, 440);
  await vi.waitFor(() => expect(second.view.view.zoom).toBe(0.8));
  expect(second.view.view.x).toBeCloseTo(300);
  expect(second.view.view.y).toBeCloseTo(200);
  await second.leave();
});

it('is restored after a reload, at which nothing is unmounted', async () => {
  const first = await open(graph(0));
  first.view.set({ x: 300, y: 200, zoom: 0.8 });
  await vi.waitFor(() => expect(first.view.view.zoom).toBe(0.8));
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(sessionStorage.getItem(sessionStorage.key(0) ?? '')).toContain('"zoom":0.8');
  await first.leave();
});

it('opens whole when it was left whole, and when nothing is left where it was', async () => {
  const first = await open(graph(0));
  const whole = first.view.view;
  first.view.set({ x: 300, y: 200, zoom: 0.8 });
  await vi.waitFor(() => expect(first.view.view.zoom).toBe(0.8));
  await first.leave();
  // Somebody moved everything away meanwhile.
  const second = await open(graph(90_000));
  await vi.waitFor(() => expect(second.view.isFitted).toBe(true));
  await second.leave();
  const third = await open(graph(0));
  await vi.waitFor(() => expect(third.view.view).toEqual(whole));
  await third.leave();
});

it('takes a note that it cannot read for none', async () => {
  const first = await open(graph(0));
  const { connectionId, projectId } = standIn(graph(0), 'poster');
  await first.leave();
  sessionStorage.setItem(`patchbay.place.${connectionId}.${projectId}`, '{"zoom":-1}');
  const second = await open(graph(0));
  expect(second.view.isFitted).toBe(true);
  await second.leave();
});
