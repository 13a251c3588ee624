import {
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type DragEvent,
  type ReactElement,
} from 'react';
import { Link, useLocation } from 'wouter';
import type { CommandId } from '#shared/commands/index.ts';
import { projectPath, projectViewPath, type ProjectViewName } from '#shared/desk/places.ts';
import {
  CommandIconView,
  useCommandContext,
  useCommands,
  type CommandHandlers,
} from '#renderer/commands/index.ts';
import { DRAG_FILE } from '#renderer/desk/index.ts';
import { interchange } from '#renderer/interchange/index.ts';
import { projectUndo, stepLabel, type UndoDirection } from '#renderer/model/project-undo.ts';
import { askForProjectExport } from '#renderer/project-files/index.ts';
import { useCanCost } from '#renderer/spend/index.ts';
import { askToPublish } from '#renderer/templates/index.ts';
import { words } from '#renderer/words/index.ts';
import css from '../parts/views.module.css';

const t = words.appEditor.projectViews;

export type ProjectView = 'graph' | ProjectViewName;

/** A project as it is looked at. */
export interface ViewedProject<View extends ProjectView = ProjectView> {
  connectionId: string;
  projectId: string;
  view: View;
}

const views = [
  { id: 'graph', command: 'view.graph' },
  { id: 'timeline', command: 'view.timeline' },
  { id: 'storyboard', command: 'view.storyboard' },
  { id: 'gallery', command: 'view.gallery' },
  { id: 'grids', command: 'view.grids' },
  // Last: it is there only where something can cost, and moves no other when it comes.
  { id: 'spend', command: 'view.spend' },
] as const satisfies readonly { id: ProjectView; command: CommandId }[];

const viewPath = (connectionId: string, projectId: string, view: ProjectView): string =>
  view === 'graph' ? projectPath(connectionId, projectId) : projectViewPath(connectionId, projectId, view);

/** Makes undo and redo go to the page of the step that is next. */
function useRemoteUndo({
  connectionId,
  projectId,
  view,
  navigate,
}: ViewedProject & { navigate: (path: string) => void }): Pick<
  CommandHandlers<'project-views'>,
  'edit.undo' | 'edit.redo'
> {
  useLayoutEffect(() => {
    projectUndo.enter({ connectionId, projectId });
    const go = () => {
      const scope = projectUndo.requestedScope({ connectionId, projectId });
      if (scope !== null && scope !== view) navigate(viewPath(connectionId, projectId, scope));
    };
    return projectUndo.subscribe(go);
  }, [connectionId, projectId, view, navigate]);
  // On pages where nothing is edited; the others know their own steps as well.
  const nextOf = (direction: UndoDirection) => projectUndo.next({ connectionId, projectId }, null, direction);
  const undoLabel = useSyncExternalStore(subscribe, () => stepLabel(nextOf('undo'), null));
  const redoLabel = useSyncExternalStore(subscribe, () => stepLabel(nextOf('redo'), null));
  const request = (direction: UndoDirection) => {
    const next = nextOf(direction);
    if (next) projectUndo.request({ connectionId, projectId }, next.part, direction);
  };
  useCommandContext({ canUndo: undoLabel !== null, canRedo: redoLabel !== null, undoLabel, redoLabel });
  return { 'edit.undo': () => request('undo'), 'edit.redo': () => request('redo') };
}

const subscribe = (listener: () => void) => projectUndo.subscribe(listener);

/** The ways to look at one project, and the commands that go with every one of them. */
export function ProjectViews({
  connectionId,
  projectId,
  view,
  saveFirst = null,
}: ViewedProject & {
  /** Saves what is on screen before it is exported. */
  saveFirst?: (() => Promise<unknown>) | null;
}): ReactElement {
  const [, navigate] = useLocation();
  const steps = useRemoteUndo({ connectionId, projectId, view, navigate });
  const show = (next: ProjectView) => () => navigate(viewPath(connectionId, projectId, next));
  const opening = useOpenUnderDrag();
  const canCost = useCanCost(connectionId);
  const visibleViews = views.filter(({ id }) => id !== 'spend' || canCost || view === 'spend');
  useCommandContext({ page: view });
  useCommands('project-views', {
    ...steps,
    'view.graph': show('graph'),
    'view.timeline': show('timeline'),
    'view.storyboard': show('storyboard'),
    'view.spend': show('spend'),
    'view.gallery': show('gallery'),
    'view.grids': show('grids'),
    'project.export': () => askForProjectExport({ connectionId, projectId, version: null, saveFirst }),
    'project.publish': () => askToPublish({ connectionId, projectId, templateId: null, saveFirst }),
    'timeline.export': () => interchange.setState({ exporting: true }),
  });
  return (
    <nav className={css['views']} aria-label={t.viewsProject}>
      {visibleViews.map(({ id, command }) => (
        <Link
          key={id}
          href={viewPath(connectionId, projectId, id)}
          className={css['view']}
          title={words.commandWords.commands[command].title}
          aria-current={id === view ? 'page' : undefined}
          {...opening(show(id), id === view)}
        >
          <CommandIconView id={command} />
          <span>{words.commandWords.commands[command].title}</span>
        </Link>
      ))}
    </nav>
  );
}

/** How long files are held over a view before it opens. */
const OPEN_DELAY_MS = 500;

/** Opens a view over which files are held, so that an output of the gallery or a shot can be let go on a track. */
function useOpenUnderDrag() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const stop = () => clearTimeout(timer.current);
  return (open: () => void, isOpen: boolean) => ({
    onDragEnter: ({ dataTransfer: { types } }: DragEvent) => {
      stop();
      const carriesFiles = types.includes(DRAG_FILE) || types.includes('Files');
      if (carriesFiles && !isOpen) timer.current = setTimeout(open, OPEN_DELAY_MS);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) stop();
    },
    onDrop: stop,
  });
}
