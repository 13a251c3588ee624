import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import {
  estimateRun,
  LOCAL_CONNECTION_ID,
  pricesBySource,
  type PriceOf,
  type RunSamples,
} from '#shared/desk/index.ts';
import type { RunForecast } from '#shared/graph/run-forecast.ts';
import { callDesk, onDeskEvent } from '#renderer/desk/index.ts';
import { estimateLines, priceLabel } from '#renderer/ui/index.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { useDerivedEstimate } from './use-of-forecast.ts';

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

/** What nodes cost: only the local service says so. */
export const pricesIn = ({ catalog, ports }: EditorSession): PriceOf =>
  pricesBySource((type) =>
    ports.connectionId === LOCAL_CONNECTION_ID ? catalog.find(type)?.summary.source : undefined,
  );

/** What a click on Run is expected to take. */
export interface ExpectedRun {
  lines: readonly string[];
  /** What the button says that it costs; null for what is free or not known. */
  price: string | null;
}

const NOT_READ: ExpectedRun = { lines: [], price: null };

/** What a click on Run is expected to take; brought up to edits and to runs that end. */
export function useRunEstimate(connectionId: string, session: EditorSession): ExpectedRun {
  const data = useRunSamples(connectionId);
  useEffect(() => {
    if (data !== undefined) session.expectations.set(data.kinds, pricesIn(session));
  }, [data, session]);
  const expectedOf = useCallback(
    ({ runs, optional, paid }: RunForecast): ExpectedRun => {
      if (data === undefined) return NOT_READ;
      const graph = session.store.getGraph();
      const estimate = {
        ...estimateRun(graph, runs, data.kinds, pricesIn(session), paid),
        optional: optional.size,
      };
      return { lines: estimateLines(estimate), price: priceLabel(estimate) };
    },
    [data, session],
  );
  return useDerivedEstimate(session, expectedOf);
}
