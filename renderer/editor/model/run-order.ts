import { topologicalOrder } from '#shared/graph/topology.ts';
import type { EditorStore } from './editor-store.ts';

const cache = new WeakMap<EditorStore, { structure: number; order: readonly string[] }>();

/**
 * Nodes in the order they run; a graph with a cycle, which only a broken document has, keeps its own order. Found anew
 * only when nodes or wires came or went.
 */
export function runOrder(store: EditorStore): readonly string[] {
  const last = cache.get(store);
  if (last?.structure === store.structure) return last.order;
  const graph = store.getGraph();
  const order = topologicalOrder(graph);
  if (order.length < graph.nodes.length) {
    const visited = new Set(order);
    for (const { id } of graph.nodes) if (!visited.has(id)) order.push(id);
  }
  cache.set(store, { structure: store.structure, order });
  return order;
}
