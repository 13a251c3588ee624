import { expect, test } from 'vitest';
import { brokenRules, graphArbitrary, testCatalog } from '../testing/graphs.ts';
import * as fc from '../testing/property.ts';
import { linkedGraph } from './linked-graph.ts';
import { graphPastMuted, linkedPastMuted } from './run-states.ts';
import type { Graph, NodeCatalog } from './types.ts';

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
  expect(graphPastMuted(chain, new Set(['two', 'three']), catalog)).toEqual({
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
  expect(graphPastMuted(both, new Set(['mix']), catalog).connections).toEqual([]);
  expect(graphPastMuted(both, new Set(['two']), catalog).connections).toEqual([
    both.connections[0],
    both.connections[2],
  ]);
  expect(graphPastMuted(both, new Set(['two', 'mix']), catalog).connections).toEqual([]);
});

const mutedArbitrary = fc.subarray(['n1', 'n2', 'n3', 'n4', 'n5', 'n6']).map((ids) => new Set(ids));

test('no muted node is left, all wires are sound, and without muted nodes the graph is the same value', () => {
  fc.assert(
    fc.property(graphArbitrary, mutedArbitrary, (graph, muted) => {
      const ran = graphPastMuted(graph, muted, testCatalog);
      expect(ran.nodes).toEqual(graph.nodes.filter(({ id }) => !muted.has(id)));
      expect(brokenRules(ran)).toEqual([]);
      expect(graphPastMuted(graph, new Set(), testCatalog)).toBe(graph);
      // Wires between nodes that are not muted stay.
      const untouched = graph.connections.filter(({ from, to }) => !muted.has(from[0]) && !muted.has(to[0]));
      expect(ran.connections).toEqual(expect.arrayContaining(untouched));
    }),
  );
});

test('lookups past muted nodes say the same as the graph past them', () => {
  const sorted = (wires: Iterable<unknown>) => Array.from(wires, (wire) => JSON.stringify(wire)).sort();
  fc.assert(
    fc.property(graphArbitrary, mutedArbitrary, (graph, muted) => {
      const ran = linkedGraph(graphPastMuted(graph, muted, testCatalog));
      const linked = linkedPastMuted(linkedGraph(graph), () => muted, testCatalog);
      for (const { id } of graph.nodes) {
        expect(linked.node(id)?.id).toBe(ran.node(id)?.id);
        expect(sorted(linked.wiresInto(id))).toEqual(sorted(ran.wiresInto(id)));
        expect(sorted(linked.wiresOutOf(id))).toEqual(sorted(ran.wiresOutOf(id)));
      }
    }),
  );
});
