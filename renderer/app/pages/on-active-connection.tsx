import type { ReactElement } from 'react';
import type { Connection } from '#shared/desk/index.ts';
import { KeyNeeded, LocalServiceNotice } from '#renderer/connections/index.ts';
import { activeConnectionOf, describeProblem, useConnections } from '#renderer/desk/index.ts';
import { ErrorState } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { usePrefetch } from '../parts/use-prefetch.ts';

const t = words.appPages.onActiveConnection;

/** What belongs to the active connection, or what has to be done before it can be read. */
export function OnActiveConnection({
  children,
}: {
  children: (active: Connection) => ReactElement;
}): ReactElement | null {
  const connections = useConnections();
  if (connections.isError) {
    return (
      <ErrorState
        title={t.connectionsCouldNotRead}
        text={describeProblem(connections.error)}
        onRetry={() => void connections.refetch()}
      />
    );
  }
  const active = connections.data ? activeConnectionOf(connections.data) : null;
  if (!active) return null;
  switch (active.state) {
    case 'key-needed':
      return <KeyNeeded connection={active} />;
    case 'stopped':
      if (active.kind === 'local') return <LocalServiceNotice />;
      break;
    case 'ready':
    case 'starting':
      break;
    default: {
      const unknown: never = active.state;
      return unknown;
    }
  }
  return <WithPrefetch connection={active}>{children(active)}</WithPrefetch>;
}

function WithPrefetch({
  connection: { id, state },
  children,
}: {
  connection: Connection;
  children: ReactElement;
}): ReactElement {
  usePrefetch(id, null, state === 'ready');
  return children;
}
