// @module-tag long
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';
import { Gestures } from '../input/gestures.ts';

const graph: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'blur', type: 'image/blur', position: { x: 360, y: 0 }, inputs: {} },
    { id: 'text', type: 'input/text', position: { x: 0, y: 340 }, inputs: {} },
  ],
  connections: [{ from: ['photo', 'image'], to: ['blur', 'image'] }],
};

const nodeOf = (id: string): HTMLElement => document.querySelector<HTMLElement>(`[data-node="${id}"]`)!;
const beneath = (): HTMLCanvasElement => document.querySelector('[data-editor-stage] > canvas')!;
const wires = (): string[] =>
  [...document.querySelectorAll('[data-editor-stage] > svg > g[stroke-linecap] > path')].map((path) =>
    path.getAttribute('d')!,
  );
const frame = () => new Promise((done) => requestAnimationFrame(done));
const pointer = (target: EventTarget, type: string, at: { clientX: number; clientY: number }): void => {
  target.dispatchEvent(
    new PointerEvent(type, { ...at, bubbles: true, cancelable: true, button: 0, buttons: 1, pointerId: 1 }),
  );
};

/** A canvas at rest at 100 %, and a hand on the header of a node. */
async function handle(id: string) {
  const { session } = await showCanvas(standIn(graph), { minimap: false });
  session.view.set({ x: 40, y: 40, zoom: 1 });
  await vi.waitFor(() => expect(nodeOf(id).querySelector('header')).not.toBeNull());
  await vi.waitFor(() => expect(session.view.view.zoom).toBe(1));
  const clearRect = vi.spyOn(CanvasRenderingContext2D.prototype, 'clearRect');
  // The sharp drawing after a zoom is the last one.
  for (let still = 0, seen = -1; still < 20; still += 1) {
    if (clearRect.mock.calls.length !== seen) still = 0;
    seen = clearRect.mock.calls.length;
    await frame();
  }
  const header = nodeOf(id).querySelector('header')!;
  const { left, top } = header.getBoundingClientRect();
  const start = { clientX: left + 60, clientY: top + 10 };
  pointer(header, 'pointerdown', start);
  return {
    session,
    drawnOn: () => clearRect.mock.contexts.filter((context) => context === beneath().getContext('2d')).length,
    move: (x: number, y: number) =>
      pointer(window, 'pointermove', { clientX: start.clientX + x, clientY: start.clientY + y }),
    drop: (x: number, y: number) =>
      pointer(window, 'pointerup', { clientX: start.clientX + x, clientY: start.clientY + y }),
  };
}

/** Where a node stands on the page beside where the scene has it. */
function apart(session: Awaited<ReturnType<typeof handle>>['session'], id: string): number {
  const at = session.view.toClient(session.scene.box(id)!);
  const { left, top } = nodeOf(id).getBoundingClientRect();
  return Math.hypot(left - at.x, top - at.y);
}

it('moves held nodes and their wires without drawing on the bitmap, and draws it once they are put down', async () => {
  const { session, drawnOn, move, drop } = await handle('photo');
  session.store.select(['photo', 'text']);
  move(10, 10);
  await frame();
  await frame();
  const atStart = drawnOn();
  const [wireAtStart] = wires();
  for (let step = 2; step <= 8; step += 1) {
    move(step * 10, step * 10);
    await frame();
    for (const id of ['photo', 'text', 'blur']) expect(apart(session, id)).toBeLessThan(1.5);
  }
  expect(drawnOn()).toBe(atStart);
  expect(wires()).toHaveLength(1);
  expect(wires()[0]).not.toBe(wireAtStart);
  const inLayers = () =>
    [...document.querySelectorAll<HTMLElement>('[data-held]')].map(({ dataset }) => dataset['id'] ?? '');
  expect(inLayers().toSorted()).toEqual(['photo', 'text']);
  drop(80, 80);
  expect(inLayers()).toEqual([]);
  await frame();
  await frame();
  expect(wires()).toEqual([]);
  expect(drawnOn()).toBeGreaterThan(atStart);
  expect(session.store.getNode('photo')?.position).toEqual({ x: 80, y: 80 });
  expect(session.store.history.depth).toBe(1);
  for (const id of ['photo', 'text', 'blur']) expect(apart(session, id)).toBeLessThan(1.5);
  session.undo();
  await vi.waitFor(() => expect(apart(session, 'photo')).toBeLessThan(1.5));
  expect(session.store.getNode('photo')?.position).toEqual({ x: 0, y: 0 });
});

