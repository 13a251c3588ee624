import { indexOf } from './graph-index.ts';
import type { Graph, GraphConnection, GraphNode } from './types.ts';

/** Looking things up in a graph. Each is O(1) beside the first, which makes the index (see `graph-index.ts`). */

export const emptyGraph: Graph = Object.freeze({
  nodes: Object.freeze([]) as unknown as GraphNode[],
  connections: Object.freeze([]) as unknown as GraphConnection[],
});

export const findNode = (graph: Graph, nodeId: string): GraphNode | undefined =>
  indexOf(graph).node(nodeId)?.value;

/** @throws Error when the graph has no such node. */
export function getNodeOrThrow(graph: Graph, nodeId: string): GraphNode {
  const node = findNode(graph, nodeId);
  if (!node) throw new Error(`The graph has no node "${nodeId}".`);
  return node;
}

/** The wire that ends at an input. */
export const inputConnection = (graph: Graph, nodeId: string, pin: string): GraphConnection | undefined =>
  indexOf(graph).incomingWire(nodeId, pin)?.value;

/** All wires that end at a node. */
export const inputConnections = (graph: Graph, nodeId: string): GraphConnection[] =>
  Array.from(indexOf(graph).incomingWires(nodeId), (entry) => entry.value);

/** The wires that start at a node, or at one of its outputs. */
export function outputConnections(graph: Graph, nodeId: string, pin?: string): GraphConnection[] {
  const wires = Array.from(indexOf(graph).wiresOutOf(nodeId), (entry) => entry.value);
  return pin === undefined ? wires : wires.filter((wire) => wire.from[1] === pin);
}
