import { expect, it } from 'vitest';
import * as fc from '../testing/property.ts';
import { brokenRules, deepFreeze, graphArbitrary, testCatalog } from '../testing/graphs.ts';
import { mergeTriple } from '../testing/merge-triples.ts';
import { findNode } from './graph.ts';
import { applyLenient, applyOperations, applyWithInverse } from './operations.ts';
import { rebase } from './rebase.ts';
import { planReplacement, replacementOperations } from './replace-type.ts';
import type { Graph, NodeCatalog, NodeTypePins } from './types.ts';

const types: Record<string, NodeTypePins> = {
  'test/photo': { inputs: [], outputs: [{ name: 'image', type: 'image' }] },
  'test/words': { inputs: [], outputs: [{ name: 'text', type: 'text' }] },
  'test/blur': {
    inputs: [
      { name: 'image', type: 'image' },
      { name: 'radius', type: 'number(0..100)', default: 8 },
      { name: 'edge', type: 'choice(clamp|wrap)', default: 'clamp' },
    ],
    outputs: [{ name: 'image', type: 'image' }],
  },
  'test/pixelate': {
    inputs: [
      { name: 'picture', type: 'image' },
      { name: 'radius', type: 'number(0..20)', default: 4 },
      { name: 'edge', type: 'choice(wrap|mirror)', default: 'wrap' },
    ],
    outputs: [{ name: 'result', type: 'image' }],
  },
  'test/blend': {
    inputs: [
      { name: 'below', type: 'image' },
      { name: 'above', type: 'image' },
      { name: 'radius', type: 'text' },
    ],
    outputs: [
      { name: 'blended', type: 'image' },
      { name: 'mask', type: 'image' },
    ],
  },
  'test/show': { inputs: [{ name: 'image', type: 'image' }], outputs: [] },
};
const catalog: NodeCatalog = { pinsOf: (type) => types[type] };

const chain: Graph = deepFreeze({
  nodes: [
    { id: 'photo', type: 'test/photo' },
    {
      id: 'blur',
      type: 'test/blur',
      title: 'Soft',
      position: { x: 40, y: 8 },
      inputs: { radius: { type: 'number', value: 12 }, edge: { type: 'string', value: 'wrap' } },
    },
    { id: 'show', type: 'test/show' },
  ],
  connections: [
    { from: ['photo', 'image'], to: ['blur', 'image'] },
    { from: ['blur', 'image'], to: ['show', 'image'] },
  ],
});

function replaced(graph: Graph, ids: string[], type: string, types = catalog) {
  const plan = planReplacement(graph, new Set(ids), type, types);
  if (!plan) throw new Error(`There are no pins of ${type}.`);
  const applied = applyWithInverse(graph, replacementOperations(graph, plan), types);
  if (!applied.ok) throw new Error(applied.rejection.reason);
  return { ...plan, ...applied };
}

it('keeps id, place, title and values, and leads wires to the one pin that fits', () => {
  const { graph, droppedValues, droppedWires } = replaced(chain, ['blur'], 'test/pixelate');
  expect(graph.nodes[1]).toEqual({
    ...chain.nodes[1],
    type: 'test/pixelate',
  });
  expect(graph.connections).toEqual([
    { from: ['photo', 'image'], to: ['blur', 'picture'] },
    { from: ['blur', 'result'], to: ['show', 'image'] },
  ]);
  expect([droppedValues, droppedWires]).toEqual([[], []]);
});

it('lists the wires that two pins could take, and the values that no field takes', () => {
  const { graph, droppedValues, droppedWires } = replaced(chain, ['blur'], 'test/blend');
  expect(droppedWires).toEqual(chain.connections);
  expect(graph.connections).toEqual([]);
  // The field of the name takes text, and a number is none.
  expect(droppedValues.map(({ input }) => input)).toEqual(['radius', 'edge']);
  expect(graph.nodes[1]?.inputs).toEqual({});
});

it('a value outside the limits or the choices of the new field falls away; one that says the default is no loss', () => {
  const wide = applyOperations(chain, [
    { op: 'setNodeInput', nodeId: 'blur', input: 'radius', value: { type: 'number', value: 90 } },
    { op: 'setNodeInput', nodeId: 'blur', input: 'edge', value: { type: 'string', value: 'clamp' } },
  ]);
  if (!wide.ok) throw new Error(wide.rejection.reason);
  const { droppedValues, graph } = replaced(wide.graph, ['blur'], 'test/pixelate');
  expect(droppedValues).toEqual([{ nodeId: 'blur', input: 'radius', value: { type: 'number', value: 90 } }]);
  expect(graph.nodes[1]?.inputs).toEqual({});
});

