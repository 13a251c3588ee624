import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Connection, ConnectionChange, ConnectionDraft, ConnectionList } from '#shared/desk/index.ts';
import { callDesk, deskKeys } from '#renderer/desk/index.ts';

/** Adds, changes and removes connections; the list on screen follows each response. */
export function useConnectionActions() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: deskKeys.connections });
  const activate = useMutation({
    mutationFn: (connectionId: string) => callDesk('activateConnection', { params: { connectionId } }),
    onSuccess: (list) => client.setQueryData<ConnectionList>(deskKeys.connections, list),
  });
  const add = useMutation({
    mutationFn: (draft: ConnectionDraft) => callDesk('addConnection', { body: draft }),
    onSuccess: refresh,
  });
  const change = useMutation({
    mutationFn: ({ id, ...change }: ConnectionChange & { id: string }) =>
      callDesk('changeConnection', { params: { connectionId: id }, body: change }),
    onSuccess: async (connection) => {
      // Another address or key may mean another account: nothing read before counts.
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(connection.id) });
      await refresh();
    },
  });
  const remove = useMutation({
    mutationFn: (connectionId: string) => callDesk('removeConnection', { params: { connectionId } }),
    onSuccess: refresh,
  });
  return { activate, add, change, remove };
}

/**
 * The test of a service that was added without one: made once for each address and key, when the connection is added or
 * first shown. One that passes makes the connection count as tested.
 */
export const firstTestOf = ({ id, baseUrl, keyHint, isTested, state }: Connection) =>
  queryOptions({
    queryKey: ['connection-first-test', id, baseUrl, keyHint],
    queryFn: () => callDesk('testConnection', { body: { id } }),
    enabled: isTested === false && state === 'ready',
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });

export const useConnectionTest = () =>
  useMutation({
    mutationFn: (request: { id?: string; baseUrl?: string; key?: string }) =>
      callDesk('testConnection', { body: request }),
  });
