import { useQuery } from '@tanstack/react-query';
import { Unlink } from 'lucide-react';
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { ApiError, endpoints } from '#shared/api/index.ts';
import { pagePaths, projectPath, type Connection, type ConnectionList } from '#shared/desk/index.ts';
import { activeConnectionOf, apiFor, describeProblem, useConnections } from '#renderer/desk/index.ts';
import { Button, EmptyState, ErrorState } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { EditorLoading } from '../editor/editor-loading.tsx';

const t = words.appFrame.linkedProject;

interface Search {
  /** The first connection that has the project. */
  connectionId: string | null;
  /** Connections that gave no response, each with the reason as a sentence. */
  unasked: { name: string; reason: string }[];
}

/** Asks the connections for a project, the active one first. */
async function findProject(list: ConnectionList, projectId: string, signal: AbortSignal): Promise<Search> {
  const active = activeConnectionOf(list);
  const ordered = [...(active ? [active] : []), ...list.connections.filter(({ id }) => id !== active?.id)];
  const unasked: Search['unasked'] = [];
  for (const { id, name, state } of ordered) {
    if (state === 'key-needed') {
      unasked.push({ name, reason: t.keyNeeded });
      continue;
    }
    try {
      await apiFor(id)(endpoints.projects.get, { params: { project_id: projectId }, signal });
      return { connectionId: id, unasked };
    } catch (error) {
      if (signal.aborted) throw error;
      const isResponse = error instanceof ApiError && (error.status === 404 || error.status === 403);
      if (!isResponse) unasked.push({ name, reason: describeProblem(error) });
    }
  }
  return { connectionId: null, unasked };
}

/** A project named by a link alone: finds which connection has it and goes there, or says that none has. */
export function LinkedProject({ projectId }: { projectId: string }): ReactElement {
  const [, navigate] = useLocation();
  const connections = useConnections();
  const list = connections.data;
  const search = useQuery({
    queryKey: ['linked-project', projectId],
    enabled: list !== undefined,
    queryFn: ({ signal }) => findProject(list ?? { connections: [], activeId: '' }, projectId, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const found = search.data?.connectionId ?? null;
  useEffect(() => {
    if (found !== null) navigate(projectPath(found, projectId), { replace: true });
  }, [found, projectId, navigate]);
  const error = connections.error ?? search.error;
  if (error) {
    return (
      <LinkProblem title={t.projectCouldNotSearched}>
        <ErrorState
          title={t.projectCouldNotSearched}
          text={describeProblem(error)}
          onRetry={() => void (connections.error ? connections.refetch() : search.refetch())}
        />
      </LinkProblem>
    );
  }
  if (!search.data || found !== null) return <EditorLoading />;
  const { unasked } = search.data;
  return (
    <LinkProblem title={t.noneYourConnectionsProject}>
      <EmptyState
        icon={<Unlink />}
        title={t.noneYourConnectionsProject}
        text={
          <>
            {t.linkLeadsTo(projectId)}
            {unasked.map(({ name, reason }) => (
              <span key={name}> {t.queryFailed(name, reason)}</span>
            ))}
          </>
        }
        action={
          <>
            <Button variant="primary" onClick={() => navigate(pagePaths.projects)}>
              {t.allProjects}
            </Button>
            {unasked.length > 0 ? (
              <Button busy={search.isFetching} onClick={() => void search.refetch()}>
                {words.common.tryRetry}
              </Button>
            ) : (
              <Button onClick={() => navigate(pagePaths.connections)}>{words.common.connections}</Button>
            )}
          </>
        }
      />
    </LinkProblem>
  );
}

const LinkProblem = ({ title, children }: { title: string; children: ReactNode }): ReactElement => (
  <main style={{ height: '100%' }} aria-label={title}>
    {children}
  </main>
);

/** A page of one connection; says so when this app has no such connection. */
export function OfConnection({
  connectionId,
  children,
}: {
  connectionId: Connection['id'];
  children: ReactElement;
}): ReactElement {
  const [, navigate] = useLocation();
  const { data } = useConnections();
  if (!data || data.connections.some(({ id }) => id === connectionId)) return children;
  return (
    <LinkProblem title={t.connectionNoLongerExists}>
      <EmptyState
        icon={<Unlink />}
        title={t.connectionNoLongerExists}
        text={t.addressNamesServiceApp}
        action={
          <>
            <Button variant="primary" onClick={() => navigate(pagePaths.projects)}>
              {t.allProjects}
            </Button>
            <Button onClick={() => navigate(pagePaths.connections)}>{words.common.connections}</Button>
          </>
        }
      />
    </LinkProblem>
  );
}
