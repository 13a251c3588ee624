import { useQuery } from '@tanstack/react-query';
import { callDesk } from '#renderer/desk/index.ts';

/** Takes that are offered; the gallery has them all. */
const MAX_TAKES = 24;

/** The output that a file is, where a run made it and this computer saw that; else null. */
export const useMaker = (connectionId: string, fileId: string) =>
  useQuery({
    queryKey: ['takes', 'maker', connectionId, fileId],
    queryFn: async ({ signal }) => {
      const body = { connectionId, fileId, limit: 1 };
      return (await callDesk('searchOutputs', { body, signal })).outputs[0] ?? null;
    },
  });

/** What the same node of the same project made, the newest first. */
export const useTakes = (connectionId: string, made: { projectId: string; nodeId: string } | null) =>
  useQuery({
    queryKey: ['takes', 'of-node', connectionId, made],
    queryFn: async ({ signal }) => {
      if (made === null) return [];
      const body = { connectionId, ...made, limit: MAX_TAKES };
      const { outputs } = await callDesk('searchOutputs', { body, signal });
      return outputs.filter(({ fileId, missing }) => fileId !== null && !missing);
    },
    enabled: made !== null,
  });