it('two neighbors that become one type stay wired to each other', () => {
  const two = applyOperations(chain, [
    { op: 'addNode', node: { id: 'again', type: 'test/blur' }, index: 2 },
    { op: 'connect', from: ['blur', 'image'], to: ['again', 'image'] },
  ]);
  if (!two.ok) throw new Error(two.rejection.reason);
  const { graph, droppedWires } = replaced(two.graph, ['blur', 'again'], 'test/pixelate');
  expect(droppedWires).toEqual([]);
  expect(graph.connections).toContainEqual({ from: ['blur', 'result'], to: ['again', 'picture'] });
});

it('a pin that has a wire by its name is not given to another', () => {
  const both: Graph = {
    nodes: [
      { id: 'photo', type: 'test/photo' },
      { id: 'old', type: 'gone/type' },
    ],
    connections: [
      { from: ['photo', 'image'], to: ['old', 'spare'] },
      { from: ['photo', 'image'], to: ['old', 'image'] },
    ],
  };
  const { graph, droppedWires } = replaced(both, ['old'], 'test/show');
  expect(graph.connections).toEqual([both.connections[1]]);
  expect(droppedWires).toEqual([both.connections[0]]);
});

it('a wire into a type that does not fit falls away', () => {
  const { droppedWires } = replaced(chain, ['photo'], 'test/words');
  expect(droppedWires).toEqual([chain.connections[0]]);
});

it('a type whose pins are not known has no plan', () => {
  expect(planReplacement(chain, new Set(['blur']), 'gone/type', catalog)).toBeNull();
});

it('every replacement applies, breaks no rule, loses what it says and nothing else, and undo restores the document', () => {
  fc.assert(
    fc.property(
      graphArbitrary,
      fc.uniqueArray(fc.constantFrom('n1', 'n2', 'n3', 'n4', 'n5', 'n6'), { minLength: 1 }),
      fc.constantFrom('test/source', 'test/mix', 'test/label'),
      (start, ids, type) => {
        deepFreeze(start);
        const before = JSON.stringify(start);
        const { graph, inverse, nodes, rewired, droppedWires } = replaced(start, ids, type, testCatalog);
        expect(brokenRules(graph)).toEqual([]);
        expect(graph.nodes.map(({ id }) => id)).toEqual(start.nodes.map(({ id }) => id));
        const there = ids.flatMap((id) => findNode(start, id) ?? []);
        expect(there.map(({ id }) => ({ ...findNode(graph, id), inputs: null }))).toEqual(
          there.map((old) => ({ ...old, type, inputs: null })),
        );
        const around = start.connections.filter(({ from, to }) => nodes.has(from[0]) || nodes.has(to[0]));
        expect(new Set([...rewired.map((wire) => wire.before), ...droppedWires])).toEqual(new Set(around));
        expect(graph.connections).toHaveLength(start.connections.length - droppedWires.length);
        expect(JSON.stringify(applyLenient(graph, inverse).graph)).toBe(before);
      },
    ),
    { numRuns: fc.runs(500) },
  );
});

it('merges with what others changed meanwhile: a node that they left alone has its new type under its own id', () => {
  const known: NodeCatalog = {
    pinsOf: (type) =>
      type === 't/new'
        ? { inputs: [{ name: 'a', type: 'any' }], outputs: [{ name: 'out', type: 'any' }] }
        : undefined,
  };
  const untouched: (string | undefined)[] = [];
  for (let seed = 0; seed < 400; seed += 1) {
    const { base, theirs } = mergeTriple(seed);
    const [first] = base.nodes;
    if (!first) continue;
    const plan = planReplacement(base, new Set([first.id]), 't/new', known);
    const operations = plan ? replacementOperations(base, plan) : [];
    const merged = rebase(base, operations, theirs);
    expect(brokenRules(merged.graph)).toEqual([]);
    const now = findNode(theirs, first.id);
    const isUntouched =
      now !== undefined &&
      JSON.stringify(now) === JSON.stringify(first) &&
      JSON.stringify(wiresOf(theirs, first.id)) === JSON.stringify(wiresOf(base, first.id));
    if (isUntouched) untouched.push(findNode(merged.graph, first.id)?.type);
  }
  expect(untouched.length).toBeGreaterThan(20);
  expect(new Set(untouched)).toEqual(new Set(['t/new']));
});

const wiresOf = ({ connections }: Graph, id: string) =>
  connections
    .filter(({ from, to }) => from[0] === id || to[0] === id)
    .map((wire) => JSON.stringify(wire))
    .sort();
