import { queryOptions, useQuery } from '@tanstack/react-query';
import { endpoints } from '#shared/api/index.ts';
import type { FileRecord } from '#shared/desk/index.ts';
import { readFor, callDesk } from '#renderer/desk/index.ts';

export const timelineKeys = {
  of: (connectionId: string, projectId: string) => ['timeline', connectionId, projectId] as const,
  library: (connectionId: string) => ['library', connectionId] as const,
};

export const timelineQuery = (connectionId: string, projectId: string | null) =>
  queryOptions({
    queryKey: timelineKeys.of(connectionId, projectId ?? ''),
    queryFn: ({ signal }) =>
      readFor(connectionId)(endpoints.timelines.get, { params: { project_id: projectId ?? '' }, signal }),
  });

/** The timeline of a project; nothing is asked for without one. */
export const useTimeline = (connectionId: string, projectId: string | null) =>
  useQuery({ ...timelineQuery(connectionId, projectId), enabled: projectId !== null });

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
