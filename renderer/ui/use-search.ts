import { useMemo } from 'react';
import { SearchIndex } from '#shared/search/index.ts';

/**
 * What a search leaves of a list, in its order. The texts are read and folded once for a list, not with each key that is typed.
 * @param items the same array for as long as nothing of them changes.
 * @param textOf all that an item is found by; the same function for each rendering.
 */
export function useSearch<Item>(
  items: readonly Item[],
  query: string,
  textOf: (item: Item) => string,
): readonly Item[] {
  const index = useMemo(() => new SearchIndex(items, textOf), [items, textOf]);
  return useMemo(() => index.search(query), [index, query]);
}
