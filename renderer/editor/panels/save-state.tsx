import { Check, CloudOff, GitMerge, KeyRound, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useCallback, useState, type ReactElement, type ReactNode, useSyncExternalStore } from 'react';
import { assertNever } from '#shared/language/assert-never.ts';
import type { SaveStatus } from '#shared/graph-saving/index.ts';
import { SaveMark, useCalmStatus } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { ConflictDialog } from './conflict-dialog.tsx';

const t = words.editorPanels.saveState;

interface Words {
  icon: ReactNode;
  text: string;
  detail: string;
  tone: 'plain' | 'warn' | 'error';
}

const text = words.saving;

function statusLabel(status: SaveStatus): Words {
  switch (status.kind) {
    case 'saved':
      return {
        icon: <Check />,
        text: text.saved(status.version),
        detail: words.bar.saved(status.version),
        tone: 'plain',
      };
    case 'journaled':
      return { icon: <Check />, text: text.locally, detail: text.locallyDetail, tone: 'plain' };
    case 'saving':
      return { icon: <LoaderCircle />, text: text.saving, detail: text.toService, tone: 'plain' };
    case 'offline':
      return {
        icon: <CloudOff />,
        text: text.offlineWaiting(status.waiting),
        detail: status.isJournaling ? text.offlineToDisk : text.offlineDetail,
        tone: 'warn',
      };
    case 'conflict':
      return {
        icon: <GitMerge />,
        text: t.conflict,
        detail: t.somebodyChangedSameField,
        tone: 'error',
      };
    case 'refused':
      return {
        icon: <TriangleAlert />,
        text: text.notSaved,
        detail: `${words.sentences.translate(status.message)} ${text.tryAgainOrUndo} ${storageLabel(status, text.onDisk)}`,
        tone: 'error',
      };
    case 'canvas-held':
      return localCanvas(status);
    case 'unjournaled':
      return {
        icon: <TriangleAlert />,
        text: text.onlyHere,
        detail: text.countedInWindowOnly(words.sentences.translate(status.message), status.waiting),
        tone: 'error',
      };
    case 'key-needed':
      return {
        icon: <KeyRound />,
        text: t.keyNeeded,
        detail: t.serviceNoLongerAccepts(storageLabel(status, text.untilKey)),
        tone: 'error',
      };
    case 'older':
      return olderOnService(status);
    case 'gone':
      return {
        icon: <TriangleAlert />,
        text: t.deleted,
        detail: t.projectDeletedServiceScreen,
        tone: 'error',
      };
    default:
      return assertNever(status);
  }
}

type Of<Kind extends SaveStatus['kind']> = Extract<SaveStatus, { kind: Kind }>;

/** Where the changes are. @param onDisk what is said once the disk has them. */
const storageLabel = (
  { waiting, journalProblem, isJournaling }: Of<'refused' | 'key-needed'>,
  onDisk: string,
): string => {
  if (journalProblem !== undefined) return text.countedInWindowOnly(journalProblem, waiting);
  return isJournaling ? text.beingSaved : onDisk;
};

const localCanvas = ({ message, version }: Of<'canvas-held'>): Words => ({
  icon: <TriangleAlert />,
  text: t.framesNotesOnly,
  detail: t.everythingElseSavedVersion(message, version),
  tone: 'warn',
});

const olderOnService = ({ theirs, mine }: Of<'older'>): Words => ({
  icon: <TriangleAlert />,
  text: text.older,
  detail: text.olderDetail(theirs, mine),
  tone: 'error',
});

const isSafe = ({ kind }: SaveStatus): boolean => kind === 'journaled' || kind === 'saved';
const isSame = (a: SaveStatus, b: SaveStatus): boolean =>
  a === b || (a.kind === 'saving' && b.kind === 'saving');

function useVisibleStatus({ sync }: EditorSession): SaveStatus {
  const subscribe = useCallback((listener: () => void) => sync.subscribe(listener), [sync]);
  const read = useCallback(() => sync.status, [sync]);
  return useCalmStatus(subscribe, read, { isSafe, isSame });
}

/** How safe the work is, in words: saved locally, saving, saved vN, offline, conflict. */
export function SaveState({ session }: { session: EditorSession }): ReactElement {
  const status = useVisibleStatus(session);
  const [isPrompting, setPrompting] = useState(true);
  // A question waits for the hands to be free: it must not take the focus from a word that is being typed.
  const isFree = useIsIdle(session);
  const { icon, text, detail, tone } = statusLabel(status);
  const act =
    status.kind === 'refused' || status.kind === 'offline' || status.kind === 'canvas-held'
      ? () => session.sync.dispatch({ type: 'retry' })
      : status.kind === 'conflict'
        ? () => setPrompting(true)
        : null;
  return (
    <>
      <SaveMark
        icon={icon}
        text={text}
        detail={detail}
        tone={tone}
        kind={status.kind}
        onPress={act ?? (() => void session.store.flush().catch(() => undefined))}
      />
      {status.kind === 'conflict' && isPrompting && isFree ? (
        <ConflictDialog session={session} onDefer={() => setPrompting(false)} />
      ) : null}
    </>
  );
}

/** Fields of text; what can be set with one press is not held on to. */
const FIELDS = 'textarea, select, [contenteditable="true"], input:not([type="radio"], [type="checkbox"])';
/** Places whose fields are part of the document. */
const DOCUMENT = '[data-editor-stage], [data-inspector]';

function isEditing(): boolean {
  const field = document.activeElement;
  if (!field?.matches(FIELDS)) return false;
  // The editor of a JSON value stands above everything else.
  return field.closest(DOCUMENT) !== null || field.matches('[contenteditable="true"]');
}

const ENDINGS = ['focusin', 'focusout', 'pointerup', 'pointercancel'] as const;

function subscribe(listener: () => void): () => void {
  // Where the focus goes is known only after the event that takes it away; a gesture ends in its own listener.
  const defer = (): void => void setTimeout(listener, 0);
  for (const type of ENDINGS) document.addEventListener(type, defer);
  return () => {
    for (const type of ENDINGS) document.removeEventListener(type, defer);
  };
}

/** Whether the person neither writes in a field of the document nor holds anything with the pointer. */
const useIsIdle = (session: EditorSession): boolean =>
  useSyncExternalStore(
    subscribe,
    () => !isEditing() && !session.sync.isPaused && !session.store.history.marked,
  );
