import { indexOf } from '../graph/graph-index.ts';
import type { Graph, GraphNode } from '../graph/types.ts';
import { cutToBytes, pageOfLines, type LinesPage } from './text-pages.ts';

/** Bytes of one value in a graph as text; view a node by itself to read more. */
const MAX_VALUE_BYTES = 120;
const MAX_FULL_VALUE_BYTES = 2_000;

/** A value as an agent reads it: JSON, a file as `file:its id`. */
export function valueText(
  value: { type?: string | null | undefined; value?: unknown },
  bytes: number,
): string {
  if (value.type === 'file' && typeof value.value === 'string')
    return `file:${cutToBytes(value.value, bytes)}`;
  return cutToBytes(JSON.stringify(value.value ?? null), bytes);
}

function nodeLine(graph: Graph, node: GraphNode, valueBytes: number): string {
  const index = indexOf(graph);
  const title = node.title ? ` ${JSON.stringify(cutToBytes(node.title, valueBytes))}` : '';
  const position = node.position ? ` @${Math.round(node.position.x)},${Math.round(node.position.y)}` : '';
  const wires = [...index.incomingWires(node.id)].map(({ value }) => value);
  const fed = new Set(wires.map(({ to }) => to[1]));
  const values = Object.entries(node.inputs ?? {})
    .filter(([pin]) => !fed.has(pin))
    .map(([pin, value]) => ` ${pin}=${valueText(value, valueBytes)}`);
  const plugged = wires.map(({ from, to }) => ` ${to[1]}<-${from[0]}.${from[1]}`);
  return `${node.id} ${node.type}${title}${position}${values.join('')}${plugged.join('')}`;
}

/** A page of a graph as text, a line a node in document order. O(nodes of the page), beside the index of the graph. */
export const graphLines = (graph: Graph, from: number): LinesPage =>
  pageOfLines(graph.nodes.length, from, (index) => {
    const node = graph.nodes[index];
    return node === undefined ? '' : nodeLine(graph, node, MAX_VALUE_BYTES);
  });

/** One node with its values in more length, and the nodes at its wires; null where the graph has no such node. */
export function neighborLines(graph: Graph, nodeId: string): LinesPage | null {
  const index = indexOf(graph);
  const node = index.node(nodeId)?.value;
  if (!node) return null;
  const ids = new Set([
    ...[...index.incomingWires(nodeId)].map(({ value }) => value.from[0]),
    ...[...index.wiresOutOf(nodeId)].map(({ value }) => value.to[0]),
  ]);
  ids.delete(nodeId);
  const neighbors = [...ids].flatMap((id) => index.node(id)?.value ?? []);
  return pageOfLines(1 + neighbors.length, 0, (at) => {
    const neighbor = neighbors[at - 1];
    return neighbor === undefined
      ? nodeLine(graph, node, MAX_FULL_VALUE_BYTES)
      : nodeLine(graph, neighbor, MAX_VALUE_BYTES);
  });
}
