import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { GraphVersionDocument, VersionChange, VersionKind } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import { callDesk, onDeskEvent } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';

/** Which project the history belongs to. */
export interface ProjectRef {
  connectionId: string;
  projectId: string;
}

interface VersionFilter {
  /** Of all documents without it. */
  kind: VersionKind | undefined;
  namedOnly: boolean;
}

const keyOf = ({ connectionId, projectId }: ProjectRef) => ['versions', connectionId, projectId] as const;

const paramsOf = ({ connectionId, projectId }: ProjectRef) => ({ connectionId, projectId });

/** Versions, newest first, a page at a time; current as long as it is shown. */
export function useVersions(project: ProjectRef, { kind, namedOnly }: VersionFilter) {
  const client = useQueryClient();
  const { connectionId, projectId } = project;
  useEffect(
    () =>
      onDeskEvent((event) => {
        if (event.type !== 'versions') return;
        if (event.connectionId !== connectionId || event.projectId !== projectId) return;
        void client.invalidateQueries({ queryKey: keyOf({ connectionId, projectId }) });
      }),
    [client, connectionId, projectId],
  );
  return useInfiniteQuery({
    queryKey: [...keyOf(project), kind ?? 'all', namedOnly],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callDesk('listVersions', {
        params: paramsOf(project),
        query: {
          ...(kind === undefined ? {} : { kind }),
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
          ...(namedOnly ? { named: 'true' as const } : {}),
        },
        signal,
      }),
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
}

/** How a version's graph is read. It never changes, so it is read once. */
export const graphVersionQuery = (project: ProjectRef, versionId: string) => ({
  queryKey: ['version-document', project.connectionId, versionId] as const,
  async queryFn({ signal }: { signal: AbortSignal }): Promise<GraphVersionDocument> {
    const read = await callDesk('getVersion', { params: { ...paramsOf(project), versionId }, signal });
    if (!('graph' in read)) throw new Error(words.versions.compareView.versionCannot);
    return read;
  },
  staleTime: Infinity,
  retry: false,
});

export const useGraphVersion = (project: ProjectRef, versionId: string) =>
  // Documents may be large: those that nobody looks at any more are let go.
  useQuery({ ...graphVersionQuery(project, versionId), gcTime: 60_000 });

export function useChangeVersion(project: ProjectRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ versionId, change }: { versionId: string; change: VersionChange }) =>
      callDesk('changeVersion', { params: { ...paramsOf(project), versionId }, body: change }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(project) }),
  });
}

export function useDeleteVersion(project: ProjectRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (versionId: string) =>
      callDesk('deleteVersion', { params: { ...paramsOf(project), versionId } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(project) }),
  });
}

/** Keeps the project as it is now under a name. */
export function useNameCurrent(project: ProjectRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, version, graph }: { name: string; version: number; graph: Graph }) =>
      callDesk('keepVersion', {
        params: paramsOf(project),
        body: { kind: 'graph', name, version, graph, reason: 'saved' },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(project) }),
  });
}
