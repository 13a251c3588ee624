import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { endpoints } from '#shared/api/index.ts';
import { apiFor, isConflict, readFor, readForQuery } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import { requestProject } from './ask-for-project.ts';
import { mergeFront } from './merge-front.ts';

const t = words.projects.queries;

const PAGE = 48;
/** How often the list looks for projects that were made or changed elsewhere, while it is on screen. */
const POLL_INTERVAL_MS = 30_000;

export const projectKeys = {
  all: (connectionId: string) => ['projects', connectionId] as const,
  list: (connectionId: string, search: string) => ['projects', connectionId, 'list', search] as const,
  detail: (connectionId: string, projectId: string) =>
    ['projects', connectionId, 'detail', projectId] as const,
};

/** Projects, newest change first, a page at a time; searched by the service. */
export const projectListQuery = (connectionId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: projectKeys.list(connectionId, search),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      readForQuery(connectionId, projectKeys.list(connectionId, search))(endpoints.projects.list, {
        query: { limit: PAGE, cursor: pageParam, search: search || undefined },
        signal,
      }),
    getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
  });

/** The pages read so far, and the projects they make up with what was changed while they were read. */
export function useProjects(connectionId: string, search: string, enabled = true) {
  const pages = useInfiniteQuery({
    ...projectListQuery(connectionId, search),
    enabled,
    refetchOnWindowFocus: 'always',
    refetchInterval: POLL_INTERVAL_MS,
    // A search keeps the last response on screen until the next one is there.
    placeholderData: (previous) => previous,
  });
  const { data, dataUpdatedAt, isFetching, isPlaceholderData } = pages;
  const front = useQuery({
    queryKey: [...projectKeys.all(connectionId), 'front', search, dataUpdatedAt],
    enabled: (data?.pages.length ?? 0) > 1 && !isFetching && !isPlaceholderData,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const query = { limit: PAGE, search: search || undefined };
      const page = await readFor(connectionId)(endpoints.projects.list, { query, signal });
      return { search, projects: page.data };
    },
    // What it found last stays until it is found, or not found, anew.
    placeholderData: (previous) => (previous?.search === search ? previous : undefined),
  });
  const projects = useMemo(
    () =>
      mergeFront(
        data && data.pages.length > 1 ? (front.data?.projects ?? []) : [],
        data?.pages.flatMap((page) => page.data) ?? [],
      ),
    [data, front.data],
  );
  return { ...pages, projects };
}

/** Read fresh each time: its version is what a deletion is based on. */
export const useProjectDetail = (connectionId: string, projectId: string | null) =>
  useQuery({
    queryKey: projectKeys.detail(connectionId, projectId ?? ''),
    enabled: projectId !== null,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) =>
      apiFor(connectionId)(endpoints.projects.get, { params: { project_id: projectId ?? '' }, signal }),
  });

/** Makes an empty project. `idempotencyKey` is made per intent, so that a repeated press makes one. */
export function useCreateProject(connectionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, idempotencyKey }: { name: string; idempotencyKey: string }) =>
      requestProject((signal) =>
        apiFor(connectionId)(endpoints.projects.create, { body: { name }, idempotencyKey, signal }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: projectKeys.all(connectionId) }),
  });
}

const RENAME_ATTEMPTS = 3;

/** The project got another name than the one that was to be changed. */
export class RenamedMeanwhile extends Error {
  /** What it is called now. */
  readonly current: string;
  constructor(currentName: string) {
    super(t.renamedMeanwhile(currentName));
    this.current = currentName;
  }
}

const displayName = (name: string): string => name || words.common.untitledProject;

/**
 * Gives a project a name. Someone else's change of the graph does not concern the name, so a stale version is read
 * again and the name sent once more.
 * @param previousName the name that the person changed. @throws RenamedMeanwhile when it has another one by now.
 */
export async function renameProject(
  connectionId: string,
  projectId: string,
  name: string,
  previousName: string,
) {
  const api = apiFor(connectionId);
  for (let attempt = 1; ; attempt += 1) {
    const { version, name: currentName } = await api(endpoints.projects.get, {
      params: { project_id: projectId },
    });
    if (displayName(currentName) !== displayName(previousName) && currentName !== name)
      throw new RenamedMeanwhile(currentName);
    try {
      return await api(endpoints.projects.updateMetadata, {
        params: { project_id: projectId },
        body: { expectedVersion: version, name },
      });
    } catch (error) {
      if (!isConflict(error) || attempt === RENAME_ATTEMPTS) throw error;
    }
  }
}

export function useRenameProject(connectionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      projectId,
      name,
      observed: previousName,
    }: {
      projectId: string;
      name: string;
      observed: string;
    }) => renameProject(connectionId, projectId, name, previousName),
    onSettled: () => client.invalidateQueries({ queryKey: projectKeys.all(connectionId) }),
  });
}

/** Deletes the project as the person saw it: 409 when it has another version by now. */
export function useDeleteProject(connectionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ projectId, expectedVersion }: { projectId: string; expectedVersion: number }) =>
      apiFor(connectionId)(endpoints.projects.delete, {
        params: { project_id: projectId },
        query: { expectedVersion },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...projectKeys.all(connectionId), 'list'] }),
  });
}
