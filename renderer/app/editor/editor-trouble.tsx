import { useQueryClient } from '@tanstack/react-query';
import { Archive, FileX2, KeyRound, TriangleAlert } from 'lucide-react';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { assertNever } from '#shared/language/assert-never.ts';
import { projectPath } from '#shared/desk/places.ts';
import { ConnectionDialog } from '#renderer/connections/index.ts';
import { describeProblem, useConnections } from '#renderer/desk/index.ts';
import { recreateProject, useSaveTrouble, type EditorSession } from '#renderer/editor/index.ts';
import { currentProjectName } from './project-title.tsx';
import { Button, showToast } from '#renderer/ui/index.ts';
import { formatList, words } from '#renderer/words/index.ts';
import css from './editor-trouble.module.css';

const t = words.appEditor.editorTrouble;

interface SaveStatus {
  waiting: number;
  /** Why changes could not be written to the disk here. */
  journalProblem?: string | undefined;
  /** The disk has not answered for all of them yet. */
  isJournaling?: true | undefined;
}

/** Where changes are that the service does not have. */
function changes({ waiting: count, journalProblem, isJournaling }: SaveStatus): string {
  if (count === 0) return '';
  if (journalProblem !== undefined) return ` ${t.untilThenHere(journalProblem, count)}`;
  return ` ${isJournaling ? t.beingSavedHere(count) : t.waitHere(count)}`;
}

/** What keeps the project from being saved, with the way on beside it. Stays until it is over. */
export function EditorProblem({ session }: { session: EditorSession }): ReactElement | null {
  const status = useSaveTrouble(session);
  switch (status?.kind) {
    case 'key-needed':
      return <KeyNeeded session={session} status={status} />;
    case 'older':
      return (
        <EditorProblemState
          icon={<Archive aria-hidden />}
          actions={
            <>
              <Button
                size="small"
                onClick={() => session.sync.dispatch({ type: 'older-resolved', side: 'theirs' })}
              >
                {words.saving.olderButton(status.theirs)}
              </Button>
              <Button
                size="small"
                variant="primary"
                onClick={() => session.sync.dispatch({ type: 'older-resolved', side: 'mine' })}
              >
                {words.saving.keepNewer}
              </Button>
            </>
          }
        >
          {words.saving.olderQuestion(status.theirs, status.mine)}
          {changes(status)}
        </EditorProblemState>
      );
    case 'gone':
      return <ProjectDeleted session={session} status={status} />;
    case 'unjournaled':
      return (
        <EditorProblemState icon={<TriangleAlert aria-hidden />}>
          {t.inThisWindow(words.sentences.translate(status.message), status.waiting)}
        </EditorProblemState>
      );
    case undefined:
      return null;
    default:
      return assertNever(status);
  }
}

function EditorProblemState({
  icon,
  children,
  actions,
}: {
  icon: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
}): ReactElement {
  return (
    <div className={css['trouble']} role="alert">
      {icon}
      <span>{children}</span>
      {actions}
    </div>
  );
}

interface EditorProblemProps {
  session: EditorSession;
  status: SaveStatus;
}

function KeyNeeded({ session, status }: EditorProblemProps): ReactElement {
  const [entering, setEntering] = useState(false);
  const connection = useConnections().data?.connections.find(({ id }) => id === session.ports.connectionId);
  return (
    <>
      <EditorProblemState
        icon={<KeyRound aria-hidden />}
        actions={
          connection?.kind === 'hosted' ? (
            <Button size="small" variant="primary" onClick={() => setEntering(true)}>
              {t.enterKey}
            </Button>
          ) : (
            <Button size="small" onClick={() => session.sync.dispatch({ type: 'retry' })}>
              {words.common.tryRetry}
            </Button>
          )
        }
      >
        {t.keyRejected(connection?.name ?? t.theService)} {changes(status)}
      </EditorProblemState>
      {entering && connection ? (
        <ConnectionDialog connection={connection} onClose={() => setEntering(false)} />
      ) : null}
    </>
  );
}

function ProjectDeleted({ session, status }: EditorProblemProps): ReactElement {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { connectionId } = session.ports;
  const name = currentProjectName(client, session);
  const recreate = async (): Promise<void> => {
    setBusy(true);
    try {
      const { projectId, left } = await recreateProject(session, name);
      void client.invalidateQueries({ queryKey: ['projects', connectionId] });
      showToast({
        kind: left.length > 0 ? 'error' : 'ok',
        title: t.retry(name),
        ...(left.length > 0 && { description: t.notBroughtOver(formatList(left)) }),
      });
      navigate(projectPath(connectionId, projectId), { replace: true });
    } catch (error) {
      setBusy(false);
      showToast({
        kind: 'error',
        title: t.projectNotRecreated,
        description: describeProblem(error),
      });
    }
  };
  return (
    <EditorProblemState
      icon={<FileX2 aria-hidden />}
      actions={
        <Button size="small" variant="primary" busy={busy} onClick={() => void recreate()}>
          {t.recreateFrom}
        </Button>
      }
    >
      {t.projectDeletedEverythingScreen}
      {status.waiting > 0 ? t.serviceNeverHad(status.waiting) : ''}.
      {status.journalProblem === undefined ? '' : changes(status)}
    </EditorProblemState>
  );
}
