// @module-tag long
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../../testing/editor-stand-in.ts';
import { showCanvas } from '../../testing/show-canvas.tsx';
import { PEN_IDLE_MS } from '../input/pointer-tracker.ts';
import type { EditorSession } from '../../session/editor-session.ts';

const graph: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'blur', type: 'image/blur', position: { x: 360, y: 0 }, inputs: {} },
  ],
  connections: [],
};

interface At {
  x: number;
  y: number;
}
type Tool = 'pen' | 'touch';

const nodeOf = (id: string): HTMLElement => document.querySelector<HTMLElement>(`[data-node="${id}"]`)!;
const pin = (id: string, side: 'input' | 'output', name: string): HTMLElement =>
  nodeOf(id).querySelector<HTMLElement>(`[data-side="${side}"][data-pin="${name}"]`)!;
const middleOf = (element: Element): At => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** What the browser tells of a pen or finger at a place, at what lies there. @param later milliseconds from now. */
function tell(tool: Tool, id: number, type: 'down' | 'move' | 'up', { x, y }: At, later = 0): void {
  const event = new PointerEvent(`pointer${type}`, {
    pointerType: tool,
    pointerId: id,
    clientX: x,
    clientY: y,
    button: type === 'move' ? -1 : 0,
    buttons: type === 'up' ? 0 : 1,
    bubbles: true,
    cancelable: true,
  });
  if (later > 0) Object.defineProperty(event, 'timeStamp', { value: event.timeStamp + later });
  (document.elementFromPoint(x, y) ?? document.body).dispatchEvent(event);
}

/** A canvas at 100 % with two nodes, and room below them. */
async function show(): Promise<{ session: EditorSession; empty: At }> {
  const { session } = await showCanvas(standIn(graph), { minimap: false });
  session.view.set({ x: 60, y: 60, zoom: 1 });
  await vi.waitFor(() => expect(nodeOf('blur').querySelector('[data-pin]')).not.toBeNull());
  // While the view moves nothing on a node takes the pointer.
  await vi.waitFor(() => {
    const { x, y } = middleOf(pin('photo', 'output', 'image'));
    expect(document.elementFromPoint(x, y)?.closest('[data-pin]')).not.toBeNull();
  });
  const { left, top } = document.querySelector('[data-editor-stage]')!.getBoundingClientRect();
  return { session, empty: { x: left + 30, y: top + 600 } };
}

const places = (session: EditorSession) => session.store.getGraph().nodes.map(({ position }) => position);

it('a palm that comes down while a pen draws a wire neither moves nor ends it', async () => {
  const { session, empty } = await show();
  const end = middleOf(pin('blur', 'input', 'image'));
  tell('pen', 1, 'down', middleOf(pin('photo', 'output', 'image')));
  tell('pen', 1, 'move', { x: end.x - 40, y: end.y });
  tell('touch', 2, 'down', empty);
  tell('touch', 2, 'move', { x: empty.x + 80, y: empty.y - 80 });
  tell('pen', 1, 'move', end);
  tell('touch', 2, 'up', { x: empty.x + 80, y: empty.y - 80 });
  expect(session.store.getGraph().connections).toEqual([]);
  tell('pen', 1, 'up', end);
  expect(session.store.getGraph().connections).toEqual([{ from: ['photo', 'image'], to: ['blur', 'image'] }]);
  expect(session.store.selectedNodes.size).toBe(0);
});

