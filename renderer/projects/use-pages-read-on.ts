import { useEffect, useState } from 'react';

/** Entries that are read without being asked for. */
const MAX_READ = 2000;

/** A list that is read a page at a time, as `useInfiniteQuery` has it. */
interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * Reads a list page after page, so that it can be searched or sorted here; after 2,000 entries it stops until it is told to
 * go on, for as many more.
 * @param count entries that are here.
 * @param isEnabled whether more than what is shown is needed.
 */
export function usePagesReadOn(pages: Pages, count: number, isEnabled: boolean) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  const [max, setMax] = useState(MAX_READ);
  const isReading = isEnabled && hasNextPage && !isFetchNextPageError && count < max;
  // A page may come before anything was drawn without it.
  const readFrom = isReading && !isFetchingNextPage ? count : null;
  useEffect(() => {
    if (readFrom !== null) void fetchNextPage();
  }, [readFrom, fetchNextPage]);
  return {
    isReading,
    /** Entries that were read, where there are more; null where all are here or will be. */
    readOnly: isEnabled && hasNextPage && !isReading ? count : null,
    readOn: (): void => {
      setMax(count + MAX_READ);
      // After a failure too.
      void fetchNextPage();
    },
  };
}
