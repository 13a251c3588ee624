import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Takes what the desktop process has just told. What is being read meanwhile was written before, and may come later: it
 * would stand until the next change, so that a page took a service that is away for one that answers.
 */
export function applyPushed(client: QueryClient, queryKey: QueryKey, pushed: unknown): void {
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, pushed);
}

/**
 * Changes a cached list by what the desktop process has just told. What is being read meanwhile may not hold the change yet,
 * and is read once more.
 * @param change the data that is there with the change; undefined while nothing is there.
 */
export function applyPushedChange<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (before: Data | undefined) => Data | undefined,
): void {
  client.setQueryData<Data>(queryKey, change);
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (query?.state.fetchStatus !== 'fetching' || pendingReads.has(query)) return;
  // One read after the one that is going on, however many changes come meanwhile: a canceled one might never end.
  pendingReads.add(query);
  void Promise.resolve(query.promise)
    .catch(() => undefined)
    .finally(() => {
      pendingReads.delete(query);
      void client.invalidateQueries({ queryKey, exact: true });
    });
}

/** Queries that are read once more when their present read has ended. */
const pendingReads = new WeakSet<object>();