it('a hand draws no wire and moves no node while a pen is near, and does so once it is away', async () => {
  const { session, empty } = await show();
  const end = middleOf(pin('blur', 'input', 'image'));
  const drawByFinger = (later: number): void => {
    tell('touch', 3, 'down', middleOf(pin('photo', 'output', 'image')), later);
    tell('touch', 3, 'move', { x: end.x - 40, y: end.y }, later);
    tell('touch', 3, 'move', end, later);
    tell('touch', 3, 'up', end, later);
  };
  const before = places(session);
  tell('pen', 1, 'move', empty);
  drawByFinger(0);
  const header = middleOf(nodeOf('photo').querySelector('header')!);
  tell('touch', 4, 'down', header);
  tell('touch', 4, 'move', { x: header.x, y: header.y + 200 });
  tell('touch', 4, 'up', { x: header.x, y: header.y + 200 });
  expect(session.store.getGraph().connections).toEqual([]);
  expect(places(session)).toEqual(before);
  expect(session.store.selectedNodes.size).toBe(0);
  drawByFinger(PEN_IDLE_MS + 1000);
  expect(session.store.getGraph().connections).toHaveLength(1);
});

it('one finger on empty canvas selects nothing on its way, or draws a selection, as the setting says', async () => {
  const { session, empty } = await show();
  const over = { x: middleOf(nodeOf('blur')).x + 400, y: middleOf(nodeOf('photo')).y - 160 };
  const drag = (): void => {
    tell('touch', 1, 'down', empty);
    tell('touch', 1, 'move', { x: empty.x + 60, y: empty.y - 60 });
    tell('touch', 1, 'move', over);
    tell('touch', 1, 'up', over);
  };
  drag();
  expect(session.store.selectedNodes.size).toBe(0);
  session.preferences.set({ ...session.preferences.get(), fingers: 'selects' });
  drag();
  expect([...session.store.selectedNodes]).toEqual(['photo', 'blur']);
  // A tap takes the selection away, wherever it wanders a little.
  session.preferences.set({ ...session.preferences.get(), fingers: 'pans' });
  tell('touch', 2, 'down', empty);
  tell('touch', 2, 'move', { x: empty.x + 7, y: empty.y });
  tell('touch', 2, 'up', { x: empty.x + 7, y: empty.y });
  expect(session.store.selectedNodes.size).toBe(0);
});

it('a finger drags a node, and a second finger puts it back where it was', async () => {
  const { session } = await show();
  const header = middleOf(nodeOf('photo').querySelector('header')!);
  tell('touch', 1, 'down', header);
  tell('touch', 1, 'move', { x: header.x, y: header.y + 240 });
  tell('touch', 1, 'up', { x: header.x, y: header.y + 240 });
  const [moved] = places(session);
  expect(moved?.y).toBeGreaterThan(200);
  await vi.waitFor(() =>
    expect(middleOf(nodeOf('photo').querySelector('header')!).y).toBeGreaterThan(header.y + 200),
  );
  const now = middleOf(nodeOf('photo').querySelector('header')!);
  tell('touch', 1, 'down', now);
  tell('touch', 1, 'move', { x: now.x + 90, y: now.y });
  tell('touch', 2, 'down', { x: now.x + 200, y: now.y + 300 });
  tell('touch', 1, 'move', { x: now.x + 160, y: now.y });
  tell('touch', 1, 'up', { x: now.x + 160, y: now.y });
  tell('touch', 2, 'up', { x: now.x + 200, y: now.y + 300 });
  expect(places(session)[0]).toEqual(moved);
});

it('a finger that stays on a node opens its menu, and holds nothing any more', async () => {
  const { session } = await show();
  const header = middleOf(nodeOf('blur').querySelector('header')!);
  const target = document.elementFromPoint(header.x, header.y)!;
  tell('touch', 1, 'down', header);
  const finger = new Touch({ identifier: 1, target, clientX: header.x, clientY: header.y });
  target.dispatchEvent(
    new TouchEvent('touchstart', {
      touches: [finger],
      changedTouches: [finger],
      bubbles: true,
      cancelable: true,
    }),
  );
  await expect.element(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  expect([...session.store.selectedNodes]).toEqual(['blur']);
  const before = places(session);
  tell('touch', 1, 'move', { x: header.x + 90, y: header.y + 90 });
  tell('touch', 1, 'up', { x: header.x + 90, y: header.y + 90 });
  expect(places(session)).toEqual(before);
});
