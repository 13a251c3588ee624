import { useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { batchPath } from '#shared/desk/index.ts';
import { consumeIntent } from '#renderer/desk/index.ts';
import { BatchesPage } from '#renderer/batches/index.ts';
import { OnActiveConnection } from './on-active-connection.tsx';

/** The batches of the active connection. */
export function BatchesHome({ batchId }: { batchId: string | null }): ReactElement {
  const [, navigate] = useLocation();
  const [requested] = useState(() => consumeIntent(['new-batch'], null));
  return (
    <OnActiveConnection>
      {(active) => (
        <BatchesPage
          key={active.id}
          connectionId={active.id}
          batchId={batchId}
          initial={
            requested && {
              table: requested.table,
              project:
                requested.connectionId === active.id
                  ? { id: requested.projectId, name: requested.projectName }
                  : null,
            }
          }
          hrefOf={batchPath}
          onOpen={(id) => navigate(batchPath(id))}
        />
      )}
    </OnActiveConnection>
  );
}
