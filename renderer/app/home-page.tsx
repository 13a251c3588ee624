import { useEffect, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { projectPath, projectViewPath, type Connection } from '#shared/desk/index.ts';
import { KeyNeeded, LocalServiceNotice } from '#renderer/connections/index.ts';
import { activeConnectionOf, describeProblem, useConnections } from '#renderer/desk/index.ts';
import { askForPart } from '#renderer/documents/index.ts';
import { askForProjectExport, askForProjectImport } from '#renderer/project-files/index.ts';
import { pathOfWork, ProjectsPage } from '#renderer/projects/index.ts';
import { BeginMenu, graphToBegin, StartersRow, useBeginnings } from '#renderer/starters/index.ts';
import { ErrorState } from '#renderer/ui/index.ts';
import { makeProject } from './make-project.ts';
import { EditorPage } from './lazy-pages.ts';
import { usePrefetch } from './use-prefetch.ts';

/** The projects of the active connection. */
export function HomePage(): ReactElement {
  useEffect(() => {
    // A project is what people open from here: its editor is there before they have found it.
    const idle = requestIdleCallback(() => void EditorPage.load().catch(() => undefined), { timeout: 2_000 });
    return () => cancelIdleCallback(idle);
  }, []);
  return <OnActiveConnection>{(active) => <Home key={active.id} active={active} />}</OnActiveConnection>;
}

function Home({ active: { id: connectionId, state } }: { active: Connection }): ReactElement {
  const [, navigate] = useLocation();
  const beginnings = useBeginnings({
    connectionId,
    isReady: state === 'ready',
    onBegin: async (beginning, signal) => {
      const { name, graph } = await graphToBegin(connectionId, beginning, signal);
      signal.throwIfAborted();
      return (await makeProject(connectionId, name, graph)).id;
    },
    onOpen: (projectId, { from }) => {
      const projectRef = { connectionId, projectId };
      if (from === 'storyboard') askForPart({ kind: 'first-shot', ...projectRef });
      navigate(
        from === 'storyboard' || from === 'film'
          ? projectViewPath(connectionId, projectId, from === 'film' ? 'timeline' : 'storyboard')
          : projectPath(connectionId, projectId),
      );
    },
  });
  return (
    <ProjectsPage
      connectionId={connectionId}
      waiting={state === 'starting'}
      onOpen={(projectId, view = null) => navigate(pathOfWork(connectionId, projectId, view))}
      onImport={() => askForProjectImport()}
      onExport={({ id }) =>
        askForProjectExport({ connectionId, projectId: id, version: null, saveFirst: null })
      }
      hrefOf={(projectId, view) => pathOfWork(connectionId, projectId, view)}
      renderStarters={(isFolded) => (
        // Drawn anew when they fold, so that a list that grew does not leave them open.
        <StartersRow
          key={String(isFolded)}
          beginnings={beginnings}
          isFolded={isFolded}
          onTemplates={() => navigate('/templates')}
        />
      )}
      beginMenu={<BeginMenu beginnings={beginnings} />}
    />
  );
}

/** What belongs to the active connection, or what has to be done before it can be read. */
export function OnActiveConnection({
  children,
}: {
  children: (active: Connection) => ReactElement;
}): ReactElement | null {
  const connections = useConnections();
  if (connections.isError) {
    return (
      <ErrorState
        title="The connections could not be read"
        text={describeProblem(connections.error)}
        onRetry={() => void connections.refetch()}
      />
    );
  }
  const active = connections.data ? activeConnectionOf(connections.data) : null;
  if (!active) return null;
  switch (active.state) {
    case 'key-needed':
      return <KeyNeeded connection={active} />;
    case 'stopped':
      if (active.kind === 'local') return <LocalServiceNotice />;
      break;
    case 'ready':
    case 'starting':
      break;
    default: {
      const unknown: never = active.state;
      return unknown;
    }
  }
  return <WithPrefetch connection={active}>{children(active)}</WithPrefetch>;
}

function WithPrefetch({
  connection: { id, state },
  children,
}: {
  connection: Connection;
  children: ReactElement;
}): ReactElement {
  usePrefetch(id, null, state === 'ready');
  return children;
}
