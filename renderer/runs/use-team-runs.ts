import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DiscoveredBatch } from '#shared/desk/index.ts';
import { callDesk, onDeskEvent, onDeskReconnect } from '#renderer/desk/index.ts';
import type { RunStore } from './run-store.ts';

const NO_BATCHES: readonly DiscoveredBatch[] = [];

/**
 * Lists runs of a project that others start, as they are started.
 * @returns grids and batches that were started on other computers, newest first
 */
export function useTeamRuns(
  connectionId: string,
  projectId: string | undefined,
  runs: RunStore,
): readonly DiscoveredBatch[] {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['desk', 'discovered-batches', connectionId, projectId ?? ''],
    enabled: projectId !== undefined,
    retry: false,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const query = { connectionId, projectId: projectId ?? '' };
      return (await callDesk('listDiscoveredBatches', { query, signal })).batches;
    },
  });
  useEffect(() => {
    const queryKey = ['desk', 'discovered-batches', connectionId, projectId ?? ''];
    const reread = () => void client.invalidateQueries({ queryKey });
    const cleanups = [
      onDeskEvent((event) => {
        if (event.type !== 'run') return;
        const { run } = event;
        if (run.connectionId !== connectionId || run.projectId !== projectId) return;
        if (run.batchId === undefined) runs.noteRecord(run);
        else reread();
      }),
      onDeskReconnect(reread),
    ];
    return () => {
      for (const dispose of cleanups) dispose();
    };
  }, [client, connectionId, projectId, runs]);
  return data ?? NO_BATCHES;
}
