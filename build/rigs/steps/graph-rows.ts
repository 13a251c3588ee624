import { planWrite } from '#service/graphs/plan-write.ts';
import type { PatchOperation } from '#shared/api/index.ts';
import {
  applyLenient,
  applyWithInverse,
  coalesce,
  diff,
  planApply,
  rebase,
  validateGraph,
  type Graph,
} from '#shared/graph/index.ts';
import { addNode, node, nodes } from './graph-parts.ts';
import { list, type StepsRow } from './row.ts';

/** Graphs and changes of graphs in the shapes that take longest. */

const wire = (from: string, to: string, pin = 'in') => ({
  from: [from, 'out'] as [string, string],
  to: [to, pin] as [string, string],
});
const connect = (from: string, to: string, pin = 'in'): PatchOperation => ({
  op: 'connect',
  ...wire(from, to, pin),
});
const disconnect = (from: string, to: string, pin = 'in'): PatchOperation => ({
  op: 'disconnect',
  ...wire(from, to, pin),
});

const some = (count: number): Graph => ({ nodes: list(count, (at) => node(`n${at}`)), connections: [] });
/** A graph of its own, so that no index of an earlier measurement stands. */
const fresh = (graph: Graph): Graph => ({ nodes: [...graph.nodes], connections: [...graph.connections] });

/** What the service does with a body of operations, and what undoes it. */
const patch = (
  base: number,
  operationsOf: (count: number) => PatchOperation[],
  graphOf = some,
): StepsRow => ({
  base,
  prepare(count) {
    const operations = operationsOf(count);
    const graph = graphOf(count);
    return () => {
      planWrite('p', fresh(graph), coalesce(operations));
      const applied = applyWithInverse(fresh(graph), operations);
      if (applied.ok) applyWithInverse(applied.graph, applied.inverse);
    };
  },
});

/** The same edits, here and by somebody else. */
const merge = (
  base: number,
  operationsOf: (count: number) => PatchOperation[],
  graphOf = some,
): StepsRow => ({
  base,
  prepare(count) {
    const operations = operationsOf(count);
    const graph = graphOf(count);
    return () => {
      const half = Math.floor(operations.length / 2);
      const theirs = applyLenient(fresh(graph), operations.slice(0, half)).graph;
      rebase(fresh(graph), operations.slice(half / 2), fresh(theirs));
      diff(fresh(graph), fresh(theirs));
    };
  },
});

const graphs = (base: number, graphOf: (count: number) => Graph): StepsRow => ({
  base,
  prepare(count) {
    const graph = graphOf(count);
    return () => {
      validateGraph(graph, nodes);
      validateGraph(graph);
    };
  },
});

const chain = (count: number): Graph => ({
  nodes: list(count, (at) => node(`n${at}`)),
  connections: list(count - 1, (at) => wire(`n${at}`, `n${at + 1}`)),
});

interface Edits {
  base: number;
  operationsOf: (count: number) => PatchOperation[];
  graphOf?: (count: number) => Graph;
}
const edits = (base: number, operationsOf: Edits['operationsOf'], graphOf = some): Edits => ({
  base,
  operationsOf,
  graphOf,
});

