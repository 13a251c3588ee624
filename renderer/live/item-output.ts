import { isListOutput, type RunOutput } from '#shared/api/index.ts';
import type { GraphNode } from '#shared/graph/types.ts';
import { literalListOf } from '#renderer/model/literal-list.ts';
import { itemsOfNode, type ItemsSource } from '#renderer/model/node-items.ts';

/**
 * What a node gives, or an item of it, as one value.
 * @param result what a run has made of it. @param path of the item; empty for the whole, which is no value where it is a list.
 */
export function outputOfItem(
  node: GraphNode | undefined,
  result: ItemsSource | undefined,
  pin: string,
  path: readonly number[],
): RunOutput | null {
  if (path.length === 0) {
    const output = result?.outputs?.[pin];
    return output === undefined || isListOutput(output) ? null : output;
  }
  const key = path.join('.');
  const item = itemsOfNode(result ?? {}).find((candidate) => candidate.path.join('.') === key);
  const output = item?.outputs[pin] ?? literalFile(node, path);
  return output === null || isListOutput(output) ? null : output;
}

/** The file at a place of a list that a node holds, before anything ran. */
function literalFile(node: GraphNode | undefined, [at = -1, ...deeper]: readonly number[]): RunOutput | null {
  const file = literalListOf(node)?.[at];
  if (deeper.length > 0 || file?.type !== 'file' || typeof file.value !== 'string') return null;
  // Of which kind it is, its node says in a run.
  const contentType = node?.type === 'list/images' ? 'image/*' : 'application/octet-stream';
  return { type: 'file', fileId: file.value, filename: file.value, contentType, sizeBytes: 0 };
}
