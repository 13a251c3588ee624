import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { MediaDocumentKind } from '#shared/desk/index.ts';
import { callDesk, onDeskEvent } from '#renderer/desk/index.ts';

export interface ProjectRef {
  connectionId: string;
  projectId: string;
}

/** Whose versions. */
export interface FilmRef extends ProjectRef {
  kind: MediaDocumentKind;
}

const keyOf = ({ connectionId, projectId, kind }: FilmRef) =>
  ['film-versions', connectionId, projectId, kind] as const;

const paramsOf = ({ connectionId, projectId, kind }: FilmRef) => ({ connectionId, projectId, kind });

/** Versions of a storyboard or timeline, newest first, a page at a time; current as long as they are shown. */
export function useFilmVersions(film: FilmRef) {
  const client = useQueryClient();
  const { connectionId, projectId, kind } = film;
  useEffect(
    () =>
      onDeskEvent((event) => {
        if (event.type !== 'film-versions') return;
        if (event.connectionId !== connectionId || event.projectId !== projectId) return;
        void client.invalidateQueries({ queryKey: keyOf({ connectionId, projectId, kind }) });
      }),
    [client, connectionId, projectId, kind],
  );
  return useInfiniteQuery({
    queryKey: keyOf(film),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callDesk('listFilmVersions', {
        params: paramsOf(film),
        query: pageParam === undefined ? {} : { cursor: pageParam },
        signal,
      }),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    staleTime: 0,
  });
}

/** Versions of the graph of a project, newest first, a page at a time; current as long as they are shown. */
export function useGraphVersions({ connectionId, projectId }: ProjectRef) {
  const client = useQueryClient();
  useEffect(
    () =>
      onDeskEvent((event) => {
        if (event.type !== 'versions') return;
        if (event.connectionId !== connectionId || event.projectId !== projectId) return;
        void client.invalidateQueries({ queryKey: ['graph-versions', connectionId, projectId] });
      }),
    [client, connectionId, projectId],
  );
  return useInfiniteQuery({
    queryKey: ['graph-versions', connectionId, projectId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callDesk('listVersions', {
        params: { connectionId, projectId },
        query: pageParam === undefined ? {} : { cursor: pageParam },
        signal,
      }),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    staleTime: 0,
  });
}

export const readFilmVersion = async (film: FilmRef, versionId: string): Promise<unknown> =>
  (await callDesk('getFilmVersion', { params: { ...paramsOf(film), versionId } })).document;

export const nameFilmVersion = (film: FilmRef, versionId: string, name: string | null) =>
  callDesk('nameFilmVersion', { params: { ...paramsOf(film), versionId }, body: { name } });

export const deleteFilmVersion = (film: FilmRef, versionId: string) =>
  callDesk('deleteFilmVersion', { params: { ...paramsOf(film), versionId } });
