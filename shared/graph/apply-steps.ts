import { MAX_NODE_INPUTS } from '../api/schemas/counts.ts';
import type { PatchOperation } from '../api/schemas/documents.ts';
import { connectRejection, hasWire, isReservedName, resolvePin, reservedRejection } from './connect.ts';
import type { GraphIndex } from './graph-index.ts';
import { changeField, fieldOperation, fieldOf, inputValue, type FieldValue } from './node-fields.ts';
import type { Entry } from './ordered-list.ts';
import type { GraphConnection, GraphNode, NodeCatalog, PinRef, Rejection } from './types.ts';

/** What each operation does to the index of a graph, in place. */

/** What one operation did: the operations that undo it, and how to roll it back in place. */
export interface Step {
  inverse: PatchOperation[];
  /** In order of doing; rolled back from the end. */
  rollback: (() => void)[];
  nodes: boolean;
  wires: boolean;
}

export interface StepOptions {
  /** Checks the pins of the types it has; without it only the shape of the graph is checked. */
  catalog: NodeCatalog | undefined;
  /** Whether adding a node of this type is refused. */
  isTypeRejected?: ((type: string) => boolean) | undefined;
}

const reject = (code: string, reason: string): Rejection => ({ code, reason });
const missing = (id: string): Rejection =>
  reject('NODE_MISSING', `There is no node "${id}". It may have been deleted.`);
const noStep = (): Step => ({ inverse: [], rollback: [], nodes: false, wires: false });

export const isRejection = (result: Step | Rejection): result is Rejection => 'code' in result;

/** The name of a node for people. */
const nameOf = (node: GraphNode): string => (node.title ? node.title : node.id);

/** @param position index in the list; at the end when undefined. */
export function addNode(
  index: GraphIndex,
  node: GraphNode,
  position: number | undefined,
  { catalog, isTypeRejected }: StepOptions,
): Step | Rejection {
  if (isReservedName(node.id)) return reservedRejection(node.id);
  if (index.node(node.id)) return reject('NODE_EXISTS', `There is already a node with the id "${node.id}".`);
  if (isTypeRejected?.(node.type)) {
    return reject('UNKNOWN_NODE_TYPE', `This service has no node type "${node.type}".`);
  }
  for (const input of Object.keys(node.inputs ?? {})) {
    if (isReservedName(input)) return reservedRejection(input);
    if (!resolvePin(catalog, node.type, 'inputs', input)) return unknownInput(node, input);
  }
  const entry: Entry<GraphNode> = { value: node, chunk: null };
  index.insertNode(entry, position ?? index.nodeCount);
  return {
    inverse: [{ op: 'removeNode', nodeId: node.id }],
    rollback: [() => void index.removeNode(entry)],
    nodes: true,
    wires: false,
  };
}

const unknownInput = (node: GraphNode, input: string): Rejection =>
  reject('INPUT_UNKNOWN', `"${nameOf(node)}" (${node.type}) has no input called ${input}.`);

export function removeNode(index: GraphIndex, nodeId: string): Step | Rejection {
  const entry = index.node(nodeId);
  if (!entry) return missing(nodeId);
  const step: Step = { ...noStep(), nodes: true };
  const adjacent = new Set([...index.incomingWires(nodeId), ...index.wiresOutOf(nodeId)]);
  const removed: { wire: GraphConnection; index: number }[] = [];
  for (const wire of adjacent) {
    const at = index.removeWire(wire);
    removed.push({ wire: wire.value, index: at });
    step.rollback.push(() => index.insertWire(wire, at));
    step.wires = true;
  }
  const at = index.removeNode(entry);
  step.rollback.push(() => index.insertNode(entry, at));
  // Each index was read after the removals before it, so putting back starts from the last one taken.
  step.inverse = [
    { op: 'addNode', node: entry.value, ...(at < index.nodeCount && { index: at }) },
    ...removed
      .toReversed()
      .map(({ wire, index: position }): PatchOperation => ({ op: 'connect', ...wire, index: position })),
  ];
  return step;
}

/** @param position index in the list; that of the wire it replaces, else at the end, when undefined. */
export function connect(
  index: GraphIndex,
  { from, to }: GraphConnection,
  position: number | undefined,
  { catalog }: StepOptions,
): Step | Rejection {
  const reason = connectRejection(index, from, to, catalog);
  if (reason) {
    const end = ([id, pin]: PinRef) => {
      const node = index.node(id)?.value;
      return `"${node ? nameOf(node) : id}" ${pin}`;
    };
    return reject(reason.code, `Cannot connect ${end(from)} to ${end(to)}: ${reason.reason}.`);
  }
  const step: Step = { ...noStep(), wires: true };
  const before = index.incomingWire(to[0], to[1]);
  if (before && position === undefined && hasWire(index, from, to)) return noStep();
  let target = position ?? index.wireCount;
  if (before) {
    const at = index.removeWire(before);
    step.rollback.push(() => index.insertWire(before, at));
    step.inverse = [{ op: 'connect', from: before.value.from, to: before.value.to, index: at }];
    if (position === undefined) target = at;
  } else {
    step.inverse = [{ op: 'disconnect', from, to }];
  }
  const entry: Entry<GraphConnection> = { value: { from, to }, chunk: null };
  index.insertWire(entry, target);
  step.rollback.push(() => void index.removeWire(entry));
  return step;
}

export function disconnect(index: GraphIndex, { from, to }: GraphConnection): Step | Rejection {
  for (const entry of index.wiresAt(to[0], to[1])) {
    const wire = entry.value;
    if (wire.from[0] !== from[0] || wire.from[1] !== from[1]) continue;
    const at = index.removeWire(entry);
    return {
      inverse: [{ op: 'connect', from: wire.from, to: wire.to, ...(at < index.wireCount && { index: at }) }],
      rollback: [() => index.insertWire(entry, at)],
      nodes: false,
      wires: true,
    };
  }
  return reject('WIRE_MISSING', `There is no wire from ${from.join('.')} to ${to.join('.')}.`);
}

/** Sets one field of a node. */
export function setField(
  index: GraphIndex,
  nodeId: string,
  change: FieldValue,
  { catalog }: StepOptions,
): Step | Rejection {
  const entry = index.node(nodeId);
  if (!entry) return missing(nodeId);
  const node = entry.value;
  if (change.field === 'input') {
    const hasValue = inputValue(node, change.input) !== undefined;
    if (change.value === undefined) {
      if (!hasValue) return noStep();
    } else if (isReservedName(change.input)) {
      return reservedRejection(change.input);
    } else if (!hasValue && !resolvePin(catalog, node.type, 'inputs', change.input)) {
      // An input the node holds already may be set even if the catalog has lost it since.
      return unknownInput(node, change.input);
    } else if (!hasValue && Object.keys(node.inputs ?? {}).length >= MAX_NODE_INPUTS) {
      return reject(
        'TOO_MANY_INPUTS',
        `"${nameOf(node)}" holds as many values as a node can hold. Remove one first.`,
      );
    }
  }
  entry.value = changeField(node, change);
  return {
    inverse: [fieldOperation(nodeId, fieldOf(node, change))],
    rollback: [
      () => {
        entry.value = node;
      },
    ],
    nodes: true,
    wires: false,
  };
}
