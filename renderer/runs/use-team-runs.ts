import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RemoteBatch, RunRecord } from '#shared/desk/index.ts';
import { callDesk, onDeskEvent, onDeskReconnect } from '#renderer/desk/index.ts';
import { sorted, type RunStore } from './run-store.ts';

const NO_BATCHES: readonly RemoteBatch[] = [];

/** Lists a run of the project that may have been started on another computer, or what became of it. */
export function noteRecord({ store }: Pick<RunStore, 'store'>, record: RunRecord): void {
  const records = { ...store.getState().records, [record.runId]: record };
  const state = { ...store.getState(), records };
  store.setState({ records, order: sorted(state, [record.runId, ...state.order]) });
}

/**
 * Lists runs of a project that others start, as they are started.
 * @returns grids and batches that were started on other computers, newest first
 */
export function useTeamRuns(
  connectionId: string,
  projectId: string | undefined,
  runs: RunStore,
): readonly RemoteBatch[] {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['desk', 'remote-batches', connectionId, projectId ?? ''],
    enabled: projectId !== undefined,
    retry: false,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const query = { connectionId, projectId: projectId ?? '' };
      return (await callDesk('listRemoteBatches', { query, signal })).batches;
    },
  });
  useEffect(() => {
    const queryKey = ['desk', 'remote-batches', connectionId, projectId ?? ''];
    const reread = () => void client.invalidateQueries({ queryKey });
    const cleanups = [
      onDeskEvent((event) => {
        if (event.type !== 'run') return;
        const { run } = event;
        if (run.connectionId !== connectionId || run.projectId !== projectId) return;
        if (run.batchId === undefined) noteRecord(runs, run);
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
