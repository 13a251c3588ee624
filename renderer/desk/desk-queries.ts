import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  RESTORED_DATABASE_NOTICE,
  type Connection,
  type ConnectionList,
  type DeskEvent,
  type DeskStatus,
  type Settings,
} from '#shared/desk/index.ts';
import { callDesk } from './desk.ts';
import { onDeskEvent, onDeskOpen } from './events.ts';
import { clearMediaUrls } from './media.ts';
import { queryClient } from './query.ts';
import { applyPushed, applyPushedChange } from './take-told.ts';
import { compareNames, words } from '#renderer/words/index.ts';

/** Keys of what the desktop process keeps; its events write straight into these. */
export const deskKeys = {
  status: ['desk', 'status'] as const,
  connections: ['desk', 'connections'] as const,
  settings: ['desk', 'settings'] as const,
};

export const useDeskStatus = () =>
  useQuery({ queryKey: deskKeys.status, queryFn: ({ signal }) => callDesk('status', { signal }) });

/** The name that the local service has where nobody gave it another is English where it is stored. */
function localInLanguage(list: ConnectionList): ConnectionList {
  const connections = list.connections.map((connection) =>
    connection.kind === 'local' ? { ...connection, name: words.desk.localName(connection.name) } : connection,
  );
  return { ...list, connections };
}

const connectionsQuery = queryOptions({
  queryKey: deskKeys.connections,
  queryFn: ({ signal }) => callDesk('listConnections', { signal }),
  select: localInLanguage,
  staleTime: Infinity,
});
const settingsQuery = queryOptions({
  queryKey: deskKeys.settings,
  queryFn: ({ signal }) => callDesk('getSettings', { signal }),
  staleTime: Infinity,
});

/** Asks for what every page stands on, before any of it is shown. A read that fails is tried again by the page. */
export function readDeskAhead(client: QueryClient): void {
  void client.prefetchQuery(settingsQuery);
  void client.prefetchQuery(connectionsQuery);
}

export const useConnections = () =>
  useQuery({
    ...connectionsQuery,
    // A service that is starting is looked after, whether or not its event arrives.
    refetchInterval: ({ state }) =>
      state.data?.connections.some((connection) => connection.state === 'starting') ? 1500 : false,
  });

/** The local workspace first, then hosted services by name. */
export const sortConnections = (connections: readonly Connection[]): Connection[] =>
  [...connections].sort((a, b) =>
    a.kind === b.kind ? compareNames(a.name, b.name) : a.kind === 'local' ? -1 : 1,
  );

export const activeConnectionOf = (list: ConnectionList): Connection | null =>
  list.connections.find((connection) => connection.id === list.activeId) ?? list.connections[0] ?? null;

/** Since when a connection's service has been away, and from when is what is shown; null while it answers. */
export interface Offline {
  name: string;
  since: string;
  /** Of what this computer itself keeps lists of: when the service last answered. */
  asOf: string;
}

const offlineOf = (connection: Connection | undefined): Offline | null =>
  connection?.offlineSince
    ? {
        name: connection.name,
        since: connection.offlineSince,
        asOf: connection.lastResponseAt ?? connection.offlineSince,
      }
    : null;

export function useOffline(connectionId: string): Offline | null {
  const connections = useConnections();
  return offlineOf(connections.data?.connections.find(({ id }) => id === connectionId));
}

/** The same at one moment, for what acts on a press. */
export const currentOffline = (connectionId: string): Offline | null =>
  offlineOf(
    queryClient
      .getQueryData<ConnectionList>(deskKeys.connections)
      ?.connections.find(({ id }) => id === connectionId),
  );

type BackListener = (connection: Connection) => void;
const backListeners = new Set<BackListener>();

/** Calls back when a service that was away answers again. @returns a function that ends the subscription. */
export function onConnectionBack(listener: BackListener): () => void {
  backListeners.add(listener);
  return () => backListeners.delete(listener);
}

/** Reads anew what was shown from memory, and says who is back. */
function noteBack(client: QueryClient, before: ConnectionList | undefined, next: ConnectionList): void {
  const offlineIds = new Set(
    before?.connections.filter((connection) => connection.offlineSince).map(({ id }) => id),
  );
  const back = next.connections.filter(
    (connection) => !connection.offlineSince && offlineIds.has(connection.id),
  );
  if (back.length === 0) return;
  void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'desk' });
  for (const connection of back) for (const listener of backListeners) listener(connection);
}

export const useSettings = () => useQuery(settingsQuery);

/** Changes settings; the page shows the new value at once and goes back when it could not be saved. */
export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<Settings>) => callDesk('changeSettings', { body: change }),
    onMutate: (change) => {
      const before = client.getQueryData<Settings>(deskKeys.settings);
      if (before) client.setQueryData<Settings>(deskKeys.settings, { ...before, ...change });
      return { before };
    },
    onError: (_error, _change, context) => {
      if (context?.before) client.setQueryData(deskKeys.settings, context.before);
    },
    onSuccess: (settings) => client.setQueryData(deskKeys.settings, settings),
  });
}

/** Projects and runs of a service whose database was replaced are not those that were read before: all is read anew. */
function noteRestored(client: QueryClient, next: DeskStatus['notices']): void {
  const textOf = (notices: DeskStatus['notices']) =>
    notices?.find(({ id }) => id === RESTORED_DATABASE_NOTICE)?.text;
  const text = textOf(next);
  const before = client.getQueryData<DeskStatus>(deskKeys.status);
  if (text !== undefined && text !== textOf(before?.notices)) void client.invalidateQueries();
}

/** Events to which the rooms that show them listen themselves. */
const SCOPED_KEYS = [
  'upload',
  'run',
  'versions',
  'outputs',
  'estimates',
  'collections',
  'team',
  'files',
  'node-types',
  'document-journal',
  'journal',
  'transfer',
  'batch',
  'batch-items',
  'queue',
  'agents',
  'agent-questions',
  'proposals',
  'chat',
] as const satisfies readonly DeskEvent['type'][];

const isScoped = (event: DeskEvent): event is Extract<DeskEvent, { type: (typeof SCOPED_KEYS)[number] }> =>
  SCOPED_KEYS.some((type) => type === event.type);

/** Lets the desk's events keep the cache current. @returns a function that stops it. */
export function bindDeskEvents(client: QueryClient): () => void {
  const stopEvents = onDeskEvent((event) => {
    if (isScoped(event)) return undefined;
    switch (event.type) {
      case 'connections': {
        const before = client.getQueryData<ConnectionList>(deskKeys.connections);
        applyPushed(client, deskKeys.connections, event.list);
        noteBack(client, before, event.list);
        break;
      }
      case 'settings':
        applyPushed(client, deskKeys.settings, event.settings);
        break;
      case 'local-service':
        applyPushedChange<DeskStatus>(client, deskKeys.status, (status) =>
          status ? { ...status, localService: event.status } : status,
        );
        break;
      case 'notices':
        noteRestored(client, event.notices);
        applyPushedChange<DeskStatus>(client, deskKeys.status, (status) =>
          status ? { ...status, notices: event.notices } : status,
        );
        break;
      case 'document-saved': {
        const { kind, connectionId, projectId } = event;
        void client.invalidateQueries({ queryKey: [kind, connectionId, projectId] });
        break;
      }
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
    return undefined;
  });
  const stopReconnect = onDeskOpen((isReconnect) => {
    if (isReconnect) clearMediaUrls();
    void client.invalidateQueries(isReconnect ? undefined : { queryKey: ['desk'] });
  });
  return () => {
    stopEvents();
    stopReconnect();
  };
}
