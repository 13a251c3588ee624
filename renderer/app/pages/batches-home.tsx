import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { batchPath } from '#shared/desk/index.ts';
import { BatchesPage } from '#renderer/batches/index.ts';
import { OnActiveConnection } from './on-active-connection.tsx';

/** The batches of the active connection. */
export function BatchesHome({ batchId }: { batchId: string | null }): ReactElement {
  const [, navigate] = useLocation();
  return (
    <OnActiveConnection>
      {(active) => (
        <BatchesPage
          key={active.id}
          connectionId={active.id}
          batchId={batchId}
          hrefOf={batchPath}
          onOpen={(id) => navigate(batchPath(id))}
        />
      )}
    </OnActiveConnection>
  );
}
