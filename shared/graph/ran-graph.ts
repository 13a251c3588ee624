import type { EditableInputValue } from '../api/schemas/documents.ts';
import type { InlineGraph, PublicRunCreateRequest } from '../api/schemas/runs.ts';
import { isReservedName } from './connect.ts';
import { findNode, inputConnection } from './graph.ts';
import { splitItemKey } from './item-key.ts';
import { stableStringify } from './stable-json.ts';
import { upstreamOf } from './topology.ts';
import type { Graph, GraphNode, PinRef } from './types.ts';

/** The graph that a run executed, and what of it made an output. */

type InputOverrides = NonNullable<PublicRunCreateRequest['inputOverrides']>;
type AnyInputValue = InputOverrides[string][string];

/** Files have two spellings: `fileId` in the values of runs, `value` in documents. This gives the document's. */
export function asDocumentValue(value: AnyInputValue): EditableInputValue {
  if (value.type !== 'file' || !('fileId' in value) || typeof value.fileId !== 'string') return value;
  return 'value' in value && value.value !== undefined && value.value !== null
    ? value
    : { type: 'file', value: value.fileId };
}

/** A graph that was sent with a run, as a document has it. */
export function graphOfInline(graph: InlineGraph): Graph {
  const end = (input: PinRef | { nodeId: string; pin: string }): PinRef =>
    Array.isArray(input) ? input : [input.nodeId, input.pin];
  return {
    nodes: graph.nodes.map(({ id, type, title = null, position = null, inputs = {} }) => ({
      id,
      type,
      title,
      position,
      inputs: Object.fromEntries(
        Object.entries(inputs).map(([name, value]) => [name, asDocumentValue(value)]),
      ),
    })),
    connections: (graph.connections ?? []).map(({ from, to }) => ({ from: end(from), to: end(to) })),
  };
}

/**
 * The graph with the inputs that a run overrode: each holds the given value, and its wire does not count. Overrides of
 * nodes that the graph does not have change nothing.
 */
export function withInputOverrides(graph: Graph, overrides: InputOverrides): Graph {
  const input = new Map(Object.entries(overrides));
  if (input.size === 0) return graph;
  return {
    nodes: graph.nodes.map((node) => {
      const inputs = input.get(node.id);
      if (inputs === undefined) return node;
      const values = Object.entries(inputs).map(([name, value]) => [name, asDocumentValue(value)] as const);
      return { ...node, inputs: { ...node.inputs, ...Object.fromEntries(values) } };
    }),
    connections: graph.connections.filter(({ to }) => {
      const inputs = input.get(to[0]);
      return inputs === undefined || !Object.hasOwn(inputs, to[1]);
    }),
  };
}

/** The name written at an output node; its title or id without one. */
function outputNodeName(node: GraphNode): string {
  const raw = node.inputs?.['name']?.value;
  const names = [typeof raw === 'string' ? raw.trim() : '', node.title?.trim() ?? ''];
  return names.find((name) => name !== '' && !isReservedName(name)) ?? node.id;
}

/**
 * Finds the node that an output of a run came from, by its key: the name of an output node (the second of a name ends in
 * ` 2`), or `NODE.PIN`. Null when the graph has no such node.
 */
export function nodesOfOutputs(graph: Graph): (key: string) => GraphNode | null {
  const named = new Map<string, GraphNode>();
  // Where to go on counting: ten thousand nodes of one name are not counted from the start each.
  const counts = new Map<string, number>();
  for (const node of graph.nodes) {
    if (!node.type.startsWith('output/')) continue;
    const name = outputNodeName(node);
    let unique = name;
    let count = counts.get(name) ?? 2;
    for (; named.has(unique); count += 1) unique = `${name} ${count}`;
    counts.set(name, count);
    named.set(unique, node);
  }
  return (key) => {
    const output = named.get(key) ?? named.get(splitItemKey(key)?.output ?? '');
    if (output) return output;
    for (let dot = key.indexOf('.'); dot > 0; dot = key.indexOf('.', dot + 1)) {
      const node = findNode(graph, key.slice(0, dot));
      if (node) return node;
    }
    return null;
  };
}

/** A value that was typed or chosen somewhere above an output. */
export interface RanInput {
  nodeId: string;
  nodeType: string;
  nodeTitle: string | null;
  name: string;
  value: EditableInputValue;
}

/** The inputs that an output of `nodeId` was made from: of the node and of all that feed it, where no wire is plugged in. */
export function inputsBehind(graph: Graph, nodeId: string): RanInput[] {
  const above = upstreamOf(graph, [nodeId]);
  return graph.nodes.flatMap((node) =>
    above.has(node.id)
      ? Object.entries(node.inputs ?? {}).flatMap(([name, value]): RanInput[] =>
          inputConnection(graph, node.id, name)
            ? []
            : [{ nodeId: node.id, nodeType: node.type, nodeTitle: node.title ?? null, name, value }],
        )
      : [],
  );
}

/** Whether an input only chooses one of many equal results: a seed, or the variation of the AI nodes. */
export const isSeedInput = (name: string): boolean => /(?:^|[_-])seed$|[a-z]Seed$|^variation$/.test(name);

/** A text that is the same for outputs which differ in nothing but seeds, titles and places on the canvas. */
export function seedlessText(graph: Graph, nodeId: string, key: string): string {
  const above = upstreamOf(graph, [nodeId]);
  const inputs = new Map<string, [string, unknown][]>();
  for (const { nodeId: id, name, value } of inputsBehind(graph, nodeId)) {
    if (!isSeedInput(name)) inputs.set(id, [...(inputs.get(id) ?? []), [name, value]]);
  }
  const nodes = graph.nodes
    .filter(({ id }) => above.has(id))
    .map(({ id, type }) => ({ id, type, inputs: Object.fromEntries(inputs.get(id) ?? []) }))
    .sort((first, second) => (first.id < second.id ? -1 : 1));
  const wires = graph.connections
    .filter(({ from, to }) => above.has(from[0]) && above.has(to[0]))
    .map(({ from, to }) => JSON.stringify([from, to]))
    .sort();
  return stableStringify({ key, nodes, wires });
}
