import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { endpoints } from '#shared/api/index.ts';
import type { FileRecord } from '#shared/desk/index.ts';
import { mediaOfShot, resolveMedia, shownMedium, shotsInOrder } from '#shared/storyboard/media.ts';
import { validateStoryboard } from '#shared/storyboard/index.ts';
import { readFor, callDesk, onDeskEvent } from '#renderer/desk/index.ts';

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

/** The timeline of a project as the service has it now; nothing is asked for without one. */
export const useTimeline = (connectionId: string, projectId: string | null) =>
  useQuery({ ...timelineQuery(connectionId, projectId), enabled: projectId !== null, staleTime: 0 });

/** A shot of the storyboard with a medium, in playing order. */
export interface ShotOfStoryboard {
  id: string;
  name: string;
  /** 0: as long as its medium. */
  seconds: number;
  file: FileRecord;
}

/** The shots that can become clips: those whose first usable medium is a file here. Nothing is asked for without a project. */
export function useShots(
  connectionId: string,
  projectId: string | null,
  library: ReadonlyMap<string, FileRecord>,
): ShotOfStoryboard[] {
  const { data } = useQuery({
    queryKey: ['shots', connectionId, projectId ?? ''] as const,
    queryFn: ({ signal }) =>
      readFor(connectionId)(endpoints.storyboards.get, { params: { project_id: projectId ?? '' }, signal }),
    enabled: projectId !== null,
    // Edited on its own page, which tells no query.
    staleTime: 0,
  });
  return useMemo(() => {
    const checked = validateStoryboard(data?.document);
    if (!checked.ok) return [];
    return shotsInOrder(checked.document).flatMap(({ shot, path }, index): ShotOfStoryboard[] => {
      const find = (wanted: { fileId?: string; filename?: string }) =>
        library.get(wanted.fileId ?? '') ?? library.get(wanted.filename ?? '');
      const media = mediaOfShot(shot, path).map((medium) => resolveMedia(medium, find));
      const shown = shownMedium(media.filter((medium) => medium.kind === 'file'));
      const file = shown?.kind === 'file' && library.get(shown.file.fileId);
      if (!file) return [];
      const name = shot.name || shot.description || file.filename;
      const seconds = shot.durationSeconds || checked.document.settings.defaultFrameDuration;
      return [{ id: `${index} ${shot.id}`, name: name.slice(0, 200), seconds, file }];
    });
  }, [data, library]);
}

/** The files this computer knows of, each by its id, and the newest of a name by that. */
export function useMediaLibrary(connectionId: string): ReadonlyMap<string, FileRecord> {
  const files = useFiles(connectionId).data;
  const client = useQueryClient();
  useEffect(
    () =>
      onDeskEvent((event) => {
        const isNew = event.type === 'outputs' || (event.type === 'upload' && event.upload.state === 'done');
        if (isNew) void client.invalidateQueries({ queryKey: timelineKeys.library(connectionId) });
      }),
    [client, connectionId],
  );
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
