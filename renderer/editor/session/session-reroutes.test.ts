import { expect, it, onTestFinished } from 'vitest';
import { inputKey } from '#shared/graph/keys.ts';
import type { Graph } from '#shared/graph/types.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { openSession } from './open-session.ts';

const at = (id: string, type: string, x: number) => ({ id, type, position: { x, y: 0 }, inputs: {} });
const graph: Graph = {
  nodes: [at('a', 'input/image', 0), at('b', 'image/blur', 640), at('other', 'input/image', 1280)],
  connections: [{ from: ['a', 'image'], to: ['b', 'image'] }],
};
const key = inputKey(['b', 'image']);

async function open() {
  const session = await openSession(standIn(graph));
  onTestFinished(() => session.dispose());
  await session.catalog.loadAll();
  session.view.resize({ left: 0, top: 0, width: 1200, height: 800 });
  const points = () => session.scene.shape(key)?.points;
  return { session, points };
}

it('a wire passes points in their order, which are moved and removed, each as a step', async () => {
  const { session, points } = await open();
  const { reroutes, scene } = session;
  reroutes.add(key, { x: 500, y: 400 });
  reroutes.add(key, { x: 300, y: 380 });
  expect(points()).toEqual([
    { x: 300, y: 380 },
    { x: 500, y: 400 },
  ]);
  expect(scene.wireAt({ x: 500, y: 402 }, 8)?.key).toBe(key);
  expect(scene.wiresUnder({ x: 290, y: 370, width: 20, height: 20 }).map((shape) => shape.key)).toEqual([
    key,
  ]);
  expect(reroutes.at({ x: 503, y: 402 }, 8)).toEqual({ key, index: 1 });
  reroutes.move({ key, index: 1 }, { x: 520.4, y: 300 });
  expect(points()?.[1]).toEqual({ x: 520, y: 300 });
  reroutes.remove({ key, index: 0 });
  expect(points()).toHaveLength(1);
  session.undo();
  session.undo();
  session.undo();
  session.undo();
  expect([points(), session.store.canvas.items.reroutes]).toEqual([[], {}]);
  session.redo();
  reroutes.clear([key]);
  expect(session.store.canvas.items.reroutes).toEqual({});
});

it('points go along when both ends move, also while they are held, and come with copies', async () => {
  const { session, points } = await open();
  const { arranging, clipboard, reroutes, scene, store } = session;
  reroutes.add(key, { x: 400, y: 300 });
  store.select(['a']);
  arranging.nudge(10, 0);
  expect(points()).toEqual([{ x: 400, y: 300 }]);
  session.undo();
  const both = new Map([
    ['a', { x: 0, y: 50 }],
    ['b', { x: 640, y: 50 }],
  ]);
  scene.hold(both);
  expect(points()).toEqual([{ x: 400, y: 350 }]);
  scene.hold(new Map());
  expect(points()).toEqual([{ x: 400, y: 300 }]);
  arranging.moveTo(both);
  expect(points()).toEqual([{ x: 400, y: 350 }]);
  store.select(['a', 'b']);
  clipboard.duplicate();
  const copy = [...store.selectedNodes].find((id) => store.getNode(id)?.type === 'image/blur')!;
  expect(scene.shape(inputKey([copy, 'image']))?.points).toEqual([{ x: 432, y: 382 }]);
  store.select(['a', 'b']);
  arranging.autoLayout();
  expect(points()).toEqual([]);
});

it('points of a wire that is plugged elsewhere do not count, come back by undo, and leave with the next change', async () => {
  const { session, points } = await open();
  const { reroutes, store } = session;
  reroutes.add(key, { x: 400, y: 300 });
  session.apply('connect', [
    { op: 'disconnect', from: ['a', 'image'], to: ['b', 'image'] },
    { op: 'connect', from: ['other', 'image'], to: ['b', 'image'] },
  ]);
  expect(points()).toEqual([]);
  session.undo();
  expect(points()).toHaveLength(1);
  session.redo();
  reroutes.add(key, { x: 900, y: 300 });
  expect(store.canvas.items.reroutes[key]).toEqual({
    from: ['other', 'image'],
    points: [{ x: 900, y: 300 }],
  });
  session.deleteSelection();
  session.apply('unplug', [{ op: 'disconnect', from: ['other', 'image'], to: ['b', 'image'] }]);
  session.apply('connect', [{ op: 'connect', from: ['a', 'image'], to: ['b', 'image'] }]);
  expect(points()).toEqual([]);
});
