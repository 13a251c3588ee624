interface Dated {
  id: string;
  /** ISO. */
  at: string;
}

export interface DatedList<T extends Dated> {
  /** Newest first, as far as it was read. */
  items: readonly T[];
  hasMore: boolean;
}

/**
 * Several lists as one, newest first: as far as all of them are read, so that reading more only adds below.
 */
export function mergeByDate<T extends Dated>(lists: readonly DatedList<T>[]): T[] {
  const ends = lists.flatMap(({ items, hasMore }) => (hasMore ? [items.at(-1)?.at ?? '9999'] : []));
  const end = ends.reduce((latest, at) => (at > latest ? at : latest), '');
  return lists
    .flatMap(({ items }) => items)
    .filter(({ at }) => at >= end)
    .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
