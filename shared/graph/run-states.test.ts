import { expect, test } from 'vitest';
import { brokenRules, graphArbitrary, testCatalog } from '../testing/graphs.ts';
import * as fc from '../testing/property.ts';
import { linkedGraph } from './linked-graph.ts';
import { graphAsRun, linkedAsRun, NO_RUN_STATES, onlyForFrozen, type RunStates } from './run-states.ts';
import type { Graph, NodeCatalog } from './types.ts';

const muting = (...ids: string[]): RunStates => ({ ...NO_RUN_STATES, muted: new Set(ids) });

const catalog: NodeCatalog = {
  pinsOf: (type) =>
    type === 'mix'
      ? {
          inputs: [
            { name: 'a', type: 'image' },
            { name: 'b', type: 'image' },
          ],
          outputs: [{ name: 'image', type: 'image' }],
        }
      : {
          inputs: [
            { name: 'image', type: 'image' },
            { name: 'radius', type: 'number' },
          ],
          outputs: [{ name: 'image', type: 'image' }],
        },
};
const node = (id: string, type = 'blur') => ({ id, type, inputs: {} });
const chain: Graph = {
  nodes: [node('one'), node('two'), node('three'), node('four')],
  connections: [
    { from: ['one', 'image'], to: ['two', 'image'] },
    { from: ['two', 'image'], to: ['three', 'image'] },
    { from: ['three', 'image'], to: ['four', 'image'] },
  ],
};

test('a wire goes past muted nodes in a row', () => {
  expect(graphAsRun(chain, muting('two', 'three'), catalog)).toEqual({
    nodes: [node('one'), node('four')],
    connections: [{ from: ['one', 'image'], to: ['four', 'image'] }],
  });
});

test('nothing goes past a node that two wires fit, and a first node leaves its wires without a source', () => {
  const both: Graph = {
    nodes: [node('one'), node('two'), node('mix', 'mix'), node('end')],
    connections: [
      { from: ['one', 'image'], to: ['mix', 'a'] },
      { from: ['two', 'image'], to: ['mix', 'b'] },
      { from: ['mix', 'image'], to: ['end', 'image'] },
    ],
  };
  expect(graphAsRun(both, muting('mix'), catalog).connections).toEqual([]);
  expect(graphAsRun(both, muting('two'), catalog).connections).toEqual([
    both.connections[0],
    both.connections[2],
  ]);
  expect(graphAsRun(both, muting('two', 'mix'), catalog).connections).toEqual([]);
});

const some = fc.subarray(['n1', 'n2', 'n3', 'n4', 'n5', 'n6']);
const made = { image: { type: 'text', value: 'made' }, text: { type: 'number', value: 7 } };
const statesArbitrary: fc.Arbitrary<RunStates> = fc.record({
  muted: some.map((ids) => new Set(ids)),
  passes: some.map((ids) => new Map(ids.map((id) => [id, 'b']))),
  frozen: some.map((ids) => new Map(ids.map((id) => [id, made]))),
});

test('of two wires that fit the chosen one goes past a muted node', () => {
  const both: Graph = {
    nodes: [node('one'), node('two'), node('mix', 'mix'), node('end')],
    connections: [
      { from: ['one', 'image'], to: ['mix', 'a'] },
      { from: ['two', 'image'], to: ['mix', 'b'] },
      { from: ['mix', 'image'], to: ['end', 'image'] },
    ],
  };
  const states = { ...muting('mix'), passes: new Map([['mix', 'b']]) };
  expect(graphAsRun(both, states, catalog).connections).toEqual([
    { from: ['two', 'image'], to: ['end', 'image'] },
  ]);
  // A choice that nothing is plugged into counts no more.
  const left: Graph = { ...both, connections: [both.connections[0]!, both.connections[2]!] };
  expect(graphAsRun(left, states, catalog).connections).toEqual([
    { from: ['one', 'image'], to: ['end', 'image'] },
  ]);
});

const picture = {
  type: 'image',
  fileId: 'file_1.png',
  filename: 'a.png',
  contentType: 'image/png',
  sizeBytes: 3,
};

test('what a frozen node made stands as a value where its wires end, also past a muted node', () => {
  const states: RunStates = {
    ...muting('three'),
    frozen: new Map([['two', { image: picture }]]),
  };
  expect(graphAsRun(chain, states, catalog)).toEqual({
    nodes: [node('one'), { ...node('four'), inputs: { image: { type: 'file', value: 'file_1.png' } } }],
    connections: [],
  });
  const linked = linkedAsRun(linkedGraph(chain), () => states, catalog);
  expect(linked.node('four')?.inputs).toEqual({ image: { type: 'file', value: 'file_1.png' } });
  expect(linked.node('two')).toBeUndefined();
});

test('nodes that only feed a frozen one are of no use to a run; those that feed others as well are', () => {
  const frozen: RunStates = { ...NO_RUN_STATES, frozen: new Map([['three', { image: picture }]]) };
  const useless = (graph: Graph, states: RunStates) =>
    onlyForFrozen(graph, graphAsRun(graph, states, catalog), states, catalog);
  expect(useless(chain, frozen)).toEqual(new Set(['one', 'two']));
  expect(useless(chain, { ...frozen, muted: new Set(['two']) })).toEqual(new Set(['one']));
  const forked: Graph = {
    nodes: [...chain.nodes, node('other')],
    connections: [...chain.connections, { from: ['one', 'image'], to: ['other', 'image'] }],
  };
  expect(useless(forked, frozen)).toEqual(new Set(['two']));
  expect(useless(chain, muting('three'))).toEqual(new Set());
});

test('no muted or frozen node is left, all wires are sound, and without them the graph is the same value', () => {
  fc.assert(
    fc.property(graphArbitrary, statesArbitrary, (graph, states) => {
      const ran = graphAsRun(graph, states, testCatalog);
      const { muted, frozen } = states;
      const isLeft = (id: string) => !muted.has(id) && !frozen.has(id);
      expect(ran.nodes.map(({ id }) => id)).toEqual(graph.nodes.map(({ id }) => id).filter(isLeft));
      expect(brokenRules(ran)).toEqual([]);
      expect(graphAsRun(graph, NO_RUN_STATES, testCatalog)).toBe(graph);
      // Wires between nodes that stay, stay.
      const untouched = graph.connections.filter(({ from, to }) => isLeft(from[0]) && isLeft(to[0]));
      expect(ran.connections).toEqual(expect.arrayContaining(untouched));
    }),
  );
});

test('lookups as a run sees them say the same as the graph that is run', () => {
  const sorted = (wires: Iterable<unknown>) => Array.from(wires, (wire) => JSON.stringify(wire)).sort();
  fc.assert(
    fc.property(graphArbitrary, statesArbitrary, (graph, states) => {
      const ran = linkedGraph(graphAsRun(graph, states, testCatalog));
      const linked = linkedAsRun(linkedGraph(graph), () => states, testCatalog);
      for (const { id } of graph.nodes) {
        expect(linked.node(id)).toEqual(ran.node(id));
        expect(sorted(linked.incomingWires(id))).toEqual(sorted(ran.incomingWires(id)));
        expect(sorted(linked.wiresOutOf(id))).toEqual(sorted(ran.wiresOutOf(id)));
      }
    }),
  );
});
