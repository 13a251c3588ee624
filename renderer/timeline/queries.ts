import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
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

/** The files this computer knows of, each by its id, and the newest of a name by that. */
export function useMediaLibrary(connectionId: string): ReadonlyMap<string, FileRecord> {
  const files = useFiles(connectionId).data;
  return useMemo(() => {
    const found = new Map<string, FileRecord>();
    for (const file of files ?? []) if (!found.has(file.filename)) found.set(file.filename, file);
    for (const file of files ?? []) found.set(file.fileId, file);
    return found;
  }, [files]);
}

const byName = (files: readonly FileRecord[]): ReadonlyMap<string, FileRecord> => {
  const found = new Map<string, FileRecord>();
  for (const file of files) if (!found.has(file.filename)) found.set(file.filename, file);
  return found;
};

const filesQuery = (connectionId: string) =>
  queryOptions({
    queryKey: timelineKeys.library(connectionId),
    queryFn: async ({ signal }) => (await callDesk('listFiles', { query: { connectionId }, signal })).files,
  });

const useFiles = (connectionId: string) => useQuery(filesQuery(connectionId));

/** The files this computer knows of, by name; of several with one name the newest. */
export const useLibraryByName = (connectionId: string) =>
  useQuery({ ...filesQuery(connectionId), select: byName });
