import { BookOpen, Coins, Film, Workflow } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link, useLocation } from 'wouter';
import type { CommandId } from '#shared/desk/commands.ts';
import { projectPath, projectViewPath, type ProjectViewName } from '#shared/desk/places.ts';
import { commandNamed, useCommands } from '#renderer/commands/index.ts';
import { askForImport, interchange } from '#renderer/interchange/index.ts';
import { askForProjectExport } from '#renderer/project-files/index.ts';
import css from './project-views.module.css';

export type ProjectView = 'graph' | ProjectViewName;

const views = [
  { id: 'graph', title: 'Graph', icon: <Workflow aria-hidden />, command: 'view.graph' },
  { id: 'timeline', title: 'Timeline', icon: <Film aria-hidden />, command: 'view.timeline' },
  { id: 'storyboard', title: 'Storyboard', icon: <BookOpen aria-hidden />, command: 'view.storyboard' },
  { id: 'spend', title: 'Spend', icon: <Coins aria-hidden />, command: 'view.spend' },
] as const satisfies readonly { id: ProjectView; title: string; icon: ReactElement; command: CommandId }[];

export const viewPath = (connectionId: string, projectId: string, view: ProjectView): string =>
  view === 'graph' ? projectPath(connectionId, projectId) : projectViewPath(connectionId, projectId, view);

/** The ways to look at one project, and the commands that go with every one of them. */
export function ProjectViews({
  connectionId,
  projectId,
  view,
  saveFirst = null,
}: {
  connectionId: string;
  projectId: string;
  view: ProjectView;
  /** Saves what is on screen before it is exported. */
  saveFirst?: (() => Promise<unknown>) | null;
}): ReactElement {
  const [, navigate] = useLocation();
  useCommands([
    ...views.map(({ id, command }) => ({
      ...commandNamed(command),
      checked: () => id === view,
      run: () => navigate(viewPath(connectionId, projectId, id)),
    })),
    {
      ...commandNamed('project.export'),
      run: () => askForProjectExport({ connectionId, projectId, version: null, saveFirst }),
    },
    { ...commandNamed('timeline.import'), run: () => askForImport() },
    { ...commandNamed('timeline.export'), run: () => interchange.setState({ exporting: true }) },
  ]);
  return (
    <nav className={css['views']} aria-label="Views of the project">
      {views.map(({ id, title, icon }) => (
        <Link
          key={id}
          href={viewPath(connectionId, projectId, id)}
          className={css['view']}
          title={title}
          aria-current={id === view ? 'page' : undefined}
        >
          {icon}
          <span>{title}</span>
        </Link>
      ))}
    </nav>
  );
}
