import { traceLabel } from '#shared/api/list-items.ts';
import type { NodeItem } from '#renderer/model/node-items.ts';
import { words } from '#renderer/words/index.ts';

/** Which item it is and where it comes from: `7 of 30 · row 7`. @param index from 0. */
export function itemLabel({ trace }: Pick<NodeItem, 'trace'>, index: number, count: number): string {
  const position = words.lists.oneOf(index + 1, count);
  return trace.length === 0 ? position : `${position} · ${traceLabel(trace)}`;
}
