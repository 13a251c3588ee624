import { HardDrive, KeyRound } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { Connection } from '#shared/desk/index.ts';
import { callDesk, describeProblem, useDeskStatus } from '#renderer/desk/index.ts';
import { Button, EmptyState, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { ConnectionDialog } from './connection-dialog.tsx';

const t = words.connections.connectionNeeds;

/** In place of a page whose connection has no usable key. */
export function KeyNeeded({ connection }: { connection: Connection }): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <>
      <EmptyState
        icon={<KeyRound />}
        title={t.needsApiKeyRetry(connection.name)}
        text={t.savedKeyCannotRead}
        action={
          <Button variant="primary" onClick={() => setOpen(true)}>
            {t.enterKey}
          </Button>
        }
      />
      {open ? <ConnectionDialog connection={connection} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** In place of a page whose local service does not run. */
export function LocalServiceNotice(): ReactElement {
  const status = useDeskStatus();
  const [starting, setStarting] = useState(false);
  const start = async () => {
    setStarting(true);
    try {
      await callDesk('restartLocalService', {});
    } catch (error) {
      showToast({ kind: 'error', title: t.couldNotStarted, description: describeProblem(error) });
    } finally {
      setStarting(false);
    }
  };
  return (
    <EmptyState
      icon={<HardDrive />}
      title={t.localServiceNotRunning}
      text={words.sentences.translate(status.data?.localService.message ?? t.yourProjectsComputerSafe)}
      action={
        <Button variant="primary" busy={starting} onClick={() => void start()}>
          {t.startIt}
        </Button>
      }
    />
  );
}
