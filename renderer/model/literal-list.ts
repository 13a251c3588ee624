import type { EditableInputValue } from '#shared/api/index.ts';
import { listItemsOf } from '#shared/graph/held-value.ts';
import type { GraphNode } from '#shared/graph/types.ts';

/** The node types that hold their list of files themselves, and in which input. */
const FILE_LISTS: ReadonlyMap<string, string> = new Map([
  ['list/images', 'files'],
  ['list/files', 'files'],
]);

/** The files that a node brings in as its list, known before anything ran; null of other nodes. */
export function literalListOf(
  node: Pick<GraphNode, 'type' | 'inputs'> | undefined,
): readonly EditableInputValue[] | null {
  const input = node === undefined ? undefined : FILE_LISTS.get(node.type);
  return input === undefined ? null : listItemsOf(node?.inputs?.[input]);
}
