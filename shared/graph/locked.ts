import type { PatchOperation } from '../api/schemas/documents.ts';

/** The node that an operation changes; null for one that adds, which changes none. A wire belongs to where it ends. */
function changedNode(operation: PatchOperation): string | null {
  switch (operation.op) {
    case 'addNode':
      return null;
    case 'connect':
    case 'disconnect':
      return operation.to[0];
    default:
      return operation.nodeId;
  }
}

/**
 * Takes the operations out that would move, change, rewire or remove locked nodes.
 * @returns what is left, in its order, and the ids of the locked nodes that were meant.
 */
export function omitLocked(
  operations: readonly PatchOperation[],
  isLocked: (nodeId: string) => boolean,
): { allowed: PatchOperation[]; rejected: string[] } {
  const rejected = new Set<string>();
  const allowed = operations.filter((operation) => {
    const id = changedNode(operation);
    if (id === null || !isLocked(id)) return true;
    rejected.add(id);
    return false;
  });
  return { allowed, rejected: [...rejected] };
}
