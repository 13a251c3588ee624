import type { PatchOperation } from '../api/schemas/documents.ts';
import { sameGraph } from './diff.ts';
import { findNode } from './graph.ts';
import { targetOf } from './operation-table.ts';
import { applyLenient } from './operations.ts';
import type { Graph } from './types.ts';

/**
 * Whether operations, as far as they can be applied, leave a graph as it is. Where they change nodes one by one, as
 * moving and typing do, it costs what they touch, and the graph keeps its index; else O(nodes + wires).
 */
export function isNoOp(graph: Graph, operations: readonly PatchOperation[]): boolean {
  const ids = new Set<string>();
  for (const operation of operations) {
    const target = targetOf(operation);
    if (target.kind !== 'field') return sameGraph(applyLenient(graph, operations).graph, graph);
    ids.add(target.nodeId);
  }
  const subgraph: Graph = { nodes: [...ids].flatMap((id) => findNode(graph, id) ?? []), connections: [] };
  return sameGraph(applyLenient(subgraph, operations).graph, subgraph);
}
