import type { EditableInputValue, PatchOperation } from '../api/schemas/documents.ts';
import { assertNever } from '../language/assert-never.ts';
import type { GraphNode } from './types.ts';

/** The fields of a node that an operation sets one at a time: its title, its position, and each of its inputs. */

/** One field with a value. An input that holds no value is undefined. */
export type FieldValue =
  | { field: 'title'; value: string | null }
  | { field: 'position'; value: NonNullable<GraphNode['position']> | null }
  | { field: 'input'; input: string; value: EditableInputValue | undefined };

/** The operations that set one field. */
export type FieldOperation = Extract<
  PatchOperation,
  { op: 'setNodeTitle' | 'moveNode' | 'setNodeInput' | 'removeNodeInput' }
>;

/** The value an input holds, if one is set. */
export const inputValue = (node: GraphNode, input: string): EditableInputValue | undefined =>
  node.inputs && Object.hasOwn(node.inputs, input) ? node.inputs[input] : undefined;

/** The field that a change is about, with the value that a node has there. */
export function fieldOf(node: GraphNode, change: FieldValue): FieldValue {
  switch (change.field) {
    case 'title':
      return { field: 'title', value: node.title ?? null };
    case 'position':
      return { field: 'position', value: node.position ?? null };
    case 'input':
      return { field: 'input', input: change.input, value: inputValue(node, change.input) };
    default:
      return assertNever(change);
  }
}

/** The node with one field changed. */
export function changeField(node: GraphNode, change: FieldValue): GraphNode {
  switch (change.field) {
    case 'title':
      return { ...node, title: change.value };
    case 'position':
      return { ...node, position: change.value };
    case 'input': {
      const { input, value } = change;
      if (value !== undefined) return { ...node, inputs: { ...node.inputs, [input]: value } };
      const inputs = Object.entries(node.inputs ?? {}).filter(([name]) => name !== input);
      return { ...node, inputs: Object.fromEntries(inputs) };
    }
    default:
      return assertNever(change);
  }
}

/** The operation that sets a field. */
export function fieldOperation(nodeId: string, change: FieldValue): FieldOperation {
  switch (change.field) {
    case 'title':
      return { op: 'setNodeTitle', nodeId, title: change.value };
    case 'position':
      return { op: 'moveNode', nodeId, position: change.value };
    case 'input':
      return change.value === undefined
        ? { op: 'removeNodeInput', nodeId, input: change.input }
        : { op: 'setNodeInput', nodeId, input: change.input, value: change.value };
    default:
      return assertNever(change);
  }
}
