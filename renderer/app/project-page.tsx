import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileInput, FileOutput } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { endpoints } from '#shared/api/index.ts';
import { commandNamed, formatShortcut, isMacPlatform, useCommands } from '#renderer/commands/index.ts';
import { readFor } from '#renderer/desk/index.ts';
import { askForImport, interchange } from '#renderer/interchange/index.ts';
import { DeleteProjectDialog, projectKeys } from '#renderer/projects/index.ts';
import { SpendPage } from '#renderer/spend/index.ts';
import { StoryboardPage } from '#renderer/storyboard/index.ts';
import { TimelinePage } from '#renderer/timeline/index.ts';
import { Button, IconButton } from '#renderer/ui/index.ts';
import { Credits } from './credits.tsx';
import { ProjectTitle } from './project-title.tsx';
import { ProjectViews, type ProjectView } from './project-views.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { useLookAhead } from './use-look-ahead.ts';
import bar from './editor-page.module.css';
import css from './project-views.module.css';

/** One project seen otherwise than as a graph. */
export function ProjectPage({
  connectionId,
  projectId,
  view,
}: {
  connectionId: string;
  projectId: string;
  view: Exclude<ProjectView, 'graph'>;
}): ReactElement {
  const [, navigate] = useLocation();
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
  useLookAhead(connectionId, projectId, project.data !== undefined);
  useCommands([
    {
      ...commandNamed('project.rename'),
      when: () => project.data !== undefined,
      run: () => setRenaming(true),
    },
    {
      ...commandNamed('project.delete'),
      when: () => project.data !== undefined,
      run: () => setDeleting(true),
    },
  ]);
  return (
    <div className={css['page']}>
      <header className={bar['bar']}>
        <IconButton
          label="All projects"
          shortcut={formatShortcut('Mod+Shift+O', isMacPlatform())}
          onClick={() => navigate('/')}
        >
          <ArrowLeft />
        </IconButton>
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
        {view === 'timeline' ? (
          <>
            <Button size="small" icon={<FileInput aria-hidden />} onClick={() => askForImport()}>
              Import OTIO…
            </Button>
            <Button
              size="small"
              icon={<FileOutput aria-hidden />}
              onClick={() => interchange.setState({ exporting: true })}
            >
              Export OTIO…
            </Button>
          </>
        ) : null}
        <Credits connectionId={connectionId} />
        <ThemeMenu side="bottom" />
      </header>
      <main className={css['body']}>{bodyOf({ connectionId, projectId, view })}</main>
      {deleting && project.data !== undefined ? (
        <DeleteProjectDialog
          connectionId={connectionId}
          project={{ id: projectId, name: project.data }}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate('/')}
        />
      ) : null}
    </div>
  );
}

function bodyOf({
  connectionId,
  projectId,
  view,
}: {
  connectionId: string;
  projectId: string;
  view: Exclude<ProjectView, 'graph'>;
}): ReactElement {
  switch (view) {
    case 'timeline':
      return (
        <TimelinePage connectionId={connectionId} projectId={projectId} onImport={() => askForImport()} />
      );
    case 'storyboard':
      return <StoryboardPage connectionId={connectionId} projectId={projectId} />;
    case 'spend':
      return <SpendPage connectionId={connectionId} projectId={projectId} />;
    default: {
      const unknown: never = view;
      return unknown;
    }
  }
}
