import type { BatchValue } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';

/** Values of one item. Bytes. */
const MAX_ITEM_BYTES = 1024 * 1024;

/**
 * @param item its index
 * @returns how many bytes the values take. @throws DeskError `INVALID_REQUEST` when they cannot be those of an item.
 */
export function checkItemValues(fields: number, item: number, values: readonly BatchValue[]): number {
  if (values.length !== fields) {
    throw new DeskError('INVALID_REQUEST', `Item ${item} needs ${fields} values.`);
  }
  const size = Buffer.byteLength(JSON.stringify(values));
  if (size > MAX_ITEM_BYTES) {
    throw new DeskError(
      'INVALID_REQUEST',
      `The values of item ${item + 1} are longer than 1 MB. Shorten them.`,
    );
  }
  return size;
}
