import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callDesk, onDeskEvent } from '#renderer/desk/index.ts';

/** Takes that are offered; the gallery has them all. */
const MAX_TAKES = 24;

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
    queryFn: async ({ signal }) => {
      if (made === null) return [];
      const body = { connectionId, ...made, limit: MAX_TAKES };
      const { outputs } = await callDesk('searchOutputs', { body, signal });
      const files = new Set<string>();
      return outputs.filter(({ fileId, missing }) => {
        if (fileId === null || missing || files.has(fileId)) return false;
        files.add(fileId);
        return true;
      });
    },
    enabled: made !== null,
  });
