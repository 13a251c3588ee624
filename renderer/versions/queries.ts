import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { VersionChange } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import { callDesk, onDeskEvent } from '#renderer/desk/index.ts';

/** Which project the history belongs to. */
export interface ProjectRef {
  connectionId: string;
  projectId: string;
}

const versionKeys = {
  all: ({ connectionId, projectId }: ProjectRef) => ['versions', connectionId, projectId] as const,
  list: (project: ProjectRef, namedOnly: boolean) =>
    [...versionKeys.all(project), 'list', namedOnly] as const,
  document: (project: ProjectRef, id: string) => ['version-document', project.connectionId, id] as const,
};

const paramsOf = ({ connectionId, projectId }: ProjectRef) => ({ connectionId, projectId });

/** Versions, newest first, a page at a time; current as long as it is shown. */
export function useVersions(project: ProjectRef, namedOnly: boolean) {
  const client = useQueryClient();
  const { connectionId, projectId } = project;
  useEffect(
    () =>
      onDeskEvent((event) => {
        if (event.type !== 'versions') return;
        if (event.connectionId !== connectionId || event.projectId !== projectId) return;
        void client.invalidateQueries({ queryKey: versionKeys.all({ connectionId, projectId }) });
      }),
    [client, connectionId, projectId],
  );
  return useInfiniteQuery({
    queryKey: versionKeys.list(project, namedOnly),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callDesk('listVersions', {
        params: paramsOf(project),
        query: {
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

/** A version's graph. It never changes, so it is read once. */
export const useVersionDocument = (project: ProjectRef, versionId: string) =>
  useQuery({
    queryKey: versionKeys.document(project, versionId),
    queryFn: ({ signal }) => callDesk('getVersion', { params: { ...paramsOf(project), versionId }, signal }),
    staleTime: Infinity,
    // Documents may be large: those that nobody looks at any more are let go.
    gcTime: 60_000,
    retry: false,
  });

export function useChangeVersion(project: ProjectRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ versionId, change }: { versionId: string; change: VersionChange }) =>
      callDesk('changeVersion', { params: { ...paramsOf(project), versionId }, body: change }),
    onSettled: () => client.invalidateQueries({ queryKey: versionKeys.all(project) }),
  });
}

export function useDeleteVersion(project: ProjectRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (versionId: string) =>
      callDesk('deleteVersion', { params: { ...paramsOf(project), versionId } }),
    onSettled: () => client.invalidateQueries({ queryKey: versionKeys.all(project) }),
  });
}

/** Keeps the project as it is now under a name. */
export function useNameCurrent(project: ProjectRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, version, graph }: { name: string; version: number; graph: Graph }) =>
      callDesk('keepVersion', {
        params: paramsOf(project),
        body: { name, version, graph, reason: 'saved' },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: versionKeys.all(project) }),
  });
}
