import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ChevronDown, FileOutput } from 'lucide-react';
import { useState, type ComponentProps, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { endpoints } from '#shared/api/index.ts';
import { commandTable } from '#shared/commands/index.ts';
import { pagePaths, projectViewPath } from '#shared/desk/index.ts';
import {
  CommandButton,
  commandMenu,
  commands,
  CommandTextButton,
  useCommandContext,
  useCommands,
} from '#renderer/commands/index.ts';
import { readFor, sendIntent } from '#renderer/desk/index.ts';
import { mediaDocuments, useOpenDocument } from '#renderer/documents/index.ts';
import { openImport } from '#renderer/interchange/index.ts';
import { DeleteProjectDialog, projectKeys, useProjectPresence } from '#renderer/projects/index.ts';
import { SpendPage } from '#renderer/spend/index.ts';
import { Button, Menu, pane, SkipLink } from '#renderer/ui/index.ts';
import { StoryboardPage, storyboardQuery } from '#renderer/storyboard/index.ts';
import { TimelinePage } from '#renderer/timeline/index.ts';
import { words } from '#renderer/words/index.ts';
import { FilmTakes } from '../film/film-takes.tsx';
import { Credits } from '../parts/credits.tsx';
import { DocumentHistory } from '../film/document-history.tsx';
import { DocumentProposals } from '../film/document-proposals.tsx';
import { boardLinks, showShot } from '../film/film-links.ts';
import { OverflowMenu } from '../pages/more-menu.tsx';
import { OutputsPage } from '../pages/outputs-page.tsx';
import { ProjectGrids } from './project-grids.tsx';
import { ProjectTitle } from './project-title.tsx';
import { ProjectViews, type ProjectView, type ViewedProject } from './project-views.tsx';
import { usePrefetch } from '../parts/use-prefetch.ts';
import bar from '../parts/workbench.module.css';
import css from '../parts/views.module.css';

const t = words.appEditor.projectPage;

/** One project seen otherwise than as a graph. */
export function ProjectPage({
  connectionId,
  projectId,
  view,
}: ViewedProject<Exclude<ProjectView, 'graph'>>): ReactElement {
  const [, navigate] = useLocation();
  useProjectPresence(connectionId, projectId);
  const [renaming, setRenaming] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const project = useQuery({
    queryKey: [...projectKeys.all(connectionId), 'name', projectId],
    queryFn: async ({ signal }) => {
      const { name } = await readFor(connectionId)(endpoints.projects.get, {
        params: { project_id: projectId },
        signal,
      });
      return name;
    },
  });
  usePrefetch(connectionId, projectId, project.data !== undefined);
  useCommandContext({ projectSelected: project.data !== undefined });
  useCommands('project-page', {
    'project.rename': () => setRenaming(true),
    'project.delete': () => setDeleting(true),
  });
  return (
    <div className={css['page']}>
      <SkipLink to="content">{t.skipContent}</SkipLink>
      <header className={bar['bar']} {...pane}>
        <CommandButton id="go.projects" icon={<ArrowLeft />} />
        {project.data === undefined ? null : (
          <ProjectTitle
            connectionId={connectionId}
            projectId={projectId}
            initialName={project.data}
            editing={renaming}
            onEditing={setRenaming}
          />
        )}
        <ProjectViews connectionId={connectionId} projectId={projectId} view={view} />
        <span className={bar['spring']} />
        {view === 'timeline' || view === 'storyboard' ? (
          <DocumentHistory connectionId={connectionId} projectId={projectId} />
        ) : null}
        {view === 'timeline' ? (
          <>
            <CommandTextButton id="timeline.import" />
            <ExportMenu />
          </>
        ) : null}
        <Credits connectionId={connectionId} />
        <OverflowMenu connectionId={connectionId} />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className={css['body']}
        aria-label={commandTable[`view.${view}`].title}
        {...pane}
      >
        {view === 'storyboard' || view === 'timeline' ? (
          <DocumentProposals connectionId={connectionId} projectId={projectId} kind={view} />
        ) : null}
        <div className={css['content']}>{bodyOf({ connectionId, projectId, view, navigate })}</div>
      </main>
      {deleting && project.data !== undefined ? (
        <DeleteProjectDialog
          connectionId={connectionId}
          project={{ id: projectId, name: project.data }}
          onClose={() => setDeleting(false)}
          onExport={() => void commands.run('project.export')}
          onDeleted={() => navigate(pagePaths.projects)}
        />
      ) : null}
    </div>
  );
}

/** All that can leave a timeline: the film, a still, the cut for other programs, captions. */
const ExportMenu = (): ReactElement => (
  <Menu
    align="end"
    trigger={
      <Button size="small" icon={<FileOutput aria-hidden />}>
        {words.clips.export}
        <ChevronDown aria-hidden />
      </Button>
    }
    entries={() => commandMenu('export', { scope: 'timeline' })}
  />
);

/** The timeline, which can be made of the storyboard while that is all there is. */
function TimelineOfProject({
  onShowBoard,
  ...props
}: ComponentProps<typeof TimelinePage> & { onShowBoard: () => void }): ReactElement {
  const { connectionId, projectId } = props;
  const board = useQuery({ ...storyboardQuery(connectionId, projectId), staleTime: 0 });
  // What was written in this window a moment ago may not have been saved yet.
  const { session } = useOpenDocument(mediaDocuments.storyboard, connectionId, projectId);
  const makeFromBoard = () => {
    sendIntent({ kind: 'storyboard-to-timeline', connectionId, projectId });
    onShowBoard();
  };
  const hasShots =
    (board.data?.summary.shotCount ?? 0) > 0 ||
    session?.getState().document.sequences.some(({ shots }) => shots.length > 0) === true;
  return <TimelinePage {...props} onMakeFromStoryboard={hasShots ? makeFromBoard : null} />;
}

function bodyOf({
  connectionId,
  projectId,
  view,
  navigate,
}: {
  connectionId: string;
  projectId: string;
  view: Exclude<ProjectView, 'graph'>;
  navigate: (path: string) => void;
}): ReactElement {
  switch (view) {
    case 'timeline':
      return (
        <FilmTakes connectionId={connectionId}>
          <TimelineOfProject
            connectionId={connectionId}
            projectId={projectId}
            onImport={() => openImport()}
            onShowBoard={() => navigate(projectViewPath(connectionId, projectId, 'storyboard'))}
            onShowShot={(shotId) => showShot({ connectionId, projectId, shotId }, navigate)}
            onGallery={() => navigate(projectViewPath(connectionId, projectId, 'gallery'))}
          />
        </FilmTakes>
      );
    case 'storyboard':
      return (
        <FilmTakes connectionId={connectionId}>
          <StoryboardPage
            connectionId={connectionId}
            projectId={projectId}
            links={boardLinks(connectionId, projectId, navigate)}
          />
        </FilmTakes>
      );
    case 'gallery':
      return <OutputsPage connectionId={connectionId} projectId={projectId} />;
    case 'spend':
      return <SpendPage connectionId={connectionId} projectId={projectId} />;
    case 'grids':
      return <ProjectGrids connectionId={connectionId} projectId={projectId} />;
    default: {
      const unknown: never = view;
      return unknown;
    }
  }
}
