import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ProjectFace } from '#shared/desk/index.ts';
import { searchTexts } from '#shared/search/index.ts';
import {
  callDesk,
  onDeskEvent,
  onDeskReconnect,
  useCachedAt,
  useChangeSettings,
  useOffline,
  useSettings,
} from '#renderer/desk/index.ts';
import { isProjectOrder, sortProjects, type ProjectOrder } from './project-order.ts';
import { projectKeys, useProjects } from './queries.ts';
import { useDebounced } from './use-debounced.ts';
import { usePagesReadOn } from './use-pages-read-on.ts';

const noFaces: ReadonlyMap<string, ProjectFace> = new Map();

/** Pictures, drawings and last openings of projects, from this computer; none until they are read. */
function useFaces(connectionId: string, projectIds: readonly string[]): ReadonlyMap<string, ProjectFace> {
  const client = useQueryClient();
  const key = ['desk', 'project-faces', connectionId] as const;
  const faces = useQuery<ReadonlyMap<string, ProjectFace>>({
    queryKey: [...key, projectIds],
    enabled: projectIds.length > 0,
    placeholderData: (previous) => previous,
    queryFn: async ({ signal }) => {
      const found = new Map<string, ProjectFace>();
      for (let start = 0; start < projectIds.length; start += 500) {
        const body = { connectionId, projectIds: projectIds.slice(start, start + 500) };
        const page = await callDesk('projectFaces', { body, signal });
        for (const face of page.faces) found.set(face.projectId, face);
      }
      return found;
    },
  });
  useEffect(
    () =>
      onDeskEvent((event) => {
        if (!('connectionId' in event) || event.connectionId !== connectionId) return;
        if (event.type === 'outputs' || event.type === 'versions') {
          void client.invalidateQueries({ queryKey: ['desk', 'project-faces', connectionId] });
        }
      }),
    [client, connectionId],
  );
  return faces.data ?? noFaces;
}

/** How the list is sorted, as it was left. */
function useProjectOrder(): [ProjectOrder, (order: ProjectOrder) => void] {
  const settings = useSettings();
  const change = useChangeSettings();
  const layout = settings.data?.layout ?? {};
  const saved = layout['projectOrder'];
  const order = isProjectOrder(saved) ? saved : 'recent';
  return [order, (next) => change.mutate({ layout: { ...layout, projectOrder: next } })];
}

/** The projects of a connection as the page shows them: searched, sorted, with their pictures. */
export function useProjectList(connectionId: string, text: string, isPending: boolean) {
  const search = useDebounced(text.trim(), 200);
  const offline = useOffline(connectionId);
  const [order, setOrder] = useProjectOrder();
  // Only the service searches; without it the names that are known are looked through here.
  const query = offline ? '' : search;
  const { projects, isFuzzy } = useSearchedProjects(connectionId, query);
  const cachedAt = useCachedAt(projectKeys.list(connectionId, isFuzzy ? '' : query));
  const { projects: all, refetch } = projects;
  const ids = useMemo(() => all.map(({ id }) => id), [all]);
  const faces = useFaces(connectionId, ids);
  const list = useMemo(() => {
    const isFound = query === search && !isFuzzy;
    const found = isFound ? all : searchTexts(all, search, ({ name }) => name);
    return sortProjects(found, order, faces);
  }, [all, query, search, isFuzzy, order, faces]);

  // A service that has just come up answers what it could not a moment ago.
  useEffect(() => {
    if (!isPending) void refetch();
  }, [isPending, refetch]);
  useEffect(() => onDeskReconnect(() => void refetch()), [refetch]);

  // The service knows one order alone: for another, and for typing errors, all have to be here.
  const fuzzySearch = usePagesReadOn(projects, all.length, order !== 'recent' || isFuzzy);

  const isLoading = projects.isPending || fuzzySearch.isReading;

  return { projects, list, isLoading, fuzzySearch, faces, search, offline, cachedAt, order, setOrder };
}

/** What the service finds; where it finds nothing all projects, for names that are only near what was typed. */
function useSearchedProjects(connectionId: string, search: string) {
  const found = useProjects(connectionId, search);
  const isFuzzy = search !== '' && found.isSuccess && !found.isPlaceholderData && found.projects.length === 0;
  const all = useProjects(connectionId, '', isFuzzy);
  return { projects: isFuzzy ? all : found, isFuzzy };
}
