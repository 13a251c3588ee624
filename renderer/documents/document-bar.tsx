import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { CommandButton, useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { SaveMark } from '#renderer/ui/index.ts';
import type { DocumentSession, DocumentState } from './document-session.ts';
import { useDocumentSession } from './open-documents.ts';
import css from './document-bar.module.css';

type Status = DocumentState<unknown>['status'];

const marks: Readonly<Record<Status, { icon: ReactNode; detail: string; tone: 'plain' | 'warn' | 'error' }>> =
  {
    saved: { icon: <Check />, detail: 'The service has every change.', tone: 'plain' },
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

/** Takes the last step back and makes it again, each named on its button. Its keys work while it is on the page. */
export function UndoButtons({ session }: { session: DocumentSession<unknown> }): ReactElement {
  const { undoName, redoName } = useDocumentSession(session);
  useCommandContext({
    canUndo: undoName !== null,
    canRedo: redoName !== null,
    undoLabel: undoName,
    redoLabel: redoName,
  });
  useCommands('document', { 'edit.undo': () => session.undo(), 'edit.redo': () => session.redo() });
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
  const { icon, detail, tone } = marks[state.status];
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
