import type { PatchOperation } from '../api/schemas/documents.ts';
import type { GraphNode } from './types.ts';

/** An operation of mine that has no place any more, with a sentence for people. */
export interface DroppedOperation {
  operation: PatchOperation;
  reason: string;
}

/**
 * The same field changed on both sides to different values. `theirs` stands until somebody chooses; applying
 * `operations` to the rebased graph puts mine in its place.
 */
export interface RebaseClash {
  nodeId: string;
  /** `title`, `inputs.<name>`, `wire.<input name>`, or `node` when one side deleted what the other changed. */
  field: string;
  /** The input, for `inputs.` and `wire.`. */
  input?: string;
  /** Titles are strings or null, inputs are input values or null, wires are their `from` or null, nodes are nodes or null. */
  base: unknown;
  mine: unknown;
  theirs: unknown;
  operations: PatchOperation[];
  /** Why both cannot be had, where that is not plain: a sentence. */
  reason?: string;
}

/** Whether a side of a clash is a whole node. */
export const isGraphNode = (value: unknown): value is GraphNode =>
  typeof value === 'object' && value !== null && 'id' in value && 'type' in value;
