import { afterEach, expect, it, vi } from 'vitest';
import { intersects, type Rect } from '../../geometry.ts';
import type { NodeBox, Scene } from '../../scene/scene.ts';
import type { ViewController } from '../../scene/view-controller.ts';
import { NodeWindow } from './window-nodes.ts';

afterEach(() => vi.unstubAllGlobals());

/** Nodes in a row, 100 units apart, and a view of 1,000 units that moves step by step. */
function row() {
  const boxes = Array.from({ length: 40 }, (_, index) => ({
    id: `n${String(index).padStart(2, '0')}`,
    x: index * 100,
    y: 0,
    width: 80,
    height: 80,
    z: 0,
  })) as unknown as NodeBox[];
  const frames: (() => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  vi.stubGlobal('cancelAnimationFrame', (at: number) => frames.splice(at - 1, 1));
  const view = {
    left: 0,
    detail: 'full',
    glides: true,
    visible: (pad = 0): Rect => ({
      x: view.left - 1000 * pad,
      y: 0,
      width: 1000 * (1 + 2 * pad),
      height: 80,
    }),
    get center() {
      return { x: view.left + 500, y: 40 };
    },
  };
  const scene = {
    held: new Map<string, object>(),
    asked: 0,
    box: (id: string) => boxes.find((box) => box.id === id),
    replace: (box: NodeBox) =>
      boxes.splice(
        boxes.findIndex(({ id }) => id === box.id),
        1,
        box,
      ),
    nodesIn: (area: Rect) => {
      scene.asked += 1;
      return boxes.filter((box) => intersects(box, area));
    },
  };
  const nodes = new NodeWindow(scene as unknown as Scene, view as unknown as ViewController);
  return { view, scene, nodes, frames, ids: () => nodes.get().map(({ id }) => id) };
}

const names = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `n${String(from + index).padStart(2, '0')}`);

it('while the view moves, nodes beyond it are mounted a few in each frame, and those in view at once', () => {
  const { view, nodes, frames, ids } = row();
  view.left = 1000;
  nodes.follow();
  expect(ids()).toEqual(names(9, 20));
  frames.shift()!();
  expect(ids()).toEqual(names(8, 21));
  // What is still on its way has come into view.
  view.left = 1240;
  nodes.follow();
  expect(ids()).toEqual(expect.arrayContaining(names(12, 22)));
  while (frames.length > 0) frames.shift()!();
  expect(ids()).toEqual(names(9, 25));
});

it('a view that is put somewhere has all its nodes at once', () => {
  const { view, nodes, frames, ids } = row();
  view.glides = false;
  view.left = 1000;
  nodes.follow();
  expect([ids(), frames]).toEqual([names(7, 22), []]);
});

it('looks for nodes anew when one changes, and not while a held one moves within the window', () => {
  const { view, scene, nodes, ids } = row();
  view.glides = false;
  nodes.follow();
  const before = scene.asked;
  const [box, one] = [scene.box('n05')!, new Set(['n05'])];
  scene.held.set('n05', {});
  scene.replace({ ...box, x: box.x + 40 });
  nodes.followNodes(one);
  expect(scene.asked).toBe(before);
  // Carried out of it, it goes as it always went.
  scene.replace({ ...box, x: 3800 });
  nodes.followNodes(one);
  expect(scene.asked).toBe(before + 1);
  expect(ids()).not.toContain('n05');
  scene.replace(box);
  nodes.followNodes(one);
  expect(ids()).toContain('n05');
  scene.held.clear();
  scene.replace({ ...box, x: box.x + 80 });
  nodes.followNodes(one);
  expect(nodes.get().find(({ id }) => id === 'n05')?.position.x).toBe(box.x + 80);
});
