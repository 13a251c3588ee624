import { Check, CloudOff, GitMerge, KeyRound, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { assertNever } from '#shared/language/assert-never.ts';
import { plural, SaveMark } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditorSession } from '../session/editor-session.ts';
import type { SaveStatus } from '#shared/sync/index.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { useIsIdle } from './use-is-idle.ts';

interface Words {
  icon: ReactNode;
  text: string;
  detail: string;
  tone: 'plain' | 'warn' | 'error';
}

function statusLabel(status: SaveStatus): Words {
  switch (status.kind) {
    case 'saved':
      return {
        icon: <Check />,
        text: `Saved v${status.version}`,
        detail: words.bar.saved(status.version),
        tone: 'plain',
      };
    case 'journaled':
      return {
        icon: <Check />,
        text: 'Saved locally',
        detail: 'Saved on this computer; it goes to the service in a moment.',
        tone: 'plain',
      };
    case 'saving':
      return {
        icon: <LoaderCircle />,
        text: 'Saving',
        detail: 'The change is on its way to the service.',
        tone: 'plain',
      };
    case 'offline':
      return {
        icon: <CloudOff />,
        text: `Offline (${plural(status.waiting, 'change')} waiting)`,
        detail:
          'The service cannot be reached. Changes are saved on this computer and are sent when it is back.',
        tone: 'warn',
      };
    case 'conflict':
      return {
        icon: <GitMerge />,
        text: 'Conflict',
        detail: 'Somebody changed the same field. Choose which value stays.',
        tone: 'error',
      };
    case 'refused':
      return {
        icon: <TriangleAlert />,
        text: 'Not saved',
        detail:
          status.journalProblem === undefined
            ? `${status.message} The change is saved on this computer: press to try again, or undo it.`
            : `${status.message} Press to try again, or undo it. ${inWindowOnly(status.waiting, status.journalProblem)}`,
        tone: 'error',
      };
    case 'canvas-held':
      return canvasHeld(status);
    case 'unjournaled':
      return {
        icon: <TriangleAlert />,
        text: 'Only in this window',
        detail: inWindowOnly(status.waiting, status.message),
        tone: 'error',
      };
    case 'key-needed':
      return {
        icon: <KeyRound />,
        text: 'Key needed',
        detail: `The service no longer accepts the key. ${
          status.journalProblem === undefined
            ? 'Changes are saved on this computer until there is another one.'
            : inWindowOnly(status.waiting, status.journalProblem)
        }`,
        tone: 'error',
      };
    case 'older':
      return olderOnService(status);
    case 'gone':
      return {
        icon: <TriangleAlert />,
        text: 'Deleted elsewhere',
        detail: 'This project was deleted on the service. What is on screen is still here.',
        tone: 'error',
      };
    default:
      return assertNever(status);
  }
}

type Of<Kind extends SaveStatus['kind']> = Extract<SaveStatus, { kind: Kind }>;

const canvasHeld = ({ message, version }: Of<'canvas-held'>): Words => ({
  icon: <TriangleAlert />,
  text: 'Frames and notes only here',
  detail: `${message} Everything else is saved as version ${version}.`,
  tone: 'warn',
});

const olderOnService = ({ theirs, mine }: Of<'older'>): Words => ({
  icon: <TriangleAlert />,
  text: 'Older on the service',
  detail: `The service holds version ${theirs}, this window had version ${mine}. Nothing is sent until you choose.`,
  tone: 'error',
});

/** @param why the journal cannot be written, as a sentence. */
const inWindowOnly = (waiting: number, why: string): string =>
  `${why} Until then ${plural(waiting, 'change')} ${waiting === 1 ? 'is' : 'are'} in this window only.`;

/** So long work has been safe before it is said. Milliseconds. */
const CALM_MS = 300;
const isSafe = ({ kind }: SaveStatus): boolean => kind === 'journaled' || kind === 'saved';

/**
 * The state that is shown. Bad news is shown at once, and that work is safe once it has been for a moment: with each key that is
 * typed it would go back and forth, and the page would be laid out and painted twice.
 */
function useShownStatus({ sync }: EditorSession): SaveStatus {
  const [shown, setShown] = useState(sync.status);
  useEffect(() => {
    let calm: ReturnType<typeof setTimeout> | undefined;
    const follow = (): void => {
      const { status } = sync;
      clearTimeout(calm);
      if (isSafe(status)) calm = setTimeout(() => setShown(status), CALM_MS);
      else setShown((now) => (now.kind === 'saving' && status.kind === 'saving' ? now : status));
    };
    follow();
    const end = sync.subscribe(follow);
    return () => {
      clearTimeout(calm);
      end();
    };
  }, [sync]);
  return shown;
}

/** How safe the work is, in words: saved locally, saving, saved vN, offline, conflict. */
export function SaveState({ session }: { session: EditorSession }): ReactElement {
  const status = useShownStatus(session);
  const [asking, setAsking] = useState(true);
  // A question waits for the hands to be free: it must not take the focus from a word that is being typed.
  const isFree = useIsIdle(session);
  const { icon, text, detail, tone } = statusLabel(status);
  const act =
    status.kind === 'refused' || status.kind === 'offline' || status.kind === 'canvas-held'
      ? () => session.sync.dispatch({ type: 'retry' })
      : status.kind === 'conflict'
        ? () => setAsking(true)
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
      {status.kind === 'conflict' && asking && isFree ? (
        <ConflictDialog session={session} onLater={() => setAsking(false)} />
      ) : null}
    </>
  );
}
