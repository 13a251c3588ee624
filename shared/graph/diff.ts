import type { PatchOperation } from '../api/schemas/documents.ts';
import { connectionKey } from './keys.ts';
import { fieldOperation, inputValue, type FieldOperation, type FieldValue } from './node-fields.ts';
import { jsonEqual } from '../language/json-equal.ts';
import type { Graph, GraphNode, PinRef } from './types.ts';

/** Comparing graphs. A missing title, position or value map equals null or an empty one. */

export const samePin = (a: PinRef, b: PinRef): boolean => a[0] === b[0] && a[1] === b[1];

export const sameTitle = (a: GraphNode, b: GraphNode): boolean => (a.title ?? null) === (b.title ?? null);
export const samePosition = (a: GraphNode, b: GraphNode): boolean =>
  jsonEqual(a.position ?? null, b.position ?? null);
const sameInputs = (a: GraphNode, b: GraphNode): boolean => jsonEqual(a.inputs ?? {}, b.inputs ?? {});

/** Whether two nodes hold the same, wherever they stand on the canvas. */
export const sameContent = (a: GraphNode, b: GraphNode): boolean =>
  a === b || (a.type === b.type && sameTitle(a, b) && sameInputs(a, b));

/** Whether two graphs are the same, order included. */
export const sameGraph = (a: Graph, b: Graph): boolean =>
  a === b ||
  (a.nodes.length === b.nodes.length &&
    a.connections.length === b.connections.length &&
    a.nodes.every((node, index) => {
      const candidate = b.nodes[index]!;
      return (
        node === candidate ||
        (node.id === candidate.id && sameContent(node, candidate) && samePosition(node, candidate))
      );
    }) &&
    a.connections.every((wire, index) => {
      const candidate = b.connections[index]!;
      return wire === candidate || (samePin(wire.from, candidate.from) && samePin(wire.to, candidate.to));
    }));

/** Whether two graphs make the same: the same nodes, inputs and wires, wherever they lie and in whatever order. */
export function sameWork(a: Graph, b: Graph): boolean {
  if (a === b) return true;
  if (a.nodes.length !== b.nodes.length || a.connections.length !== b.connections.length) return false;
  const nodes = new Map(b.nodes.map((node) => [node.id, node]));
  const wires = new Set(b.connections.map(connectionKey));
  return (
    a.nodes.every((node) => {
      const candidate = nodes.get(node.id);
      return candidate !== undefined && sameContent(node, candidate);
    }) && a.connections.every((wire) => wires.has(connectionKey(wire)))
  );
}

/**
 * `next` made of the nodes and wires of `before` wherever they say the same, so that whoever compares by identity sees
 * only what changed; `before` itself when nothing did.
 */
export function keepIdentity(before: Graph, next: Graph): Graph {
  if (sameGraph(before, next)) return before;
  const nodes = new Map(before.nodes.map((node) => [node.id, node]));
  const wires = new Map(before.connections.map((wire) => [connectionKey(wire), wire]));
  return {
    ...next,
    nodes: next.nodes.map((node) => {
      const old = nodes.get(node.id);
      return old && sameContent(old, node) && samePosition(old, node) ? old : node;
    }),
    connections: next.connections.map((wire) => wires.get(connectionKey(wire)) ?? wire),
  };
}

/** The fields in which two versions of a node differ, with what the later one has there; of the same id and type. */
export function changedFields(before: GraphNode, after: GraphNode): FieldValue[] {
  if (before === after) return [];
  const changes: FieldValue[] = [];
  if (!sameTitle(before, after)) changes.push({ field: 'title', value: after.title ?? null });
  if (!samePosition(before, after)) changes.push({ field: 'position', value: after.position ?? null });
  for (const input of Object.keys(before.inputs ?? {})) {
    if (inputValue(after, input) === undefined) changes.push({ field: 'input', input, value: undefined });
  }
  for (const [input, value] of Object.entries(after.inputs ?? {})) {
    if (!jsonEqual(inputValue(before, input), value)) changes.push({ field: 'input', input, value });
  }
  return changes;
}

/** The operations that turn one version of a node into another of the same id and type. */
export const nodeChanges = (before: GraphNode, after: GraphNode): FieldOperation[] =>
  changedFields(before, after).map((change) => fieldOperation(after.id, change));

/** The members of a sequence of distinct numbers that make its longest rising run. O(n log n). */
function longestRising(numbers: readonly number[]): Set<number> {
  const tails: number[] = [];
  const previous: number[] = [];
  numbers.forEach((number, at) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[tails[middle]!]! < number) low = middle + 1;
      else high = middle;
    }
    previous[at] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = at;
  });
  const members = new Set<number>();
  for (let at = tails.at(-1) ?? -1; at !== -1; at = previous[at]!) members.add(numbers[at]!);
  return members;
}

/**
 * The keys that may stay in place: in both lists, and in the same order in both.
 * @param targetIndex key → index in the target list.
 */
function unchangedKeys(keys: readonly string[], targetIndex: ReadonlyMap<string, number>): Set<string> {
  const indexes = keys.flatMap((key) => targetIndex.get(key) ?? []);
  const rising = longestRising(indexes);
  return new Set(keys.filter((key) => rising.has(targetIndex.get(key) ?? -1)));
}

/**
 * The operations that turn `base` into `target`, list order included; both must be sound graphs. A node that changed its
 * type, or its place among the others, is removed and added. Wires go before wires come, so that no step makes a cycle.
 * O((nodes + wires) log).
 */
export function diff(base: Graph, target: Graph): PatchOperation[] {
  const before = new Map(base.nodes.map((node) => [node.id, node]));
  const after = new Map(target.nodes.map((node) => [node.id, node]));
  const targetIndex = new Map(target.nodes.map((node, index) => [node.id, index]));
  const sameType = base.nodes.filter((node) => after.get(node.id)?.type === node.type);
  const unchangedNodes = unchangedKeys(
    sameType.map((node) => node.id),
    targetIndex,
  );

  const operations: PatchOperation[] = [];
  for (const { id } of base.nodes)
    if (!unchangedNodes.has(id)) operations.push({ op: 'removeNode', nodeId: id });

  const left = base.connections.filter(
    (wire) => unchangedNodes.has(wire.from[0]) && unchangedNodes.has(wire.to[0]),
  );
  const wireIndex = new Map(target.connections.map((wire, index) => [connectionKey(wire), index]));
  const unchangedWires = unchangedKeys(left.map(connectionKey), wireIndex);
  for (const wire of left) {
    if (!unchangedWires.has(connectionKey(wire)))
      operations.push({ op: 'disconnect', from: wire.from, to: wire.to });
  }

  let nodeCount = unchangedNodes.size;
  for (const [index, node] of target.nodes.entries()) {
    if (unchangedNodes.has(node.id)) {
      operations.push(...nodeChanges(before.get(node.id)!, node));
    } else {
      operations.push({ op: 'addNode', node, ...(index < nodeCount && { index }) });
      nodeCount += 1;
    }
  }

  let wireCount = unchangedWires.size;
  for (const [index, wire] of target.connections.entries()) {
    if (unchangedWires.has(connectionKey(wire))) continue;
    operations.push({ op: 'connect', from: wire.from, to: wire.to, ...(index < wireCount && { index }) });
    wireCount += 1;
  }
  return operations;
}
