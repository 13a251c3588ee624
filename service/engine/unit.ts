import { joinKey } from '#shared/language/join-key.ts';
import type { UnitId } from './run-node-rows.ts';

/** One text for a unit, in maps of a run. */
export const unitKey = ({ nodeId, item }: UnitId): string => (item === '' ? nodeId : joinKey(nodeId, item));

/** The place of an item as events have it. */
export const positionsOf = (item: string): number[] => item.split('.').map(Number);

/** What an event says of the item that it is about; nothing for a node as a whole. */
export const itemData = ({
  item,
  trace,
}: {
  item: string;
  trace: readonly string[];
}): Record<string, unknown> => (item === '' ? {} : { item: positionsOf(item), trace });
