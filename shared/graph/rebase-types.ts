import type { PatchOperation } from '../api/schemas/documents.ts';
import type { GraphNode } from './types.ts';

/** An operation of mine that has no place any more, with a sentence for people. */
export interface DroppedOperation {
  operation: PatchOperation;
  reason: string;
}

/** Whether a side of a clash is a whole node. */
export const isGraphNode = (value: unknown): value is GraphNode =>
  typeof value === 'object' && value !== null && 'id' in value && 'type' in value;