const EDITS: Readonly<Record<string, Edits>> = {
  'nodes are added': edits(200, (count) => list(count, (at) => addNode(`m${at}`))),
  'nodes of ids that are taken': edits(200, (count) => list(count, (at) => addNode(`n${at}`, 'other'))),
  'wires of one node to another': edits(
    200,
    (count) => list(count, (at) => connect('n0', 'n1', `in${at}`)),
    () => some(2),
  ),
  'wires to one pin': edits(
    200,
    (count) => list(count, (at) => connect(`n${at + 1}`, 'n0')),
    (count) => some(count + 1),
  ),
  'wires that come and go': edits(200, (count) =>
    list(count, (at) =>
      at % 2 === 0 ? connect('n0', 'n1', `i${at}`) : disconnect('n0', 'n1', `i${at - 1}`),
    ),
  ),
  'wires out of one node': edits(
    200,
    (count) => list(count, (at) => connect('n0', `n${at + 1}`)),
    (count) => some(count + 1),
  ),
  'a chain from its end': edits(200, (count) =>
    list(count - 1, (at) => connect(`n${count - at - 2}`, `n${count - at - 1}`)),
  ),
  'a chain from its beginning': edits(200, (count) =>
    list(count - 1, (at) => connect(`n${at}`, `n${at + 1}`)),
  ),
  'wires that would close a cycle': edits(
    200,
    (count) => list(count, (at) => connect(`n${count - 1}`, 'n0', `in${at}`)),
    chain,
  ),
  'wires that are not there': edits(
    200,
    (count) => list(count, (at) => disconnect('n0', 'n1', `in${at}`)),
    (count) => ({ ...some(2), connections: list(count, (at) => wire('n0', 'n1', `is${at}`)) }),
  ),
  'a node with all wires goes': edits(
    200,
    () => [{ op: 'removeNode', nodeId: 'n0' }],
    (count) => ({ ...some(count), connections: list(count - 1, (at) => wire('n0', `n${at + 1}`)) }),
  ),
  'nodes go from the beginning': edits(200, (count) =>
    list(count, (at): PatchOperation => ({ op: 'removeNode', nodeId: `n${at}` })),
  ),
  'nodes of a chain go': edits(
    200,
    (count) => list(count, (at): PatchOperation => ({ op: 'removeNode', nodeId: `n${at}` })),
    chain,
  ),
  'one node comes and goes': edits(200, (count) =>
    list(count, (at): PatchOperation => (at % 2 === 0 ? addNode('m') : { op: 'removeNode', nodeId: 'm' })),
  ),
  'nodes at the front': edits(200, (count) =>
    list(count, (at): PatchOperation => ({ op: 'addNode', node: node(`m${at}`), index: 0 })),
  ),
  'inputs of one node': edits(200, (count) =>
    list(count, (at): PatchOperation => ({
      op: 'setNodeInput',
      nodeId: 'n0',
      input: `i${at}`,
      value: { type: 'number', value: 1 },
    })),
  ),
  'one input again and again': edits(200, (count) =>
    list(count, (at): PatchOperation => ({
      op: 'setNodeInput',
      nodeId: 'n0',
      input: 'i',
      value: { type: 'number', value: at },
    })),
  ),
  'titles of one node': edits(200, (count) =>
    list(count, (at): PatchOperation => ({ op: 'setNodeTitle', nodeId: 'n0', title: `${at}` })),
  ),
};

const editRows = Object.fromEntries(
  Object.entries(EDITS).flatMap(([name, { base, operationsOf, graphOf }]) => [
    [`patch, ${name}`, patch(base, operationsOf, graphOf)],
    [`merge, ${name}`, merge(base, operationsOf, graphOf)],
  ]),
);

export const graphRows: Readonly<Record<string, StepsRow>> = {
  ...editRows,
  'graph, nodes of one id': graphs(200, (count) => ({
    nodes: list(count, () => node('n')),
    connections: [],
  })),
  'graph, wires to one pin': graphs(200, (count) => ({
    nodes: [node('a'), node('b')],
    connections: list(count, () => wire('a', 'b')),
  })),
  'graph, wires to pins of one node': graphs(200, (count) => ({
    nodes: [node('a'), node('b')],
    connections: list(count, (at) => wire('a', 'b', `p${at}`)),
  })),
  'graph, a chain': graphs(200, chain),
  'graph, a circle': graphs(200, (count) => ({
    ...chain(count),
    connections: [...chain(count).connections, wire(`n${count - 1}`, 'n0')],
  })),
  'graph, circles of two': graphs(200, (count) => ({
    ...some(count),
    connections: list(count / 2, (at) => [
      wire(`n${2 * at}`, `n${2 * at + 1}`),
      wire(`n${2 * at + 1}`, `n${2 * at}`),
    ]).flat(),
  })),
  'outputs of one name, applied': {
    base: 40,
    prepare: (count) => {
      const outputs = list(count, (at) => ({
        key: `Same ${' '.repeat(at % 7)}!${at % 3 === 0 ? '?' : '.'}`,
        nodeId: 'n0',
        output: { type: 'string' as const, value: 'x' },
      }));
      return () => planApply(some(2), outputs);
    },
  },
};
