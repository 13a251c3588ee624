import type { PatchOperation, PatchOperationName } from '../api/schemas/documents.ts';
import { assertNever } from '../language/assert-never.ts';
import { joinKey } from '../language/join-key.ts';
import {
  addNode,
  connect,
  disconnect,
  removeNode,
  setField,
  type Step,
  type StepOptions,
} from './apply-steps.ts';
import type { GraphIndex } from './graph-index.ts';
import type { FieldValue } from './node-fields.ts';
import type { GraphNode, PinRef, Rejection } from './types.ts';

/**
 * All that the house knows of a patch operation, one row each. Whoever needs to know what an operation changes asks for its
 * target and tells three kinds apart, so that a new operation is a row here and nothing elsewhere.
 */

/** What an operation writes: a whole node, one field of a node, or the wire at an input. */
export type Target =
  | { kind: 'node'; nodeId: string; /** Null when the node goes. */ node: GraphNode | null }
  | { kind: 'field'; nodeId: string; change: FieldValue }
  | {
      kind: 'wire';
      from: PinRef;
      to: PinRef;
      /** False when the wire goes. */
      connected: boolean;
      /** The place in the list that the operation asks for. */
      index?: number | undefined;
    };

type Operations = { [Name in PatchOperationName]: Extract<PatchOperation, { op: Name }> };

interface OperationRow<Operation> {
  target(operation: Operation): Target;
  /** Texts that become a part of the document, for a store that cannot hold every text. */
  texts(operation: Operation): readonly string[];
  /** The operation with other ids in the place of its nodes'. */
  rename(operation: Operation, idOf: (nodeId: string) => string): Operation;
  /** Applies it in place; after a refusal nothing has changed. */
  apply(index: GraphIndex, operation: Operation, options: StepOptions): Step | Rejection;
}

const pinOf = ([nodeId, pin]: PinRef, idOf: (nodeId: string) => string): PinRef => [idOf(nodeId), pin];

const renamePins = <Operation extends { from: PinRef; to: PinRef }>(
  operation: Operation,
  idOf: (nodeId: string) => string,
): Operation => ({ ...operation, from: pinOf(operation.from, idOf), to: pinOf(operation.to, idOf) });

/** The row of an operation that sets one field of a node. */
const fieldRow = <Operation extends { nodeId: string }>(
  changeOf: (operation: Operation) => FieldValue,
  texts: (operation: Operation) => readonly string[],
): OperationRow<Operation> => ({
  target: (operation) => ({ kind: 'field', nodeId: operation.nodeId, change: changeOf(operation) }),
  texts,
  rename: (operation, idOf) => ({ ...operation, nodeId: idOf(operation.nodeId) }),
  apply: (index, operation, options) => setField(index, operation.nodeId, changeOf(operation), options),
});

const noTexts = (): readonly string[] => [];

const rows: { [Name in PatchOperationName]: OperationRow<Operations[Name]> } = {
  addNode: {
    target: ({ node }) => ({ kind: 'node', nodeId: node.id, node }),
    texts: ({ node }) => [node.id, node.type, node.title ?? ''],
    rename: (operation, idOf) => ({ ...operation, node: { ...operation.node, id: idOf(operation.node.id) } }),
    apply: (index, operation, options) => addNode(index, operation.node, operation.index, options),
  },
  removeNode: {
    target: ({ nodeId }) => ({ kind: 'node', nodeId, node: null }),
    texts: noTexts,
    rename: (operation, idOf) => ({ ...operation, nodeId: idOf(operation.nodeId) }),
    apply: (index, { nodeId }) => removeNode(index, nodeId),
  },
  connect: {
    target: ({ from, to, index }) => ({ kind: 'wire', from, to, connected: true, index }),
    texts: ({ from, to }) => [...from, ...to],
    rename: renamePins,
    apply: (index, operation, options) => connect(index, operation, operation.index, options),
  },
  disconnect: {
    target: ({ from, to }) => ({ kind: 'wire', from, to, connected: false }),
    texts: noTexts,
    rename: renamePins,
    apply: (index, operation) => disconnect(index, operation),
  },
  setNodeInput: fieldRow(({ input, value }) => ({ field: 'input', input, value }), noTexts),
  removeNodeInput: fieldRow(({ input }) => ({ field: 'input', input, value: undefined }), noTexts),
  moveNode: fieldRow(({ position }) => ({ field: 'position', value: position }), noTexts),
  setNodeTitle: fieldRow(
    ({ title }) => ({ field: 'title', value: title }),
    ({ title }) => (title === null ? [] : [title]),
  ),
};

/** Operations by name, in the form that lets a row and its operation be matched. */
type OperationOf<Name extends PatchOperationName> = { [Each in Name]: Operations[Each] & { op: Each } }[Name];

const rowOf = <Name extends PatchOperationName>(name: Name): OperationRow<OperationOf<Name>> => rows[name];

/** What an operation writes. */
export const targetOf = <Name extends PatchOperationName>(operation: OperationOf<Name>): Target =>
  rowOf<Name>(operation.op).target(operation);

/** Texts that an operation makes a part of the document. */
export const textsOf = <Name extends PatchOperationName>(operation: OperationOf<Name>): readonly string[] =>
  rowOf<Name>(operation.op).texts(operation);

/** An operation with other ids in the place of its nodes'. */
export const renameNodes = <Name extends PatchOperationName>(
  operation: OperationOf<Name>,
  idOf: (nodeId: string) => string,
): PatchOperation => rowOf<Name>(operation.op).rename(operation, idOf);

/** Applies an operation to an index, in place; after a refusal nothing has changed. */
export const applyToIndex = <Name extends PatchOperationName>(
  index: GraphIndex,
  operation: OperationOf<Name>,
  options: StepOptions,
): Step | Rejection => rowOf<Name>(operation.op).apply(index, operation, options);

/** The nodes that a target is about. */
export function nodesOf(target: Target): readonly string[] {
  switch (target.kind) {
    case 'node':
    case 'field':
      return [target.nodeId];
    case 'wire':
      return [target.from[0], target.to[0]];
    default:
      return assertNever(target);
  }
}

/** One key for each field of a node that operations set. */
export const fieldKey = (nodeId: string, change: FieldValue): string =>
  change.field === 'input' ? joinKey(nodeId, change.field, change.input) : joinKey(nodeId, change.field);
