import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { pathOfBatch, QueuePage } from '#renderer/queue/index.ts';
import { OnActiveConnection } from './on-active-connection.tsx';
import { openRunOutputs, openRunPage } from '../runs/open-run-page.ts';

/** What goes on at the active connection. */
export function QueueHome(): ReactElement {
  const [, navigate] = useLocation();
  return (
    <OnActiveConnection>
      {({ id, name }) => (
        <QueuePage
          key={id}
          connectionId={id}
          connectionName={name}
          onOpenRun={(run) => openRunPage(run, navigate)}
          onShowResults={(run) => openRunOutputs(run, navigate)}
          onOpenBatch={(batch) => navigate(pathOfBatch(batch))}
        />
      )}
    </OnActiveConnection>
  );
}
