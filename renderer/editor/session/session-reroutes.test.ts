import { expect, it, onTestFinished } from 'vitest';
import { inputKey } from '#shared/graph/keys.ts';
import type { Graph } from '#shared/graph/types.ts';
import { intersects } from '../geometry.ts';
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
  scene.setDragged(both);
  expect(points()).toEqual([{ x: 400, y: 350 }]);
  scene.setDragged(new Map());
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

it('a wire goes by the name of its source, whose tag leads to where it ends, and is drawn again', async () => {
  const { session } = await open();
  const { clipboard, reroutes, scene, store } = session;
  const second = inputKey(['c', 'image']);
  session.apply('add', [
    { op: 'addNode', node: { ...at('c', 'image/blur', 640), position: { x: 640, y: 900 } } },
    { op: 'connect', from: ['a', 'image'], to: ['c', 'image'] },
  ]);
  reroutes.toggleNames([key]);
  const name = session.titleOf('a');
  const tags = scene.shape(key)!.tags!;
  expect([tags.name, reroutes.nameOf(key), reroutes.nameOf(second)]).toEqual([name, name, null]);
  const { from, to } = scene.shape(key)!.curve;
  expect(scene.wireAt({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, 8)?.key).not.toBe(key);
  const source = { x: tags.source.x + 4, y: tags.source.y + 4 };
  const target = { x: tags.target.x + 4, y: tags.target.y + 4 };
  expect(scene.wireAt(target, 8)?.key).toBe(key);
  reroutes.jump(key, source);
  expect([...store.selectedNodes]).toEqual(['b']);
  reroutes.jump(key, target);
  expect([...store.selectedNodes]).toEqual(['a']);

  // A second wire of the output gets the same name, another name is for both, and the tag leads to both.
  reroutes.rename(key, 'Photo');
  reroutes.toggleNames([second]);
  reroutes.rename(second, 'Plate');
  expect([reroutes.nameOf(key), reroutes.nameOf(second)]).toEqual(['Plate', 'Plate']);
  expect(reroutes.named().map((one) => one.name)).toEqual(['Plate']);
  reroutes.jump(key, source);
  expect([...store.selectedWires].sort()).toEqual([key, second].sort());

  store.select(['a', 'b']);
  clipboard.duplicate();
  const copy = [...store.selectedNodes].find((id) => store.getNode(id)?.type === 'image/blur')!;
  expect(reroutes.nameOf(inputKey([copy, 'image']))).toBe('Plate');
  reroutes.toggleNames([key, second]);
  expect([reroutes.nameOf(key), scene.shape(second)?.tags]).toEqual([null, null]);
  session.undo();
  expect(reroutes.nameOf(key)).toBe('Plate');
});

it('a wire by name keeps the points it passed, and takes nodes that are dropped there no more', async () => {
  const { session, points } = await open();
  const { reroutes, scene, store } = session;
  reroutes.add(key, { x: 400, y: 300 });
  reroutes.toggleNames([key]);
  expect(reroutes.at({ x: 400, y: 300 }, 8)).toBeNull();
  expect(scene.wiresUnder({ x: 390, y: 290, width: 20, height: 20 })).toEqual([]);
  reroutes.toggleNames([key]);
  expect(points()).toEqual([{ x: 400, y: 300 }]);
  reroutes.toggleNames([key]);
  reroutes.clear([key]);
  expect(store.canvas.items.reroutes[key]).toMatchObject({ points: [], name: session.titleOf('a') });
  reroutes.toggleNames([key]);
  expect(store.canvas.items.reroutes).toEqual({});
});

it.each([['a'.repeat(10_000)], ['🦊'], ['שלום עולם'], ['__proto__']])(
  'a node with a hostile name gives its wire a tag (%#)',
  async (title) => {
    const { session } = await open();
    session.apply('rename', [{ op: 'setNodeTitle', nodeId: 'a', title: title.slice(0, 200) }]);
    session.reroutes.toggleNames([key]);
    const { source, name } = session.scene.shape(key)!.tags!;
    expect([name, source.width <= 220, source.width >= 40]).toEqual([title.slice(0, 200), true, true]);
  },
);

it('tags of wires by name keep off nodes that come near, but not off those that a hand carries past', async () => {
  const { session } = await open();
  const { reroutes, scene } = session;
  reroutes.toggleNames([key]);
  const source = () => scene.shape(key)!.tags!.source;
  const before = source();
  const isFree = () => scene.nodesIn(source()).length === 0;
  const beside = { x: 280, y: 0 };
  scene.setDragged(new Map([['other', beside]]));
  expect(source()).toEqual(before);
  session.apply('move', [{ op: 'moveNode', nodeId: 'other', position: beside }]);
  scene.setDragged(new Map());
  expect(source()).not.toEqual(before);
  expect(isFree()).toBe(true);
  session.undo();
  expect(source()).toEqual(before);
  session.redo();
  expect(isFree()).toBe(true);
  expect(source()).not.toEqual(before);
});

it('tags that the same node sends away keep off each other, however their wires came to go by name', async () => {
  const { session } = await open();
  const { reroutes, scene } = session;
  session.apply('add', [
    { op: 'addNode', node: { ...at('both', 'image/composite', 640), position: { x: 640, y: 900 } } },
    { op: 'addNode', node: { ...at('near', 'input/image', 360), position: { x: 360, y: 1000 } } },
    { op: 'connect', from: ['a', 'image'], to: ['both', 'base'] },
    { op: 'connect', from: ['other', 'image'], to: ['both', 'overlay'] },
  ]);
  const keys = [inputKey(['both', 'overlay']), inputKey(['both', 'base'])];
  const pins = keys.map((one) => scene.shape(one)!.curve.to);
  // So close to both pins that neither tag has room beside its own.
  const position = { x: pins[0]!.x - 260, y: pins[1]!.y - 40 };
  session.apply('move', [{ op: 'moveNode', nodeId: 'near', position }]);
  for (const one of keys) reroutes.toggleNames([one]);
  const targets = () => keys.map((one) => scene.shape(one)!.tags!.target);
  const placed = targets();
  expect(placed.map(({ y, height }, index) => y + height / 2 !== pins[index]!.y)).toEqual([true, true]);
  expect(intersects(placed[0]!, placed[1]!)).toBe(false);
  for (const target of placed) expect(intersects(target, scene.box('near')!)).toBe(false);
  session.undo();
  session.undo();
  for (const one of keys.toReversed()) reroutes.toggleNames([one]);
  expect(targets()).toEqual(placed);
});
