import { indexOf } from './graph-index.ts';
import type { Graph } from './types.ts';

/** Kahn's algorithm. O(nodes + wires). */
function sortNodes(graph: Graph): { order: string[]; pendingCounts: Map<string, number> } {
  const index = indexOf(graph);
  const pendingCounts = new Map<string, number>();
  for (const node of graph.nodes) pendingCounts.set(node.id, 0);
  for (const wire of graph.connections) {
    const count = pendingCounts.get(wire.to[0]);
    if (count !== undefined && pendingCounts.has(wire.from[0])) pendingCounts.set(wire.to[0], count + 1);
  }
  const order: string[] = [];
  for (const [id, count] of pendingCounts) if (count === 0) order.push(id);
  for (const id of order) {
    for (const { value } of index.wiresOutOf(id)) {
      const left = pendingCounts.get(value.to[0]);
      if (left === undefined) continue;
      pendingCounts.set(value.to[0], left - 1);
      if (left === 1) order.push(value.to[0]);
    }
  }
  return { order, pendingCounts };
}

/**
 * All node ids, each after the nodes that feed it; the same graph always gives the same order. Wires whose ends are
 * missing do not count.
 * @throws Error when the graph has a cycle.
 */
export function topologicalOrder(graph: Graph): string[] {
  const { order, pendingCounts } = sortNodes(graph);
  if (order.length !== pendingCounts.size) throw new Error('The graph has a cycle.');
  return order;
}

/** The ids of nodes that lie on a cycle or behind one; empty for a sound graph. */
export function nodesInCycles(graph: Graph): string[] {
  const { order, pendingCounts } = sortNodes(graph);
  if (order.length === pendingCounts.size) return [];
  const sorted = new Set(order);
  return [...pendingCounts.keys()].filter((id) => !sorted.has(id));
}

function reach(graph: Graph, nodeIds: Iterable<string>, side: 'up' | 'down'): Set<string> {
  const index = indexOf(graph);
  const found = new Set<string>();
  for (const id of nodeIds) if (index.node(id)) found.add(id);
  // A Set is walked in insertion order, including what is added on the way.
  for (const id of found) {
    const wires = side === 'up' ? index.incomingWires(id) : index.wiresOutOf(id);
    for (const { value } of wires) {
      const candidate = side === 'up' ? value.from[0] : value.to[0];
      if (index.node(candidate)) found.add(candidate);
    }
  }
  return found;
}

/** The nodes given and every node that feeds them, directly or not. */
export const upstreamOf = (graph: Graph, nodeIds: Iterable<string>): Set<string> =>
  reach(graph, nodeIds, 'up');

/** The nodes given and every node they feed, directly or not. */
export const downstreamOf = (graph: Graph, nodeIds: Iterable<string>): Set<string> =>
  reach(graph, nodeIds, 'down');

/**
 * The nodes to run for what depends on some: the output nodes they feed; where there is none, the ends of what they feed.
 * In document order. O(nodes + wires).
 */
export function affectedOutputs(graph: Graph, nodeIds: Iterable<string>): string[] {
  const index = indexOf(graph);
  const below = downstreamOf(graph, nodeIds);
  const affected = graph.nodes.filter(({ id }) => below.has(id));
  const outputs = affected.filter(({ type }) => type.startsWith('output/'));
  const ends = affected.filter(({ id }) => [...index.wiresOutOf(id)].length === 0);
  return (outputs.length > 0 ? outputs : ends).map(({ id }) => id);
}
