import type { PatchOperation } from '../api/schemas/documents.ts';

/** The field an operation sets; two operations on the same field, with nothing between that could see it, are one. */
function fieldOf(operation: PatchOperation): string | null {
  switch (operation.op) {
    case 'setNodeInput':
    case 'removeNodeInput':
      return `input\u0000${operation.nodeId}\u0000${operation.input}`;
    case 'moveNode':
      return `move\u0000${operation.nodeId}`;
    case 'setNodeTitle':
      return `title\u0000${operation.nodeId}`;
    default:
      return null;
  }
}

/** Folds a later field change into the node an addNode of the same list brings. */
function foldIntoNode(
  add: Extract<PatchOperation, { op: 'addNode' }>,
  operation: PatchOperation,
): PatchOperation | null {
  const node = add.node;
  switch (operation.op) {
    case 'setNodeInput':
      return { ...add, node: { ...node, inputs: { ...node.inputs, [operation.input]: operation.value } } };
    case 'removeNodeInput': {
      const { [operation.input]: _gone, ...inputs } = node.inputs ?? {};
      return { ...add, node: { ...node, inputs } };
    }
    case 'moveNode':
      return { ...add, node: { ...node, position: operation.position } };
    case 'setNodeTitle':
      return { ...add, node: { ...node, title: operation.title } };
    default:
      return null;
  }
}

/**
 * The same change in fewer operations: the last of several settings of one field stands for all, and fields of a node
 * added in the same list go into the addNode. Applying the result gives the graph that applying the input gives.
 */
export function coalesce(operations: readonly PatchOperation[]): PatchOperation[] {
  const kept: (PatchOperation | null)[] = [];
  const fieldAt = new Map<string, number>();
  const addedAt = new Map<string, number>();
  for (const operation of operations) {
    const field = fieldOf(operation);
    if (field !== null && 'nodeId' in operation) {
      const added = addedAt.get(operation.nodeId);
      if (added !== undefined) {
        const add = kept[added];
        const folded = add?.op === 'addNode' ? foldIntoNode(add, operation) : null;
        if (folded) {
          kept[added] = folded;
          continue;
        }
      }
      const earlier = fieldAt.get(field);
      // The later one goes where the earlier one was: between them nothing reads a field.
      if (earlier !== undefined) {
        kept[earlier] = operation;
        continue;
      }
      fieldAt.set(field, kept.length);
      kept.push(operation);
      continue;
    }
    if (operation.op === 'addNode') addedAt.set(operation.node.id, kept.length);
    if (operation.op === 'removeNode') {
      // A later node of the same id is another node: its fields start anew.
      addedAt.delete(operation.nodeId);
      for (const key of fieldAt.keys()) if (key.split('\u0000')[1] === operation.nodeId) fieldAt.delete(key);
    }
    kept.push(operation);
  }
  return kept.filter((operation) => operation !== null);
}
