import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';
import { assertNever } from '#shared/language/assert-never.ts';
import { CommandButton, useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { projectUndo, stepLabel, type UndoScope, type UndoDirection } from '#renderer/model/project-undo.ts';
import { SaveMark, showToast, useCalmStatus } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { DocumentSession, DocumentState } from './document-session.ts';
import { OlderQuestion } from './older-question.tsx';
import { useDocumentSession } from './open-documents.ts';
import css from './document-bar.module.css';

const t = words.documents.documentBar;

interface Mark {
  icon: ReactNode;
  text: string;
  detail: string;
  tone: 'plain' | 'warn' | 'error';
}

/** What the mark says, of one state. */
function markOf(state: DocumentState<unknown>): Mark {
  const text = words.saving;
  const { status, version, older, problem, diskProblem, isOnDisk } = state;
  const path =
    diskProblem !== null ? text.inWindowOnly(diskProblem) : isOnDisk ? text.onDisk : text.beingSaved;
  switch (status) {
    case 'saved':
      return { icon: <Check />, text: text.saved(version), detail: words.bar.saved(version), tone: 'plain' };
    case 'saving':
      return {
        icon: <LoaderCircle />,
        text: text.saving,
        detail: isOnDisk ? text.toService : text.toDisk,
        tone: 'plain',
      };
    case 'waiting':
      return { icon: <Check />, text: text.locally, detail: text.locallyDetail, tone: 'plain' };
    case 'offline':
      return { icon: <CloudOff />, text: text.offline, detail: text.offlineDetail, tone: 'warn' };
    case 'older':
      return {
        icon: <TriangleAlert />,
        text: text.older,
        detail: text.olderDetail(older ?? version, version),
        tone: 'error',
      };
    case 'refused':
      return {
        icon: <TriangleAlert />,
        text: text.notSaved,
        detail: `${problem ?? ''} ${path} ${text.tryAgain}`.trim(),
        tone: 'error',
      };
    case 'unjournaled':
      return { icon: <TriangleAlert />, text: text.onlyHere, detail: path, tone: 'error' };
    default:
      return assertNever(status);
  }
}

/** What undo and redo come to on the page of a storyboard or timeline: the newest step of the project, wherever it was made. */
function useProjectSteps(session: DocumentSession<unknown>, part: UndoScope) {
  const { undoName, redoName } = useDocumentSession(session);
  const { here } = projectUndo;
  const nextOf = (direction: UndoDirection) => (here ? projectUndo.next(here, part, direction) : null);
  const labelOf = (direction: UndoDirection, own: string | null) =>
    here ? stepLabel(nextOf(direction), part) : own;
  const undoLabel = useSyncExternalStore(subscribe, () => labelOf('undo', undoName));
  const redoLabel = useSyncExternalStore(subscribe, () => labelOf('redo', redoName));
  const go = (direction: UndoDirection) => {
    const next = nextOf(direction);
    if (here && next && next.part !== part) projectUndo.request(here, next.part, direction);
    else session[direction]();
  };
  useEffect(() => {
    const answer = () => {
      const direction = projectUndo.here && projectUndo.take(projectUndo.here, part);
      if (!direction) return;
      const state = session.getState();
      const name = direction === 'undo' ? state.undoName : state.redoName;
      session[direction]();
      if (name !== null)
        showToast({ title: `${direction === 'undo' ? t.reverted : t.createdRetry}: ${name}` });
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
  part: UndoScope;
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

const isSafe = ({ status }: DocumentState<unknown>): boolean => status === 'saved' || status === 'waiting';
const isSame = (item: DocumentState<unknown>, candidate: DocumentState<unknown>): boolean =>
  item.status === candidate.status &&
  item.version === candidate.version &&
  item.problem === candidate.problem &&
  item.diskProblem === candidate.diskProblem &&
  item.isOnDisk === candidate.isOnDisk &&
  item.older === candidate.older;

/** How safe the work is, in a word or two; pressed, it saves at once, or asks again what was to be decided later. */
export function DocumentSaveMark({ session }: { session: DocumentSession<unknown> }): ReactElement {
  const state = useCalmStatus(session.subscribe, session.getState, { isSafe, isSame });
  const [isPostponed, setPostponed] = useState(false);
  return (
    <>
      <SaveMark
        {...markOf(state)}
        kind={state.status}
        onPress={() => (state.older === null ? session.retry() : setPostponed(false))}
      />
      {state.older === null || isPostponed ? null : (
        <OlderQuestion
          theirs={state.older}
          version={state.version}
          onSelect={(side) => session.resolveOlder(side)}
          onPostpone={() => setPostponed(true)}
        />
      )}
    </>
  );
}
