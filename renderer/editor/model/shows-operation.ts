import type { PatchOperation } from '#shared/api/index.ts';
import { findNode } from '#shared/graph/graph.ts';
import { inputValue } from '#shared/graph/node-fields.ts';
import { targetOf } from '#shared/graph/operation-table.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import type { Graph } from '#shared/graph/types.ts';
import { assertNever } from '#shared/language/assert-never.ts';

/** Whether a graph shows that an operation was applied, as far as nodes and the values of inputs tell. */
export function showsOperation(graph: Graph, operation: PatchOperation): boolean {
  const target = targetOf(operation);
  switch (target.kind) {
    case 'node':
      return (findNode(graph, target.nodeId) !== undefined) === (target.node !== null);
    case 'field': {
      const { nodeId, change } = target;
      if (change.field !== 'input') return true;
      const node = findNode(graph, nodeId);
      return jsonEqual(node && inputValue(node, change.input)?.value, change.value?.value);
    }
    case 'wire':
      return true;
    default:
      return assertNever(target);
  }
}
