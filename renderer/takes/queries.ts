import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { callDesk, onDeskEvent } from '#renderer/desk/index.ts';

/** Takes that are offered; the gallery has them all. */
const MAX_TAKES = 24;

/** Outputs on each further page, and how many pages are read at most: a node may have made one file thousands of times. */
const MORE = 200;
const MAX_PAGES = 10;

/** Reads makers and takes again when a run of the connection has made something, or a file is gone. */
export function useFollowOutputs(connectionId: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onDeskEvent((event) => {
        if (event.type !== 'outputs' || event.connectionId !== connectionId) return;
        for (const asked of ['maker', 'of-node']) {
          void client.invalidateQueries({ queryKey: ['takes', asked, connectionId] });
        }
      }),
    [client, connectionId],
  );
}

/** The output that a file is, where a run made it and this computer saw that; else null. */
export const useMaker = (connectionId: string, fileId: string) =>
  useQuery({
    queryKey: ['takes', 'maker', connectionId, fileId],
    queryFn: async ({ signal }) => {
      const body = { connectionId, fileId, limit: 1 };
      return (await callDesk('searchOutputs', { body, signal })).outputs[0] ?? null;
    },
  });

/** What the same node of the same project made, the newest first; a file that runs made again and again is one take. */
export const useTakes = (connectionId: string, made: { projectId: string; nodeId: string } | null) =>
  useQuery({
    queryKey: ['takes', 'of-node', connectionId, made],
    queryFn: ({ signal }) => (made === null ? [] : readTakes({ connectionId, ...made }, signal)),
    enabled: made !== null,
  });

/** Reads on until there are enough takes, or no more outputs. */
async function readTakes(
  made: { connectionId: string; projectId: string; nodeId: string },
  signal: AbortSignal,
): Promise<LibraryOutput[]> {
  const takes = new Map<string, LibraryOutput>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && takes.size < MAX_TAKES; page += 1) {
    // The first page holds all that are shown, but for files that were made again.
    const limit = page === 0 ? MAX_TAKES : MORE;
    const body = { ...made, limit, ...(cursor !== undefined && { cursor }) };
    const { outputs, nextCursor } = await callDesk('searchOutputs', { body, signal });
    for (const output of outputs) {
      const { fileId, missing } = output;
      if (fileId !== null && !missing && !takes.has(fileId)) takes.set(fileId, output);
    }
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return [...takes.values()].slice(0, MAX_TAKES);
}
