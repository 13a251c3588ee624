import { useQuery } from '@tanstack/react-query';
import { endpoints } from '#shared/api/index.ts';
import type { FileRecord } from '#shared/desk/index.ts';
import { readFor, callDesk } from '#renderer/desk/index.ts';

export const timelineKeys = {
  of: (connectionId: string, projectId: string) => ['timeline', connectionId, projectId] as const,
  library: (connectionId: string) => ['library', connectionId] as const,
};

/** The timeline of a project; nothing is asked for without one. */
export const useTimeline = (connectionId: string, projectId: string | null) =>
  useQuery({
    queryKey: timelineKeys.of(connectionId, projectId ?? ''),
    enabled: projectId !== null,
    queryFn: ({ signal }) =>
      readFor(connectionId)(endpoints.timelines.get, { params: { project_id: projectId ?? '' }, signal }),
  });

/** The files this computer knows of, by name; of several with one name the newest. */
export const useLibraryByName = (connectionId: string) =>
  useQuery({
    queryKey: timelineKeys.library(connectionId),
    queryFn: async ({ signal }) => {
      const { files } = await callDesk('listFiles', { query: { connectionId }, signal });
      const byName = new Map<string, FileRecord>();
      for (const file of files) if (!byName.has(file.filename)) byName.set(file.filename, file);
      return byName;
    },
  });
