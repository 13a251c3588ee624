import { HardDrive, KeyRound } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { Connection } from '#shared/desk/index.ts';
import { callDesk, describeProblem, useDeskStatus } from '#renderer/desk/index.ts';
import { Button, EmptyState, showToast } from '#renderer/ui/index.ts';
import { ConnectionDialog } from './connection-dialog.tsx';

/** In place of a page whose connection has no usable key. */
export function KeyNeeded({ connection }: { connection: Connection }): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <>
      <EmptyState
        icon={<KeyRound />}
        title={`${connection.name} needs its API key again`}
        text="The saved key cannot be read on this computer, or the service no longer accepts it."
        action={
          <Button variant="primary" onClick={() => setOpen(true)}>
            Enter the key
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
      showToast({ kind: 'error', title: 'It could not be started', description: describeProblem(error) });
    } finally {
      setStarting(false);
    }
  };
  return (
    <EmptyState
      icon={<HardDrive />}
      title="The local service is not running"
      text={status.data?.localService.message ?? 'Your projects are on this computer and safe.'}
      action={
        <Button variant="primary" busy={starting} onClick={() => void start()}>
          Start it
        </Button>
      }
    />
  );
}
