import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ViewController } from '../scene/view-controller.ts';
import { NodeDetail } from './node-detail.ts';

let frames = new Map<number, () => void>();
let asked = 0;
beforeEach(() => {
  frames = new Map();
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    asked += 1;
    frames.set(asked, run);
    return asked;
  });
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.delete(frame));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ids = ['far', 'middle', 'beside', 'edge'];

/** Nodes in a row, all of them looked at; at 60 % the middle of the view is at 833. */
function open() {
  const view = new ViewController();
  view.resize({ left: 0, top: 0, width: 1000, height: 600 });
  view.set({ x: 0, y: 0, zoom: 1 });
  const places: Record<string, number> = { far: 5000, middle: 830, beside: 1000, edge: 300 };
  const detail = new NodeDetail(view, (id) => ({ x: places[id]!, y: 300, width: 10, height: 10 }));
  const changes: string[] = [];
  for (const id of ids) detail.subscribe(id, () => changes.push(id));
  const shown = () => ids.map((id) => detail.of(id));
  const frame = () => {
    const now = frames;
    frames = new Map();
    for (const run of now.values()) run();
  };
  return { view, detail, changes, shown, frame };
}

it('nodes stay as they are while a person zooms, and follow a few at a time once the zoom rests', () => {
  const { view, changes, shown, frame } = open();
  view.setMoving(true);
  for (const zoom of [0.8, 0.7, 0.6]) {
    view.report({ x: 0, y: 0, zoom });
    vi.advanceTimersByTime(100);
  }
  expect(shown()).toEqual([null, null, null, null]);
  // Moving the view on does not keep them.
  view.report({ x: 5, y: 0, zoom: 0.6 });
  vi.advanceTimersByTime(110);
  expect(changes).toEqual(['middle', 'beside']);
  frame();
  expect(changes).toEqual(['middle', 'beside', 'edge', 'far']);
  expect(new Set(shown())).toEqual(new Set([16]));
  frame();
  expect(changes).toHaveLength(4);
});

it('a zoom that ends where it began changes no node', () => {
  const { view, changes } = open();
  view.setMoving(true);
  view.report({ x: 0, y: 0, zoom: 0.6 });
  view.report({ x: 0, y: 0, zoom: 1 });
  vi.advanceTimersByTime(1000);
  expect(changes).toEqual([]);
});

it('a zoom that goes on keeps the nodes that are still to follow', () => {
  const { view, shown, frame } = open();
  view.setMoving(true);
  view.report({ x: 0, y: 0, zoom: 0.6 });
  vi.advanceTimersByTime(210);
  view.report({ x: 0, y: 0, zoom: 0.55 });
  frame();
  expect(shown()).toEqual([null, 16, 16, null]);
  vi.advanceTimersByTime(210);
  frame();
  expect(shown()).toEqual([18, 18, 18, 18]);
});

it('a view that is put somewhere at once has its nodes with it', () => {
  const { view, shown } = open();
  view.attach({
    setViewport: (next) => {
      view.setMoving(true);
      view.report(next);
      return Promise.resolve(true);
    },
  });
  view.set({ x: 0, y: 0, zoom: 0.6 });
  expect(shown()).toEqual([16, 16, 16, 16]);
});

it('a node that comes later shows what the view wants, and is forgotten when nobody looks', () => {
  const { view, detail } = open();
  view.setMoving(true);
  view.report({ x: 0, y: 0, zoom: 0.6 });
  expect(detail.of('new')).toBe(16);
  const end = detail.subscribe('new', () => undefined);
  end();
  view.report({ x: 0, y: 0, zoom: 1 });
  expect(detail.of('new')).toBeNull();
});
