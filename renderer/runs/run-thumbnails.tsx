import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactElement } from 'react';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { callDesk, onDeskEvent, useMediaUrl } from '#renderer/desk/index.ts';
import css from './run-thumbnails.module.css';

/** Pictures beside a run in a list. */
const MAX_SHOWN = 3;
/** Runs whose pictures are asked for at once. */
const MAX_RUNS = 200;

/** The first pictures that each of these runs made, by run; empty until they are read. */
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
      const shown = outputs.filter(({ kind, missing }) => kind === 'image' && !missing);
      return Map.groupBy(shown, ({ runId }) => runId);
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

/** What a run made, in small. The row says in words what it was. */
export function RunThumbnails({ outputs }: { outputs: readonly LibraryOutput[] }): ReactElement | null {
  if (outputs.length === 0) return null;
  return (
    <span className={css['thumbnails']} aria-hidden>
      {outputs.slice(0, MAX_SHOWN).map((output) => (
        <Thumbnail key={output.id} output={output} />
      ))}
    </span>
  );
}

function Thumbnail({ output }: { output: LibraryOutput }): ReactElement {
  const { fileId, connectionId, title } = output;
  const media = useMediaUrl(connectionId, fileId === null ? null : { kind: 'file', fileId }, 'thumbnail');
  return (
    <span className={css['thumbnail']} title={title.slice(0, 200)}>
      {media ? <img src={media.url} alt="" loading="lazy" decoding="async" draggable={false} /> : null}
    </span>
  );
}
