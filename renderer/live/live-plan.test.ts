import { expect, test } from 'vitest';
import type { RunOutput } from '#shared/api/index.ts';
import type { GraphConnection, GraphNode } from '#shared/graph/types.ts';
import type { PickedItems } from '#renderer/model/picked-items.ts';
import { planLive, type PlanSources } from './live-plan.ts';

const node = (id: string, type: string, inputs: GraphNode['inputs'] = {}): GraphNode => ({
  id,
  type,
  inputs,
});
const wire = (from: string, to: string): GraphConnection => ({
  from: [from, 'image'],
  to: [to, 'image'],
});

const LIVE_LISTS = new Set(['list/values', 'list/pick']);

function sourcesOf(
  nodes: readonly GraphNode[],
  wires: readonly GraphConnection[],
  results: Record<string, Record<string, RunOutput>> = {},
  settled: readonly string[] = [],
  lists: Pick<PlanSources, 'itemInView' | 'positionsOf'> = {
    itemInView: () => null,
    positionsOf: () => ({}),
  },
): PlanSources {
  return {
    ...lists,
    node: (id) => nodes.find((candidate) => candidate.id === id),
    side: 320,
    incomingWires: (id) => wires.filter(({ to }) => to[0] === id),
    isLive: (type) => type.startsWith('image/') || type === 'input/image' || LIVE_LISTS.has(type),
    requiredInputs: (type) => (type === 'image/blur' ? ['image'] : []),
    isSettled: (id) => settled.includes(id),
    resultOf: (id) => (results[id] === undefined ? undefined : { outputs: results[id] }),
  };
}

const photo = node('photo', 'input/image', { file: { type: 'file', value: 'file_1' } });
const idsOf = (plan: ReturnType<typeof planLive>) => plan?.graph.nodes.map(({ id }) => id).sort();

test('only what leads to the wanted nodes is executed, and only where it is not settled', () => {
  const nodes = [photo, node('blur', 'image/blur'), node('tint', 'image/tint'), node('other', 'image/solid')];
  const wires = [wire('photo', 'blur'), wire('blur', 'tint')];
  const plan = planLive(sourcesOf(nodes, wires, {}, ['photo']), ['photo', 'blur']);
  expect(plan?.targetNodeIds).toEqual(['blur']);
  expect(idsOf(plan)).toEqual(['blur', 'photo']);
  expect(plan?.graph.connections).toEqual([wire('photo', 'blur')]);
  expect(planLive(sourcesOf(nodes, wires, {}, ['photo', 'blur']), ['photo', 'blur'])).toBeNull();
});

test('what previews may not execute is not executed: its result stands in its place, where there is one', () => {
  const nodes = [
    node('model', 'ai/image', { prompt: { type: 'text', value: 'a hill' } }),
    node('blur', 'image/blur'),
  ];
  const wires = [wire('model', 'blur')];
  expect(planLive(sourcesOf(nodes, wires), ['model', 'blur'])).toBeNull();

  const picture = { type: 'image', fileId: 'file_7', contentType: 'image/png' } as RunOutput;
  const plan = planLive(sourcesOf(nodes, wires, { model: { image: picture } }), ['model', 'blur']);
  expect(plan?.targetNodeIds).toEqual(['blur']);
  expect(plan?.graph.nodes.map(({ type }) => type).sort()).toEqual(['image/blur', 'input/image']);
  const held = plan?.graph.nodes.find(({ type }) => type === 'input/image');
  expect(held?.inputs).toEqual({ file: { type: 'file', value: 'file_7' } });
  expect(plan?.graph.connections).toEqual([{ from: [held?.id, 'image'], to: ['blur', 'image'] }]);
});

test('a value that a model has made is written into the input it goes to', () => {
  const nodes = [node('model', 'ai/text'), node('card', 'image/text-card')];
  const wires: GraphConnection[] = [{ from: ['model', 'text'], to: ['card', 'text'] }];
  const plan = planLive(sourcesOf(nodes, wires, { model: { text: { type: 'text', value: 'Hi' } } }), [
    'card',
  ]);
  expect(plan?.graph).toEqual({
    nodes: [{ ...nodes[1], inputs: { text: { type: 'text', value: 'Hi' } } }],
    connections: [],
  });
});

test('nothing is asked for that lacks an input, stands in a circle, or is below such a node', () => {
  expect(planLive(sourcesOf([node('blur', 'image/blur')], []), ['blur'])).toBeNull();
  const circle = [node('a', 'image/tint'), node('b', 'image/tint'), node('c', 'image/tint')];
  const wires = [wire('a', 'b'), wire('b', 'a'), wire('b', 'c')];
  expect(planLive(sourcesOf(circle, wires), ['a', 'b', 'c'])).toBeNull();
});