it('puts held nodes back where they came from at Escape, and follows a view that moves meanwhile', async () => {
  const { session, move } = await handle('photo');
  move(60, 30);
  await frame();
  session.view.set({ x: -20, y: 90, zoom: 1.2 });
  await vi.waitFor(() => expect(session.view.view.zoom).toBe(1.2));
  move(90, 30);
  await vi.waitFor(() => expect(apart(session, 'photo')).toBeLessThan(1.5));
  const group = document.querySelector('[data-editor-stage] > svg > g')!;
  expect(group.getAttribute('transform')).toBe('translate(-20 90) scale(1.2)');
  document
    .querySelector('[data-editor-stage]')!
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await vi.waitFor(() => expect(session.scene.held.size).toBe(0));
  expect(wires()).toEqual([]);
  expect(session.scene.box('photo')).toMatchObject({ x: 0, y: 0 });
  await vi.waitFor(() => expect(apart(session, 'photo')).toBeLessThan(1.5));
});

it('goes over to drawn nodes when the view is zoomed out during a drag', async () => {
  const { session, drawnOn, move, drop } = await handle('photo');
  move(20, 20);
  await frame();
  session.view.set({ x: 40, y: 40, zoom: 0.3 });
  await vi.waitFor(() => expect(wires()).toEqual([]));
  await frame();
  const before = drawnOn();
  move(30, 30);
  await vi.waitFor(() => expect(drawnOn()).toBeGreaterThan(before));
  drop(30, 30);
  expect(session.store.history.depth).toBe(1);
});

it('with Alt a copy is dragged, in one step; Escape leaves nothing of it', async () => {
  const { session } = await showCanvas(standIn(graph), { minimap: false });
  session.view.set({ x: 40, y: 40, zoom: 1 });
  session.store.select(['photo', 'blur']);
  const gestures = new Gestures(session);
  const ids = () => session.store.getGraph().nodes.map(({ id }) => id);
  const alt = { shift: false, mod: false, alt: true };

  gestures.pressNode('photo', { x: 100, y: 60 }, alt);
  gestures.move({ x: 300, y: 260 });
  expect(ids()).toHaveLength(5);
  gestures.cancel();
  expect(ids()).toEqual(['photo', 'blur', 'text']);
  expect(session.store.history.canUndo).toBe(false);

  gestures.pressNode('photo', { x: 100, y: 60 }, alt);
  gestures.move({ x: 300, y: 260 });
  gestures.release({ x: 300, y: 260 });
  expect(ids()).toHaveLength(5);
  const copies = ids().slice(3);
  expect([...session.store.selectedNodes].toSorted()).toEqual(copies.toSorted());
  expect(session.store.getNode('photo')?.position).toEqual({ x: 0, y: 0 });
  expect(session.store.getNode(copies[0]!)?.position).toEqual({ x: 200, y: 200 });
  // The wire between the two is copied with them.
  expect(session.store.getGraph().connections).toHaveLength(2);
  session.undo();
  expect(ids()).toEqual(['photo', 'blur', 'text']);
  expect(session.store.history.canUndo).toBe(false);
});

it('what is drawn for a drag reaches equally far in each step, with guides and without: else all layers are put together anew', async () => {
  const { move, drop } = await handle('photo');
  const reach = () =>
    [
      ...document.querySelectorAll<SVGGElement>('[data-editor-stage] > svg > g:not([data-running-wires])'),
    ].map((group) => {
      const { x, y, width, height } = group.getBBox();
      return [x, y, width, height];
    });
  move(10, 10);
  await vi.waitFor(() => expect(reach()).toHaveLength(2));
  const [ofWires, ofOverlay] = reach();
  const guides = new Set<boolean>();
  for (const step of [2, 5, 6, 10, 12]) {
    move(step * 10, step * 10);
    await frame();
    guides.add(document.querySelector('[data-guide]') !== null);
    expect(reach()).toEqual([ofWires, ofOverlay]);
  }
  expect(guides.size).toBe(2);
  drop(120, 120);
  await vi.waitFor(() =>
    expect(document.querySelectorAll('[data-editor-stage] > svg > g[transform] > rect')).toHaveLength(0),
  );
});

it('moves of a drag are not for the edges of panels, and others are', async () => {
  const { move, drop } = await handle('photo');
  const claimed: boolean[] = [];
  const look = (event: PointerEvent): void => void claimed.push(event.defaultPrevented);
  window.addEventListener('pointermove', look);
  onTestFinished(() => window.removeEventListener('pointermove', look));
  move(20, 20);
  drop(20, 20);
  move(30, 30);
  expect(claimed).toEqual([true, false]);
});
