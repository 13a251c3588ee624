import { expect, test } from 'vitest';
import type { RunOutput } from '#shared/api/index.ts';
import type { GraphConnection, GraphNode } from '#shared/graph/types.ts';
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

function sourcesOf(
  nodes: readonly GraphNode[],
  wires: readonly GraphConnection[],
  results: Record<string, Record<string, RunOutput>> = {},
  settled: readonly string[] = [],
): PlanSources {
  return {
    node: (id) => nodes.find((candidate) => candidate.id === id),
    side: 320,
    incomingWires: (id) => wires.filter(({ to }) => to[0] === id),
    isLive: (type) => type.startsWith('image/') || type === 'input/image',
    requiredInputs: (type) => (type === 'image/blur' ? ['image'] : []),
    isSettled: (id) => settled.includes(id),
    resultOf: (id) => results[id],
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
