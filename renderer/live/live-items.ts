import type { NodeResult } from '#renderer/model/node-run-state.ts';
import type { ItemEnd } from '#renderer/model/node-items.ts';
import type { RunOutput } from '#shared/api/index.ts';

/** Nodes that run for the items of lists are previewed for the item that is looked at. */

/** An item of a node that runs for lists. */
export interface LiveItem {
  /** Places from the outermost list inwards, from 0. */
  path: readonly number[];
  /** Items of the node; as many as are known where its lists are not. */
  total: number;
}

/** What tells previews of the items of a node apart. @param key of the node, which all of its items share */
export const itemKey = (key: string, item: Pick<LiveItem, 'path'> | null): string =>
  item === null ? key : `${key} item ${item.path.join('.')}`;

/** A result of one item as that of a node that runs for all: the others wait, but for those that were previewed before. */
export function resultOfItem(
  { path, total }: LiveItem,
  outputs: Record<string, RunOutput>,
  before: Pick<NodeResult, 'ends'> | undefined,
): Pick<NodeResult, 'outputs' | 'items' | 'ends'> {
  const at = path.join('.');
  const siblings = (before?.ends ?? []).filter(({ item }) => item.join('.') !== at);
  const end: ItemEnd = { item: [...path], trace: [], state: 'succeeded', outputs };
  const ends = [...siblings, end];
  return {
    outputs: {},
    items: { total: Math.max(total, ends.length), completed: ends.length, failed: 0 },
    ends,
  };
}
