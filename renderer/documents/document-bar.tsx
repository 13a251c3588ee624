import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useEffect, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';
import { CommandButton, useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { projectUndo, stepLabel, type UndoPart, type UndoWay } from '#renderer/model/project-undo.ts';
import { SaveMark, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { DocumentSession, DocumentState } from './document-session.ts';
import { useDocumentSession } from './open-documents.ts';
import css from './document-bar.module.css';

type Status = DocumentState<unknown>['status'];

const marks: Readonly<Record<Status, { icon: ReactNode; detail: string; tone: 'plain' | 'warn' | 'error' }>> =
  {
    saved: { icon: <Check />, detail: '', tone: 'plain' },
    saving: { icon: <LoaderCircle />, detail: 'The change is on its way to the service.', tone: 'plain' },
    waiting: {
      icon: <Check />,
      detail: 'Saved on this computer; it goes to the service in a moment.',
      tone: 'plain',
    },
    offline: {
      icon: <CloudOff />,
      detail:
        'The service cannot be reached. Changes are saved on this computer and are sent when it is back.',
      tone: 'warn',
    },
    refused: {
      icon: <TriangleAlert />,
      detail: 'The changes are saved on this computer. Press to try again.',
      tone: 'error',
    },
  };

const textOf = ({ status, version }: DocumentState<unknown>): string =>
  ({
    saved: `Saved v${version}`,
    saving: 'Saving',
    waiting: 'Saved locally',
    offline: 'Offline',
    refused: 'Not saved',
  })[status];

/** What undo and redo come to on the page of a storyboard or timeline: the newest step of the project, wherever it was made. */
function useProjectSteps(session: DocumentSession<unknown>, part: UndoPart) {
  const { undoName, redoName } = useDocumentSession(session);
  const { here } = projectUndo;
  const nextOf = (way: UndoWay) => (here ? projectUndo.next(here, part, way) : null);
  const labelOf = (way: UndoWay, own: string | null) => (here ? stepLabel(nextOf(way), part) : own);
  const undoLabel = useSyncExternalStore(subscribe, () => labelOf('undo', undoName));
  const redoLabel = useSyncExternalStore(subscribe, () => labelOf('redo', redoName));
  const go = (way: UndoWay) => {
    const next = nextOf(way);
    if (here && next && next.part !== part) projectUndo.ask(here, next.part, way);
    else session[way]();
  };
  useEffect(() => {
    const answer = () => {
      const way = projectUndo.here && projectUndo.take(projectUndo.here, part);
      if (!way) return;
      const state = session.getState();
      const name = way === 'undo' ? state.undoName : state.redoName;
      session[way]();
      if (name !== null) showToast({ title: `${way === 'undo' ? 'Undone' : 'Made again'}: ${name}` });
    };
    answer();
    return projectUndo.subscribe(answer);
  }, [session, part]);
  return { undoLabel, redoLabel, go };
}

const subscribe = (listener: () => void) => projectUndo.subscribe(listener);

/** Takes the newest step of the project back and makes it again, each named on its button. Its keys work while it is on the page. */
export function UndoButtons({
  session,
  part,
}: {
  session: DocumentSession<unknown>;
  part: UndoPart;
}): ReactElement {
  const { undoLabel, redoLabel, go } = useProjectSteps(session, part);
  useCommandContext({
    canUndo: undoLabel !== null,
    canRedo: redoLabel !== null,
    undoLabel,
    redoLabel,
  });
  useCommands('document', { 'edit.undo': () => go('undo'), 'edit.redo': () => go('redo') });
  return (
    <span className={css['steps']}>
      <CommandButton id="edit.undo" />
      <CommandButton id="edit.redo" />
    </span>
  );
}

/** How safe the work is, in a word or two; pressed, it saves at once. */
export function DocumentSaveMark({ session }: { session: DocumentSession<unknown> }): ReactElement {
  const state = useDocumentSession(session);
  const { icon, tone } = marks[state.status];
  const detail = state.status === 'saved' ? words.bar.saved(state.version) : marks[state.status].detail;
  return (
    <SaveMark
      icon={icon}
      text={textOf(state)}
      detail={state.problem === null ? detail : `${state.problem} ${detail}`}
      tone={state.status === 'waiting' && state.problem !== null ? 'error' : tone}
      kind={state.status}
      onPress={() => session.retry()}
    />
  );
}
