import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { OutputSearch } from '#shared/desk/index.ts';
import { callDesk, onDeskEvent, onDeskReconnect } from '#renderer/desk/index.ts';
import { createOutputList, type OutputList } from './output-list.ts';

/** Events of a run with many outputs are looked at together. Milliseconds. */
const REFRESH_DEBOUNCE_MS = 250;

export const galleryKeys = {
  all: (connectionId: string) => ['desk', 'outputs', connectionId] as const,
  facets: (connectionId: string, projectId: string | null) =>
    ['desk', 'outputs', connectionId, 'facets', projectId] as const,
  details: (connectionId: string, outputId: string) =>
    ['desk', 'outputs', connectionId, 'details', outputId] as const,
  collections: (connectionId: string) => ['desk', 'collections', connectionId] as const,
};

/** The outputs of a search, kept current while they are shown. @param search the same object while it is the same. */
export function useOutputList(search: OutputSearch): OutputList {
  const client = useQueryClient();
  const list = useMemo(
    () =>
      createOutputList({
        search,
        read: (body) => callDesk('searchOutputs', { body }),
      }),
    [search],
  );
  const { connectionId, projectId } = search;
  useEffect(() => {
    void list.refresh();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scheduleRefresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void list.refresh();
        void client.invalidateQueries({ queryKey: galleryKeys.all(connectionId) });
      }, REFRESH_DEBOUNCE_MS);
    };
    const unsubscribe = [
      onDeskEvent((event) => {
        if (event.type === 'collections' && event.connectionId === connectionId) {
          void client.invalidateQueries({ queryKey: galleryKeys.collections(connectionId) });
          scheduleRefresh();
        }
        if (event.type !== 'outputs' || event.connectionId !== connectionId) return;
        if (projectId === undefined || event.projectId === projectId) scheduleRefresh();
      }),
      onDeskReconnect(scheduleRefresh),
    ];
    return () => {
      clearTimeout(timer);
      for (const end of unsubscribe) end();
    };
  }, [list, client, connectionId, projectId]);
  return list;
}

export const useFacets = (connectionId: string, projectId: string | null) =>
  useQuery({
    queryKey: galleryKeys.facets(connectionId, projectId),
    queryFn: ({ signal }) =>
      callDesk('outputFacets', {
        body: { connectionId, ...(projectId === null ? {} : { projectId }) },
        signal,
      }),
  });

export const detailsQuery = (connectionId: string, outputId: string) => ({
  queryKey: galleryKeys.details(connectionId, outputId),
  queryFn: ({ signal }: { signal: AbortSignal }) => callDesk('getOutput', { params: { outputId }, signal }),
});

export const useOutputDetails = (connectionId: string, outputId: string) =>
  useQuery(detailsQuery(connectionId, outputId));

export const useCollections = (connectionId: string) =>
  useQuery({
    queryKey: galleryKeys.collections(connectionId),
    queryFn: async ({ signal }) => {
      const { collections } = await callDesk('listCollections', { query: { connectionId }, signal });
      return collections;
    },
  });
