import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { MAX_ITEMS_IN_REQUEST, type Batch, type BatchItem } from '#shared/desk/index.ts';
import {
  applyPushed,
  applyPushedChange,
  callDesk,
  onDeskEvent,
  onDeskReconnect,
} from '#renderer/desk/index.ts';
import { costOfBatch, type RunsOfBatch } from '#renderer/costs/index.ts';
import { createItemCache, type ItemCache } from './item-cache.ts';

/** Which batches are listed: of a project, of a template, or all of a connection. */
export interface BatchScope {
  connectionId: string;
  projectId?: string;
  templateId?: string;
}

const listKey = (scope: BatchScope) =>
  ['desk', 'batches', scope.connectionId, scope.projectId ?? '', scope.templateId ?? ''] as const;
const batchKey = (id: string) => ['desk', 'batch', id] as const;

const batchQuery = (id: string) =>
  queryOptions({
    queryKey: batchKey(id),
    queryFn: ({ signal }) => callDesk('getBatch', { params: { batchId: id }, signal }),
    staleTime: Infinity,
  });

/** Batches of a place, newest first, as they are now. */
export function useBatches(scope: BatchScope) {
  const client = useQueryClient();
  const { connectionId, projectId, templateId } = scope;
  const key = listKey(scope);
  const list = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await callDesk('listBatches', { query: scope, signal })).batches,
    staleTime: Infinity,
  });
  useEffect(() => {
    const batchListKey = listKey({
      connectionId,
      ...(projectId === undefined ? {} : { projectId }),
      ...(templateId === undefined ? {} : { templateId }),
    });
    const stops = [
      onDeskEvent((event) => {
        if (event.type !== 'batch') return;
        const { batch, batchId } = event;
        applyPushedChange<Batch[]>(client, batchListKey, (before) => {
          if (before === undefined) return before;
          if (batch === null) return before.filter(({ id }) => id !== batchId);
          return before.map((existing) => (existing.id === batchId ? batch : existing));
        });
        const isCached = client.getQueryData<Batch[]>(batchListKey)?.some(({ id }) => id === batchId);
        if (batch !== null && isCached !== true) void client.invalidateQueries({ queryKey: batchListKey });
      }),
      onDeskReconnect(() => void client.invalidateQueries({ queryKey: batchListKey })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, connectionId, projectId, templateId]);
  return list;
}

/** One batch as it is now. */
export function useBatch(id: string) {
  const client = useQueryClient();
  const batch = useQuery(batchQuery(id));
  useEffect(() => {
    const stops = [
      onDeskEvent((event) => {
        if (event.type === 'batch' && event.batchId === id && event.batch)
          applyPushed(client, batchKey(id), event.batch);
      }),
      onDeskReconnect(() => void client.invalidateQueries({ queryKey: batchKey(id) })),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, id]);
  return batch;
}

/** What the next runs of a batch will take; null where nobody knows, undefined until it is read. */
export function useBatchEstimate({ id, counts, updatedAt }: Batch, request: RunsOfBatch) {
  const { data } = useQuery({
    queryKey: ['desk', 'batch-estimate', id, request, counts.waiting, counts.done, updatedAt],
    queryFn: ({ signal }) => costOfBatch(id, request, signal),
    enabled: request.runs > 0,
    placeholderData: (before) => before,
  });
  return data;
}

/** The items that did not work, as they are now; at most as many as one request brings of each state. */
export function useFailedItems({ id, counts }: Batch): readonly BatchItem[] {
  const { failed, canceled } = counts;
  const { data } = useQuery({
    queryKey: ['desk', 'batch-failures', id, failed, canceled],
    queryFn: async ({ signal }) => {
      const read = async (state: 'failed' | 'canceled') =>
        (
          await callDesk('listBatchItems', {
            params: { batchId: id },
            query: { state, limit: String(MAX_ITEMS_IN_REQUEST) },
            signal,
          })
        ).items;
      const failedItems = [...(await read('failed')), ...(await read('canceled'))];
      return failedItems.toSorted((a, b) => a.index - b.index).slice(0, MAX_ITEMS_IN_REQUEST);
    },
    placeholderData: (before) => before,
  });
  return data ?? [];
}

/** The items of a batch; the part that uses it is drawn anew when one changes. */
export function useItems(id: string): ItemCache {
  const cache = useMemo(() => createItemCache(id), [id]);
  useEffect(() => cache.start(), [cache]);
  useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => cache.revision(),
  );
  return cache;
}
