import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import type { TeamStatus } from '#shared/desk/index.ts';
import { callDesk, onDeskEvent, onDeskReconnect } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';

/** What is sent within this time needs no words. Milliseconds. */
const DELAY_MS = 1500;

const statusKey = (connectionId: string) => ['desk', 'team', connectionId] as const;

/** Stars, notes and collections of a service that stores them for all its people, kept current while it is used. */
function useTeamStatus(connectionId: string): TeamStatus | undefined {
  const client = useQueryClient();
  useEffect(() => {
    const queryKey = statusKey(connectionId);
    const unsubscribe = [
      onDeskEvent((event) => {
        if (event.type !== 'team' || event.connectionId !== connectionId) return;
        const { isShared, pending } = event;
        client.setQueryData<TeamStatus>(queryKey, { isShared, pending });
      }),
      onDeskReconnect(() => void client.invalidateQueries({ queryKey })),
    ];
    return () => {
      for (const end of unsubscribe) end();
    };
  }, [client, connectionId]);
  const { data } = useQuery({
    queryKey: statusKey(connectionId),
    queryFn: ({ signal }) => callDesk('getTeamStatus', { params: { connectionId }, signal }),
  });
  return data;
}

/** How many stars, notes and changes of collections the service does not have yet: others do not see them so far. */
export function PendingChanges({ connectionId }: { connectionId: string }): ReactElement | null {
  const { isShared = false, pending = 0 } = useTeamStatus(connectionId) ?? {};
  const isPending = isShared && pending > 0;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isPending]);
  if (!isPending || !isLate) return null;
  const text = words.gallery.gallery;
  return (
    <span role="status" title={text.pendingReason}>
      {text.pendingChanges(pending)}
    </span>
  );
}
