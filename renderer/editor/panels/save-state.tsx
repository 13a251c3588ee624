import { Check, CloudOff, GitMerge, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useState, type ReactElement, type ReactNode } from 'react';
import { assertNever } from '#shared/graph/assert-never.ts';
import type { RebaseClash } from '#shared/graph/rebase.ts';
import { Button, Dialog, plural } from '#renderer/ui/index.ts';
import { textOf } from '../node/value-widget.tsx';
import { useSaveStatus } from '../session/editor-context.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { clashId, type SaveStatus } from '#shared/sync/index.ts';
import css from './panels.module.css';

interface Words {
  icon: ReactNode;
  text: string;
  detail: string;
  tone: 'plain' | 'warn' | 'error';
}

function wordsOf(status: SaveStatus): Words {
  switch (status.kind) {
    case 'saved':
      return {
        icon: <Check />,
        text: `Saved v${status.version}`,
        detail: 'The service has every change.',
        tone: 'plain',
      };
    case 'kept':
      return {
        icon: <Check />,
        text: 'Kept',
        detail: 'On this computer’s disk; goes to the service in a moment.',
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
          'The service cannot be reached. Changes are kept on this computer and go out when it is back.',
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
        detail: `${status.message} The change is kept here: press to try again, or undo it.`,
        tone: 'error',
      };
    case 'gone':
      return {
        icon: <TriangleAlert />,
        text: 'Deleted elsewhere',
        detail: 'This project was deleted on the service. Copy what you need into another project.',
        tone: 'error',
      };
    default:
      return assertNever(status);
  }
}

/** How safe the work is, in words: kept, saving, saved vN, offline, conflict. */
export function SaveState({ session }: { session: EditorSession }): ReactElement {
  const status = useSaveStatus(session);
  const [asking, setAsking] = useState(true);
  const { icon, text, detail, tone } = wordsOf(status);
  const act =
    status.kind === 'refused'
      ? () => session.sync.dispatch({ type: 'retry' })
      : status.kind === 'offline'
        ? () => session.sync.wake()
        : status.kind === 'conflict'
          ? () => setAsking(true)
          : null;
  return (
    <>
      <button
        type="button"
        className={css['save']}
        data-tone={tone}
        data-kind={status.kind}
        title={detail}
        aria-label={`${text}. ${detail}`}
        onClick={act ?? (() => void session.store.flush().catch(() => undefined))}
      >
        {icon}
        <span role="status" aria-live="polite">
          {text}
        </span>
      </button>
      {status.kind === 'conflict' && asking ? (
        <ConflictDialog session={session} onLater={() => setAsking(false)} />
      ) : null}
    </>
  );
}

const fieldName = (session: EditorSession, clash: RebaseClash): string => {
  const title = session.titleOf(clash.nodeId);
  if (clash.field === 'title') return `Title of ${title}`;
  if (clash.field === 'node') return `${title}, which you deleted`;
  const input = clash.input ?? clash.field;
  const label = session.pinLabel(clash.nodeId, input, 'input');
  return clash.field.startsWith('wire.') ? `Wire into ${label} of ${title}` : `${label} of ${title}`;
};

function shown(session: EditorSession, clash: RebaseClash, value: unknown): string {
  if (value === null || value === undefined) return clash.field === 'node' ? 'deleted' : 'nothing';
  if (clash.field === 'node') return 'kept, with their change';
  if (Array.isArray(value) && clash.field.startsWith('wire.'))
    return `from ${session.titleOf(String(value[0]))}`;
  if (typeof value === 'object' && 'value' in value) return textOf(value.value) || 'empty';
  return textOf(value) || 'empty';
}

/** Asks only about fields that both sides changed; everything else is merged already. */
function ConflictDialog({
  session,
  onLater,
}: {
  session: EditorSession;
  onLater: () => void;
}): ReactElement | null {
  const clash = session.sync.state.clash;
  const [choices, setChoices] = useState<ReadonlyMap<string, 'mine' | 'theirs'>>(new Map());
  if (!clash) return null;
  const choose = (id: string, side: 'mine' | 'theirs'): void => setChoices(new Map(choices).set(id, side));
  const all = new Map(
    clash.clashes.map((item) => [clashId(item), choices.get(clashId(item)) ?? 'mine'] as const),
  );
  return (
    <Dialog
      open
      onClose={onLater}
      title="Somebody changed the same thing"
      description={`Everything else is merged. Choose what stays for ${plural(clash.clashes.length, 'field')}.`}
      width={560}
      footer={
        <>
          <Button onClick={onLater}>Later</Button>
          <Button variant="primary" onClick={() => session.sync.dispatch({ type: 'resolved', choices: all })}>
            Save the choice
          </Button>
        </>
      }
    >
      {clash.clashes.map((item) => {
        const id = clashId(item);
        return (
          <fieldset key={id} className={css['clash']}>
            <legend>{fieldName(session, item)}</legend>
            {(['mine', 'theirs'] as const).map((side) => (
              <label key={side} className={css['side']} data-chosen={all.get(id) === side || undefined}>
                <input
                  type="radio"
                  name={id}
                  checked={all.get(id) === side}
                  onChange={() => choose(id, side)}
                />
                <span>
                  {side === 'mine' ? 'Keep mine' : 'Take theirs'}
                  <small dir="auto">{shown(session, item, side === 'mine' ? item.mine : item.theirs)}</small>
                </span>
              </label>
            ))}
          </fieldset>
        );
      })}
    </Dialog>
  );
}
