import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Batch } from '#shared/desk/index.ts';
import { applyPushedChange, callDesk, onDeskEvent, onDeskReconnect } from '#renderer/desk/index.ts';

/** The grids and batches of a project that have begun a run, newest first, as they are now. */
export function useProjectBatches(connectionId: string, projectId: string | undefined): readonly Batch[] {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['desk', 'batches-of-runs', connectionId, projectId ?? ''],
    enabled: projectId !== undefined,
    retry: false,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const query = { connectionId, ...(projectId === undefined ? {} : { projectId }) };
      return (await callDesk('listBatches', { query, signal })).batches;
    },
  });
  useEffect(() => {
    const queryKey = ['desk', 'batches-of-runs', connectionId, projectId ?? ''];
    const reread = () => void client.invalidateQueries({ queryKey });
    const cleanups = [
      onDeskEvent((event) => {
        if (event.type !== 'batch') return;
        const { batch, batchId } = event;
        const before = client.getQueryData<Batch[]>(queryKey);
        if (before?.some(({ id }) => id === batchId) !== true) {
          if (batch !== null) reread();
          return;
        }
        applyPushedChange<Batch[]>(client, queryKey, (list) =>
          list?.flatMap((each) => (each.id === batchId ? (batch ?? []) : each)),
        );
      }),
      onDeskReconnect(reread),
    ];
    return () => {
      for (const dispose of cleanups) dispose();
    };
  }, [client, connectionId, projectId]);
  return data?.filter(({ runsStarted }) => runsStarted > 0) ?? [];
}
