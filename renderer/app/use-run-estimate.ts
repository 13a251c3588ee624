import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { estimateRun, LOCAL_CONNECTION_ID, type RunSamples } from '#shared/desk/index.ts';
import type { RunForecast } from '#shared/graph/run-forecast.ts';
import { isFreeSource } from '#shared/graph/node-type-source.ts';
import { callDesk, onDeskEvent } from '#renderer/desk/index.ts';
import { estimateLines } from '#renderer/ui/index.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { useOfForecast } from './use-of-forecast.ts';

const keyOf = (connectionId: string) => ['desk', 'estimates', connectionId] as const;

/** What nodes of a connection took so far, brought up to runs that end; undefined until it is read. */
export function useRunSamples(connectionId: string): RunSamples | undefined {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: keyOf(connectionId),
    queryFn: ({ signal }) => callDesk('getRunSamples', { params: { connectionId }, signal }),
    staleTime: Infinity,
  });
  useEffect(
    () =>
      onDeskEvent((event) => {
        if (event.type !== 'estimates' || event.connectionId !== connectionId) return;
        void client.invalidateQueries({ queryKey: keyOf(connectionId) });
      }),
    [client, connectionId],
  );
  return data;
}

/** Whether nodes of a type cost nothing: only the local service says so. */
export const isFreeIn =
  ({ catalog, ports }: EditorSession) =>
  (type: string): boolean =>
    ports.connectionId === LOCAL_CONNECTION_ID && isFreeSource(catalog.find(type)?.summary.source);

/** What a click on Run is expected to take, in lines; brought up to edits and to runs that end. */
export function useRunEstimate(connectionId: string, session: EditorSession): readonly string[] {
  const data = useRunSamples(connectionId);
  useEffect(() => {
    if (data !== undefined) session.expectations.set(data.kinds, isFreeIn(session));
  }, [data, session]);
  const linesOf = useCallback(
    ({ runs }: RunForecast): readonly string[] =>
      data === undefined
        ? []
        : estimateLines(
            estimateRun(session.store.getGraph(), runs, data.kinds, isFreeIn(session)),
            data.accuracy,
          ),
    [data, session],
  );
  return useOfForecast(session, linesOf);
}
