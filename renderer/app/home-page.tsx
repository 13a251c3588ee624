import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { batchPath, projectPath, templatePath, type Connection } from '#shared/desk/index.ts';
import { endpoints } from '#shared/api/index.ts';
import { BatchesPage } from '#renderer/batches/index.ts';
import { KeyNeeded, LocalServiceNotice } from '#renderer/connections/index.ts';
import { activeConnectionOf, apiFor, describeProblem, useConnections } from '#renderer/desk/index.ts';
import { askForProjectExport, askForProjectImport } from '#renderer/project-files/index.ts';
import { HelpPage, startTour } from '#renderer/help/index.ts';
import { ModelsPage } from '#renderer/models/index.ts';
import { ProjectsPage } from '#renderer/projects/index.ts';
import { graphToBegin, StartersRow } from '#renderer/starters/index.ts';
import { TemplatesPage } from '#renderer/templates/index.ts';
import { ErrorState, showToast } from '#renderer/ui/index.ts';
import { makeProject } from './make-project.ts';
import { OutputsPage } from './outputs-page.tsx';
import { usePrefetch } from './use-prefetch.ts';

/** The projects of the active connection. */
export function HomePage(): ReactElement {
  const [, navigate] = useLocation();
  return (
    <OnActiveConnection>
      {(active) => (
        <ProjectsPage
          key={active.id}
          connectionId={active.id}
          waiting={active.state === 'starting'}
          onOpen={(projectId) => navigate(projectPath(active.id, projectId))}
          onImport={() => askForProjectImport()}
          onExport={({ id }) =>
            askForProjectExport({ connectionId: active.id, projectId: id, version: null, saveFirst: null })
          }
          hrefOf={(projectId) => projectPath(active.id, projectId)}
          starters={
            <StartersRow
              connectionId={active.id}
              isReady={active.state === 'ready'}
              onTemplates={() => navigate('/templates')}
              onBegin={async (beginning, signal) => {
                const { name, graph } = await graphToBegin(active.id, beginning, signal);
                signal.throwIfAborted();
                return (await makeProject(active.id, name, graph)).id;
              }}
              onOpen={(projectId) => navigate(projectPath(active.id, projectId))}
            />
          }
        />
      )}
    </OnActiveConnection>
  );
}

/** Help, with the way to the tour on the project that was changed last. */
export function HelpHome(): ReactElement {
  const [, navigate] = useLocation();
  const connections = useConnections();
  const active = connections.data ? activeConnectionOf(connections.data) : undefined;
  const tour = async (connectionId: string) => {
    const [project] = (await apiFor(connectionId)(endpoints.projects.list, { query: { limit: 1 } })).data;
    if (!project) {
      showToast({ title: 'The tour needs a project', description: 'Make one on the Projects page first.' });
      return;
    }
    startTour();
    navigate(projectPath(connectionId, project.id));
  };
  const failed = (error: unknown) =>
    showToast({ kind: 'error', title: 'The tour could not begin', description: describeProblem(error) });
  return <HelpPage onTour={active?.state === 'ready' ? () => void tour(active.id).catch(failed) : null} />;
}

/** The templates of the active connection. */
export function TemplatesHome({ templateId }: { templateId: string | null }): ReactElement {
  const [, navigate] = useLocation();
  return (
    <OnActiveConnection>
      {(active) => (
        <TemplatesPage
          key={active.id}
          connectionId={active.id}
          templateId={templateId}
          hrefOf={templatePath}
          onOpenProject={(projectId) => navigate(projectPath(active.id, projectId))}
          onDeleted={() => navigate('/templates')}
        />
      )}
    </OnActiveConnection>
  );
}

/** The models of the active connection: connected here for the local workspace, elsewhere for a hosted service. */
export function ModelsHome(): ReactElement {
  return (
    <OnActiveConnection>{(active) => <ModelsPage key={active.id} connection={active} />}</OnActiveConnection>
  );
}

/** What runs of the active connection made. */
export const GalleryHome = (): ReactElement => (
  <OnActiveConnection>
    {(active) => <OutputsPage key={active.id} connectionId={active.id} projectId={null} />}
  </OnActiveConnection>
);

/** The batches of the active connection. */
export function BatchesHome({ batchId }: { batchId: string | null }): ReactElement {
  const [, navigate] = useLocation();
  return (
    <OnActiveConnection>
      {(active) => (
        <BatchesPage
          key={active.id}
          connectionId={active.id}
          batchId={batchId}
          hrefOf={batchPath}
          onOpen={(id) => navigate(batchPath(id))}
        />
      )}
    </OnActiveConnection>
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
  return <WithLookAhead connection={active}>{children(active)}</WithLookAhead>;
}

function WithLookAhead({
  connection: { id, state },
  children,
}: {
  connection: Connection;
  children: ReactElement;
}): ReactElement {
  usePrefetch(id, null, state === 'ready');
  return children;
}
