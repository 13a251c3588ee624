import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { endpoints } from '#shared/api/index.ts';
import { MAX_FILES_SOUGHT, type FileRecord } from '#shared/desk/index.ts';
import { mediaOfShot, resolveMedia, visibleMedium, shotsInOrder } from '#shared/storyboard/media.ts';
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
      const find = (query: { fileId?: string; filename?: string }) =>
        library.get(query.fileId ?? '') ?? library.get(query.filename ?? '');
      const media = mediaOfShot(shot, path).map((medium) => resolveMedia(medium, find));
      const displayed = visibleMedium(media.filter((medium) => medium.kind === 'file'));
      const file = displayed?.kind === 'file' && library.get(displayed.file.fileId);
      if (!file) return [];
      const name = shot.name || shot.description || file.filename;
      const seconds = shot.durationSeconds || checked.document.settings.defaultFrameDuration;
      return [{ id: `${index} ${shot.id}`, name: name.slice(0, 200), seconds, file }];
    });
  }, [data, library]);
}

/** What a document of a project shows: ids of files, and names where no id is known. */
export interface MediaReference {
  fileId?: string | undefined;
  filename?: string | undefined;
}

/**
 * The files this computer knows of, each by its id, and the newest of a name by that. What a document names and nobody has seen
 * here, as the API lets anybody write it, is looked for once at the service.
 * @param named the references of the document that is shown.
 */
export function useMediaLibrary(
  connectionId: string,
  projectId: string | null = null,
  named: readonly MediaReference[] = NO_REFERENCES,
): ReadonlyMap<string, FileRecord> {
  const files = useFiles(connectionId).data;
  const client = useQueryClient();
  useEffect(
    () =>
      onDeskEvent((event) => {
        const isNew =
          event.type === 'outputs' ||
          event.type === 'files' ||
          (event.type === 'upload' && event.upload.state === 'done');
        if (isNew) void client.invalidateQueries({ queryKey: timelineKeys.library(connectionId) });
      }),
    [client, connectionId],
  );
  const found = useSoughtFiles(connectionId, projectId, { files, named });
  return useMemo(() => libraryOf([...(files ?? []), ...found]), [files, found]);
}

const NO_REFERENCES: readonly MediaReference[] = [];
const NONE_FOUND: readonly FileRecord[] = [];

/** An id of a file; what looks otherwise is the name of one. */
const FILE_ID = /^[\w-]{8,200}$/;

function libraryOf(files: readonly FileRecord[]): ReadonlyMap<string, FileRecord> {
  const found = new Map(byName(files));
  for (const file of files) found.set(file.fileId, file);
  return found;
}

/** Looks for what a document names and nobody has seen here; each reference once while the page is open. */
function useSoughtFiles(
  connectionId: string,
  projectId: string | null,
  { files, named }: { files: readonly FileRecord[] | undefined; named: readonly MediaReference[] },
): readonly FileRecord[] {
  const [found, setFound] = useState(NONE_FOUND);
  const requested = useRef(new Set<string>());
  useEffect(() => {
    if (!files || projectId === null) return undefined;
    const existing = new Set(
      files.flatMap(({ fileId, filename, formerName = filename }) => [fileId, filename, formerName]),
    );
    const missing = named.filter(
      ({ fileId = '', filename = '' }) => !existing.has(fileId) && !existing.has(filename),
    );
    const missingKeys = (keys: readonly (string | undefined)[]): string[] =>
      [...new Set(keys.flatMap((key) => (key && !requested.current.has(key) ? [key] : [])))].slice(
        0,
        MAX_FILES_SOUGHT,
      );
    const fileIds = missingKeys(missing.map(({ fileId }) => fileId)).filter((id) => FILE_ID.test(id));
    const names = missingKeys(missing.map(({ filename }) => filename));
    if (fileIds.length + names.length === 0) return undefined;
    for (const key of [...fileIds, ...names]) requested.current.add(key);
    void callDesk('findFiles', { body: { connectionId, projectId, fileIds, names } })
      .then((answer) => setFound((before) => [...before, ...answer.files]))
      // Away from the service: it is looked for again when the page is opened again.
      .catch(() => undefined);
    return undefined;
  }, [connectionId, projectId, files, named]);
  return found;
}

const byName = (files: readonly FileRecord[]): ReadonlyMap<string, FileRecord> => {
  const found = new Map<string, FileRecord>();
  for (const file of files) if (!found.has(file.filename)) found.set(file.filename, file);
  // Documents that were written before a file got another name.
  for (const file of files) {
    if (file.formerName !== undefined && !found.has(file.formerName)) found.set(file.formerName, file);
  }
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
