import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { callDesk } from './desk.ts';
import { onDeskEvent } from './events.ts';

/** Runs whose pictures are asked for at once. */
const MAX_RUNS = 200;

/** The pictures and videos among what a run made; where there are none, its texts and values. */
function facesOf(outputs: readonly LibraryOutput[]): readonly LibraryOutput[] {
  const pictures = outputs.filter(({ kind }) => kind === 'image' || kind === 'video');
  return pictures.length > 0 ? pictures : outputs.filter(({ excerpt }) => excerpt !== null && excerpt !== '');
}

/** The first pictures and videos that each of these runs made, else its texts, by run; empty until they are read. */
export function useRunPictures(
  connectionId: string,
  runIds: readonly string[],
): ReadonlyMap<string, readonly LibraryOutput[]> {
  const client = useQueryClient();
  const pictures = useQuery<ReadonlyMap<string, readonly LibraryOutput[]>>({
    queryKey: ['desk', 'run-pictures', connectionId, runIds],
    enabled: runIds.length > 0,
    placeholderData: (previous) => previous,
    queryFn: async ({ signal }) => {
      const body = { connectionId, runIds: runIds.slice(0, MAX_RUNS) };
      const { outputs } = await callDesk('outputsOfRuns', { body, signal });
      const visible = outputs.filter(({ missing }) => !missing);
      return new Map(
        [...Map.groupBy(visible, ({ runId }) => runId)].map(([runId, created]) => [runId, facesOf(created)]),
      );
    },
  });
  useEffect(
    () =>
      onDeskEvent((event) => {
        if (event.type !== 'outputs' || event.connectionId !== connectionId) return;
        void client.invalidateQueries({ queryKey: ['desk', 'run-pictures', connectionId] });
      }),
    [client, connectionId],
  );
  return pictures.data ?? new Map<string, readonly LibraryOutput[]>();
}