test('a chain of thousands is planned', () => {
  const nodes = [photo, ...Array.from({ length: 5000 }, (_, index) => node(`n${index}`, 'image/tint'))];
  const wires = nodes.slice(1).map(({ id }, index) => wire(nodes[index]!.id, id));
  const byId = new Map(nodes.map((one) => [one.id, one]));
  const into = new Map(wires.map((one) => [one.to[0], [one]]));
  const sources = {
    ...sourcesOf(nodes, wires),
    node: (id: string) => byId.get(id),
    incomingWires: (id: string) => into.get(id) ?? [],
  };
  expect(planLive(sources, ['n4999'])?.graph.nodes).toHaveLength(5001);
});

/** Photos → blur → tint with one word each, where the tint is looked at in one place and the blur in another. */
const listNodes = [
  node('photos', 'list/images', {
    files: { type: 'list', value: ['file_1', 'file_2', 'file_3'].map((value) => ({ type: 'file', value })) },
  }),
  node('words', 'list/values'),
  node('blur', 'image/blur'),
  node('tint', 'image/tint'),
];
const listWires: GraphConnection[] = [
  wire('photos', 'blur'),
  wire('blur', 'tint'),
  { from: ['words', 'list'], to: ['tint', 'text'] },
];
const inViewAt = (blur: number, tint: number) => ({
  itemInView: (id: string) =>
    id === 'blur' ? { path: [blur], total: 3 } : id === 'tint' ? { path: [tint], total: 3 } : null,
  positionsOf: (id: string, path: readonly number[]): PickedItems =>
    id === 'blur' ? { image: path } : id === 'tint' ? { image: path, text: path } : {},
});
const wiresOf = (plan: ReturnType<typeof planLive>) =>
  plan?.graph.connections
    ?.map(({ from, to }) => [from, to].map((end) => Object.values(end).join('.')).join(' → '))
    .sort();

test('of lists the item in view is executed: a file that a list holds is brought in, a text is picked from its list', () => {
  const plan = planLive(sourcesOf(listNodes, listWires, {}, [], inViewAt(1, 1)), ['tint']);
  expect(plan?.targetNodeIds).toEqual(['tint']);
  expect(wiresOf(plan)).toEqual([
    'blur.image → tint.image',
    'pick-tint-text.item → tint.text',
    'picture-file_2.image → blur.image',
    'words.list → pick-tint-text.list',
  ]);
  const pick = plan?.graph.nodes.find(({ id }) => id === 'pick-tint-text');
  expect(pick?.inputs?.['number']).toEqual({ type: 'number', value: 2 });
});

test('a node that is looked at in another place is there twice, the second time under a name that says which item', () => {
  const plan = planLive(sourcesOf(listNodes, listWires, {}, [], inViewAt(0, 2)), ['tint', 'blur']);
  expect(wiresOf(plan)).toEqual([
    'blur-item-2.image → tint.image',
    'pick-tint-text.item → tint.text',
    'picture-file_1.image → blur.image',
    'picture-file_3.image → blur-item-2.image',
    'words.list → pick-tint-text.list',
  ]);
});

test('what takes the whole list of a node that runs for items is left to Run', () => {
  const sheet = node('sheet', 'image/sheet');
  const sources = sourcesOf(
    [...listNodes, sheet],
    [...listWires, wire('tint', 'sheet')],
    {},
    [],
    inViewAt(0, 0),
  );
  expect(planLive(sources, ['sheet'])).toBeNull();
  expect(planLive(sources, ['sheet', 'tint'])?.targetNodeIds).toEqual(['tint']);
});

test('an item that only a run can make stands in its place once it is there', () => {
  const models = [node('ask', 'ai/image'), node('tint', 'image/tint')];
  const wires = [wire('ask', 'tint')];
  const lists = {
    itemInView: () => ({ path: [1], total: 2 }),
    positionsOf: (_id: string, path: readonly number[]) => ({ image: path }),
  };
  const resultsOf = (count: number): Record<string, Record<string, RunOutput>> => ({
    ask: {
      image: {
        type: 'list',
        count,
        failed: 0,
        value: Array.from({ length: count }, (_, at) => ({
          type: 'file',
          fileId: `file_${at}`,
          filename: 'a.png',
          contentType: 'image/png',
          sizeBytes: 1,
          trace: [`item ${at + 1}`],
        })),
      },
    },
  });
  expect(planLive(sourcesOf(models, wires, resultsOf(1), ['ask'], lists), ['tint'])).toBeNull();
  const plan = planLive(sourcesOf(models, wires, resultsOf(2), ['ask'], lists), ['tint']);
  expect(wiresOf(plan)).toEqual(['picture-file_1.image → tint.image']);
});
