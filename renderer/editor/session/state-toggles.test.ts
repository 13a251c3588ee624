import { expect, it, onTestFinished } from 'vitest';
import { inputKey } from '#shared/graph/keys.ts';
import { MAX_FROZEN_LENGTH } from '#shared/canvas/items.ts';
import type { Graph } from '#shared/graph/types.ts';
import { MAX_NODE_WIDTH, MIN_NODE_WIDTH } from '../scene/node-layout.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { openSession } from './open-session.ts';

const graph: Graph = {
  nodes: [
    { id: 'a', type: 'input/text', position: { x: 0, y: 0 }, inputs: {} },
    { id: 'b', type: 'input/text', position: { x: 320, y: 0 }, inputs: {} },
    { id: 'end', type: 'output/value', position: { x: 640, y: 0 }, inputs: {} },
  ],
  connections: [{ from: ['a', 'text'], to: ['end', 'value'] }],
};

async function open(made: Readonly<Record<string, string>>) {
  const session = await openSession(standIn(graph));
  onTestFinished(() => session.dispose());
  await session.catalog.loadAll();
  session.outlook.follow({
    isReused: () => undefined,
    subscribe: () => () => undefined,
    resultOf: (id) => {
      const value = made[id];
      if (value === undefined) return undefined;
      return { runId: 'run_1', outputs: { text: { type: 'text', value } }, key: null };
    },
  });
  return { session, notice: () => session.ui.get().notice?.text };
}

it('what has a result is frozen with it, what has none says so, and all of it is one step', async () => {
  const { session, notice } = await open({ a: 'made' });
  session.store.select(['a', 'b', 'end']);
  session.toggles.freeze();
  expect(session.states.frozenOutputs('a')).toEqual({ text: { type: 'text', value: 'made' } });
  expect(session.states.marksOf('b')).toEqual([]);
  expect(notice()).toBe('Text has no result of a run yet. Run it first, then freeze it.');
  expect(session.states.runGraph().nodes).toEqual([
    graph.nodes[1],
    { ...graph.nodes[2], inputs: { value: { type: 'string', value: 'made' } } },
  ]);
  session.undo();
  expect(session.states.isFrozen('a')).toBe(false);
  session.redo();
  session.store.select(['a']);
  session.toggles.freeze();
  expect(session.store.canvas.items.nodes).toEqual({});
});

it('a result that is too long runs as before, and a node that gives nothing on has nothing to freeze', async () => {
  const { session, notice } = await open({ a: 'x'.repeat(MAX_FROZEN_LENGTH) });
  session.toggles.freeze(['a']);
  expect(session.states.isFrozen('a')).toBe(false);
  expect(notice()).toMatch(/^The result of a node is too long/);
  session.toggles.freeze(['end']);
  expect(notice()).toMatch(/^There is nothing to freeze here/);
});

it('frozen, muted and locked nodes of a frame go by one press, and copies are frozen too', async () => {
  const { session } = await open({ a: 'made', b: 'other' });
  session.store.select(['a', 'b']);
  session.items.addFrame();
  session.toggles.freeze();
  session.toggles.lock();
  expect([session.states.marksOf('a'), session.states.marksOf('b')]).toEqual([
    ['frozen', 'locked'],
    ['frozen', 'locked'],
  ]);
  session.clipboard.duplicate();
  const copies = [...session.store.selectedNodes];
  expect(copies).toHaveLength(2);
  expect(copies.map((id) => session.states.marksOf(id))).toEqual([['frozen'], ['frozen']]);
});

it('nodes collapse and open as a step, and their wires follow', async () => {
  const { session } = await open({});
  const { scene, store } = session;
  const before = scene.box('end')!.height;
  const wire = () => scene.shape(inputKey(['end', 'value']))!.curve.to.y;
  const start = wire();
  session.toggles.collapse(['end', 'gone']);
  expect(store.canvas.items.nodes['end']?.collapsed).toBe('changed');
  expect(scene.box('end')!.height).toBeLessThan(before);
  expect(scene.box('end')!.layout.inputs.map(({ pin }) => pin.name)).toEqual(['value']);
  expect(wire()).toBe(start);
  session.setInput('end', 'name', { type: 'string', value: 'Own' });
  expect(scene.box('end')!.layout.inputs).toHaveLength(2);
  session.undo();
  session.undo();
  expect([scene.box('end')!.height, store.canvas.items.nodes]).toEqual([before, {}]);
});

it('nodes become wider with what they show, up to a limit; wires follow, locked ones stay, copies have their width', async () => {
  const { session } = await open({});
  const { scene, store, toggles, clipboard } = session;
  const widths = () => store.getGraph().nodes.map(({ id }) => scene.box(id)!.width);
  const [start, words] = [widths(), scene.box('end')!.layout.block!.height];
  toggles.lockThese(['b']);
  toggles.widen(64, ['a', 'b', 'end', 'gone']);
  expect(widths()).toEqual([start[0]! + 64, start[1], start[2]! + 64]);
  expect(scene.box('end')!.layout.block!.height).toBeGreaterThan(words);
  const wire = scene.shape(inputKey(['end', 'value']))!.curve;
  expect(wire.from.x).toBe(scene.box('a')!.x + start[0]! + 64);

  // It stays in its frame, though it reaches over the edge.
  store.select(['a']);
  session.items.addFrame();
  toggles.widen(64, ['a']);
  const [frame] = session.items.selected();
  expect(session.items.nodesIn(frame!)).toEqual(['a']);
  session.items.edit(null);

  for (let times = 0; times < 40; times += 1) toggles.widen(64, ['a']);
  expect(scene.box('a')!.width).toBe(MAX_NODE_WIDTH);
  for (let times = 0; times < 40; times += 1) toggles.widen(-64, ['a']);
  expect(scene.box('a')!.width).toBe(MIN_NODE_WIDTH);
  store.select(['end']);
  clipboard.duplicate();
  expect(widths().at(-1)).toBe(start[2]! + 64);
  toggles.setWidth('a', null);
  expect(store.canvas.items.nodes['a']).toBeUndefined();
  while (session.store.undo() !== null);
  expect([widths(), store.canvas.items.nodes]).toEqual([start, {}]);
});
