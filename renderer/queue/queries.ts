import { useInfiniteQuery, useQuery, type QueryClient } from '@tanstack/react-query';
import { callDesk, onDeskEvent } from '#renderer/desk/index.ts';

/** A page asks for the queue anew at most this often. Milliseconds. */
const REFRESH_INTERVAL_MS = 700;

const queueKey = (connectionId: string) => ['desk', 'queue', connectionId] as const;

/** How much goes on at a connection and how far it is. @param connectionId null while none is chosen. */
export const useQueueSummary = (connectionId: string | null) =>
  useQuery({
    queryKey: [...queueKey(connectionId ?? ''), 'summary'],
    enabled: connectionId !== null,
    queryFn: ({ signal }) =>
      callDesk('queueSummary', { query: { connectionId: connectionId ?? '' }, signal }),
    staleTime: Infinity,
  });

/** What goes on and what waits, page by page. */
export const useQueueItems = (connectionId: string) =>
  useInfiniteQuery({
    queryKey: [...queueKey(connectionId), 'items'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      callDesk('listQueue', {
        query: { connectionId, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: Infinity,
  });

/** What ended last. */
export const useFinishedItems = (connectionId: string) =>
  useQuery({
    queryKey: [...queueKey(connectionId), 'ended'],
    queryFn: async ({ signal }) => (await callDesk('listEnded', { query: { connectionId }, signal })).items,
    staleTime: Infinity,
  });

/** Reads the queue of a connection anew. */
export const refreshQueue = (client: QueryClient, connectionId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: queueKey(connectionId) });

/** Keeps what is shown of queues current. @returns what ends it. */
export function followQueues(client: QueryClient): () => void {
  const pending = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  const refresh = () => {
    timer = undefined;
    refreshedAt = performance.now();
    for (const connectionId of pending) void refreshQueue(client, connectionId);
    pending.clear();
  };
  const stop = onDeskEvent((event) => {
    const connectionId =
      event.type === 'queue'
        ? event.connectionId
        : event.type === 'run'
          ? event.run.connectionId
          : event.type === 'batch'
            ? event.batch?.connectionId
            : event.type === 'upload'
              ? event.upload.connectionId
              : event.type === 'transfer'
                ? event.transfer.connectionId
                : null;
    if (connectionId === null) return;
    if (connectionId !== undefined) pending.add(connectionId);
    // A batch that was deleted no longer says where it was.
    else
      for (const { queryKey } of client.getQueryCache().findAll({ queryKey: ['desk', 'queue'] })) {
        pending.add(String(queryKey[2]));
      }
    timer ??= setTimeout(refresh, Math.max(0, refreshedAt + REFRESH_INTERVAL_MS - performance.now()));
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
