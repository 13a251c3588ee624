const ITEM_KEY = /^(.*)\[(\d{1,9}(?:\.\d{1,9})*)\]$/s;

/** The key of an item of a list output, taken apart: `Cards[7.2]` is item `7.2` of `Cards`. Null for the key of an output itself. */
export function splitItemKey(key: string): { output: string; item: string } | null {
  const [, output, item] = ITEM_KEY.exec(key) ?? [];
  return output === undefined || item === undefined ? null : { output, item };
}
