import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOffline } from '#renderer/desk/index.ts';
import { projectListQuery } from '#renderer/projects/index.ts';
import { creditsQuery, spendQuery } from '#renderer/spend/index.ts';
import { storyboardQuery } from '#renderer/storyboard/index.ts';
import { templateListQuery } from '#renderer/templates/index.ts';
import { timelineQuery } from '#renderer/timeline/index.ts';

/** What was read so long ago is read again when a page is opened. Milliseconds. */
const FRESH_FOR = 5 * 60_000;

/** First pages as the pages themselves ask for them: only such responses are found again without the service. */
const readers = (client: QueryClient, connectionId: string, projectId: string | null) => {
  const staleTime = FRESH_FOR;
  const ofConnection = [
    () => client.prefetchInfiniteQuery({ ...projectListQuery(connectionId, ''), staleTime }),
    () => client.prefetchInfiniteQuery({ ...templateListQuery(connectionId, '', false), staleTime }),
    () => client.prefetchQuery({ ...creditsQuery(connectionId), staleTime }),
  ];
  if (projectId === null) return ofConnection;
  return [
    () => client.prefetchQuery({ ...spendQuery(connectionId, projectId), staleTime }),
    () => client.prefetchQuery({ ...storyboardQuery(connectionId, projectId), staleTime }),
    () => client.prefetchQuery({ ...timelineQuery(connectionId, projectId), staleTime }),
    ...ofConnection,
  ];
};

/**
 * Reads the lists that this page leads to before anybody asks for them, one after another and when the page has nothing
 * else to do, so that they are known when the service is away. Again when it comes back.
 * @param ready whether what the page itself shows has been read.
 */
export function usePrefetch(connectionId: string, projectId: string | null, ready: boolean): void {
  const client = useQueryClient();
  const isOffline = useOffline(connectionId) !== null;
  useEffect(() => {
    if (!ready || isOffline) return undefined;
    let left = false;
    const readAll = async () => {
      // A read that fails is tried again by the page that needs it.
      for (const read of readers(client, connectionId, projectId)) if (!left) await read();
    };
    const idle = requestIdleCallback(() => void readAll(), { timeout: 5_000 });
    return () => {
      left = true;
      cancelIdleCallback(idle);
    };
  }, [client, connectionId, projectId, ready, isOffline]);
}
