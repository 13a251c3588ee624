import type { EditableInputValue, PatchOperation } from '../api/schemas/documents.ts';
import { drain, SLICE_STEPS, type Slices } from '../reading/slices.ts';
import { nodeChanges, samePin, samePosition, sameTitle } from './diff.ts';
import { findNode, inputConnection, inputConnections, outputConnections } from './graph.ts';
import { inputKey } from './keys.ts';
import { fieldOperation, inputValue } from './node-fields.ts';
import { jsonEqual } from '../language/json-equal.ts';
import type { Graph, GraphConnection, GraphNode } from './types.ts';

/** Two versions of a graph side by side, in terms that people read, and how to restore one part of it. */

/** One field of a node that is in both versions. A missing value is undefined. */
export type FieldChange =
  | { field: 'title'; before: string | null; after: string | null }
  | { field: 'type'; before: string; after: string }
  | { field: 'position'; before: GraphNode['position']; after: GraphNode['position'] }
  | {
      field: 'input';
      input: string;
      before: EditableInputValue | undefined;
      after: EditableInputValue | undefined;
    };

export type NodeChange =
  | { kind: 'added'; nodeId: string; after: GraphNode }
  | { kind: 'removed'; nodeId: string; before: GraphNode }
  /** `moved` alone when nothing but the place differs. */
  | { kind: 'changed' | 'moved'; nodeId: string; before: GraphNode; after: GraphNode; fields: FieldChange[] };

export interface GraphComparison {
  /** In the order of the newer graph; removed ones last. */
  nodes: NodeChange[];
  addedWires: GraphConnection[];
  removedWires: GraphConnection[];
}

export interface ChangeCounts {
  added: number;
  removed: number;
  changed: number;
  moved: number;
  /** Wires that came or went. */
  wires: number;
}

function fieldsOf(before: GraphNode, after: GraphNode): FieldChange[] {
  const fields: FieldChange[] = [];
  if (before.type !== after.type) fields.push({ field: 'type', before: before.type, after: after.type });
  if (!sameTitle(before, after)) {
    fields.push({ field: 'title', before: before.title ?? null, after: after.title ?? null });
  }
  for (const input of new Set([...Object.keys(before.inputs ?? {}), ...Object.keys(after.inputs ?? {})])) {
    const [old, current] = [inputValue(before, input), inputValue(after, input)];
    if (!jsonEqual(old, current)) fields.push({ field: 'input', input, before: old, after: current });
  }
  if (!samePosition(before, after)) {
    fields.push({ field: 'position', before: before.position ?? null, after: after.position ?? null });
  }
  return fields;
}

/** What turned `before` into `after`, node by node. The order of nodes and wires in their lists is no change. O(n). */
export const compareGraphs = (before: Graph, after: Graph): GraphComparison =>
  drain(compareInSlices(before, after));

/** As `compareGraphs`, with pauses. */
export function* compareInSlices(before: Graph, after: Graph): Slices<GraphComparison> {
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  const nodes: NodeChange[] = [];
  for (const [index, node] of after.nodes.entries()) {
    if (index % SLICE_STEPS === SLICE_STEPS - 1) yield;
    const was = old.get(node.id);
    old.delete(node.id);
    if (was === node) continue;
    if (!was) {
      nodes.push({ kind: 'added', nodeId: node.id, after: node });
      continue;
    }
    const fields = fieldsOf(was, node);
    if (fields.length === 0) continue;
    const kind = fields.every(({ field }) => field === 'position') ? 'moved' : 'changed';
    nodes.push({ kind, nodeId: node.id, before: was, after: node, fields });
  }
  for (const node of old.values()) nodes.push({ kind: 'removed', nodeId: node.id, before: node });
  if (before.connections === after.connections) return { nodes, addedWires: [], removedWires: [] };
  const wires = new Map<string, GraphConnection>();
  for (const [index, wire] of before.connections.entries()) {
    if (index % SLICE_STEPS === SLICE_STEPS - 1) yield;
    wires.set(inputKey(wire.to), wire);
  }
  const addedWires: GraphConnection[] = [];
  const removedWires: GraphConnection[] = [];
  for (const [index, wire] of after.connections.entries()) {
    if (index % SLICE_STEPS === SLICE_STEPS - 1) yield;
    const was = wires.get(inputKey(wire.to));
    wires.delete(inputKey(wire.to));
    if (was && samePin(was.from, wire.from)) continue;
    if (was) removedWires.push(was);
    addedWires.push(wire);
  }
  removedWires.push(...wires.values());
  return { nodes, addedWires, removedWires };
}

export function countChanges({ nodes, addedWires, removedWires }: GraphComparison): ChangeCounts {
  const of = (kind: NodeChange['kind']) => nodes.filter((change) => change.kind === kind).length;
  return {
    added: of('added'),
    removed: of('removed'),
    changed: of('changed'),
    moved: of('moved'),
    wires: addedWires.length + removedWires.length,
  };
}

const connectTo = ({ from, to }: GraphConnection): PatchOperation => ({ op: 'connect', from, to });
const disconnectFrom = ({ from, to }: GraphConnection): PatchOperation => ({ op: 'disconnect', from, to });

/**
 * The operations that bring one node back to how it was: title, values, place, and the wires that end at it. Wires from
 * and to nodes that are gone stay away; of the wires that leave it, those come back whose input is free now.
 * @param version the graph to take the node from; a node that it has not is removed.
 */
export function restoreNode(current: Graph, version: Graph, nodeId: string): PatchOperation[] {
  const was = findNode(version, nodeId);
  const is = findNode(current, nodeId);
  if (!was) return is ? [{ op: 'removeNode', nodeId }] : [];
  const operations: PatchOperation[] = [];
  const sameNode = is?.type === was.type ? is : undefined;
  const present = sameNode ? inputConnections(current, nodeId) : [];
  const requested = inputConnections(version, nodeId).filter(({ from }) => findNode(current, from[0]));
  for (const wire of present) {
    if (!requested.some(({ to }) => samePin(to, wire.to))) operations.push(disconnectFrom(wire));
  }
  if (sameNode) {
    operations.push(...nodeChanges(sameNode, was));
  } else {
    if (is) operations.push({ op: 'removeNode', nodeId });
    operations.push({ op: 'addNode', node: was });
  }
  for (const wire of requested) {
    if (!present.some(({ from, to }) => samePin(to, wire.to) && samePin(from, wire.from))) {
      operations.push(connectTo(wire));
    }
  }
  for (const wire of outputConnections(version, nodeId)) {
    if (wire.to[0] === nodeId || !findNode(current, wire.to[0])) continue;
    const used = inputConnection(current, wire.to[0], wire.to[1]);
    if (!used || (used.from[0] === nodeId && !sameNode)) operations.push(connectTo(wire));
  }
  return operations;
}

/** The operations that bring one field of a node back to how it was; none for its type, which only the node itself can change. */
export function restoreField(nodeId: string, change: FieldChange): PatchOperation[] {
  switch (change.field) {
    case 'title':
      return [fieldOperation(nodeId, { field: 'title', value: change.before })];
    case 'position':
      return [fieldOperation(nodeId, { field: 'position', value: change.before ?? null })];
    case 'input':
      return [fieldOperation(nodeId, { field: 'input', input: change.input, value: change.before })];
    case 'type':
      return [];
    default:
      return change satisfies never;
  }
}
