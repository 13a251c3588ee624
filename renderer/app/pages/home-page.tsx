import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { pagePaths, projectPath, projectViewPath, type Connection } from '#shared/desk/index.ts';
import { sendIntent } from '#renderer/desk/index.ts';
import { askForProjectExport, askForProjectImport } from '#renderer/project-files/index.ts';
import { pathOfWork, ProjectsPage } from '#renderer/projects/index.ts';
import {
  BeginMenu,
  graphToBegin,
  isEmptyBeginning,
  StartersRow,
  useBeginnings,
} from '#renderer/starters/index.ts';
import { emptyProject, makeProject } from '../parts/make-project.ts';
import { OnActiveConnection } from './on-active-connection.tsx';

/** The projects of the active connection. */
export function HomePage(): ReactElement {
  return <OnActiveConnection>{(active) => <Home key={active.id} active={active} />}</OnActiveConnection>;
}

function Home({ active: { id: connectionId, state } }: { active: Connection }): ReactElement {
  const [, navigate] = useLocation();
  const starters = useBeginnings({
    connectionId,
    isReady: state === 'ready',
    onBegin: async (beginning, signal) => {
      // A film without a graph has no name yet, as other new projects.
      if (isEmptyBeginning(beginning)) return (await emptyProject(connectionId, null)).id;
      const { name, graph } = await graphToBegin(connectionId, beginning, signal);
      signal.throwIfAborted();
      return (await makeProject(connectionId, name, graph)).id;
    },
    onOpen: (projectId, { from }) => {
      const projectRef = { connectionId, projectId };
      if (from === 'storyboard') sendIntent({ kind: 'add-first-shot', ...projectRef });
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
      isPending={state === 'starting'}
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
          starters={starters}
          isFolded={isFolded}
          onTemplates={() => navigate(pagePaths.templates)}
        />
      )}
      beginMenu={<BeginMenu starters={starters} />}
    />
  );
}
