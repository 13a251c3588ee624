import { join } from 'node:path';
import type { DeskStatus } from '#shared/desk/index.ts';
import type { Language } from '#shared/desk/languages.ts';
import { DeskError } from '../desk-error.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { Supervisor } from '../local-service/supervisor.ts';
import { normalizeBaseUrl } from '../api/base-url.ts';
import type { ResponseCaches } from '../response-cache/open-response-cache.ts';
import { createSignal, type Signal } from '../signal.ts';
import { connectionStore, LOCAL_CONNECTION_ID } from './connection-store.ts';
import { checkedKey, Connections } from './connections.ts';
import { failedTest, testConnection } from './test-connection.ts';

/** What happens to connections and concerns other features. The value is the connection's id. */
export interface ConnectionSignals {
  /** A service that was away answers again; the local one also when it has started. */
  serviceBack: Signal<string>;
  /** A person removes a connection: it can be used for a last time. */
  removing: Signal<string>;
  removed: Signal<string>;
  /** A key was made for the local service: its workspace may be new. */
  keyCreated: Signal<string>;
}

/**
 * Opens the connections and the local service, one of them: each stores the other's address and key.
 * @param language in which the sample of a new workspace is written.
 */
export async function openConnections(context: CoreContext, cache: ResponseCaches, language: () => Language) {
  const { options, folder, clock, log, events, notices, handles } = context;
  const getTime = () => clock.now();
  const signals: ConnectionSignals = {
    serviceBack: createSignal(),
    removing: createSignal(),
    removed: createSignal(),
    keyCreated: createSignal(),
  };
  const announceBack = (id: string): void => {
    signals.serviceBack
      .emit(id)
      .catch((error: unknown) =>
        log.warn(errorFields(error), 'work for a service that is back did not begin'),
      );
  };
  options.secrets.onDamaged?.(({ file, isReadable }) => notices.add(isReadable ? 'keys' : 'keys-lost', file));
  let supervisor: Supervisor;
  const connections: Connections = new Connections({
    store: connectionStore(join(folder, 'connections.json'), getTime, (isReadable) =>
      notices.add(isReadable ? 'connections' : 'connections-lost', 'connections.json'),
    ),
    secrets: options.secrets,
    clock,
    log,
    supervisor: () => supervisor,
    onChange: (list) => events.emit({ type: 'connections', list }),
    lastResponseAt: (id) => cache.responses.lastResponseAt(id),
    onBack: announceBack,
    responseTimeoutMs: options.responseTimeoutMs,
  });
  handles.add('connections', connections, (open) => open.close());
  supervisor = new Supervisor({
    launcher: options.launchService,
    dataDirectory: join(options.dataDirectory, 'service'),
    deskDirectory: folder,
    clock,
    log,
    language,
    origin: () => connections.get(LOCAL_CONNECTION_ID).baseUrl,
    saveOrigin: (origin) => connections.setLocal({ origin }),
    key: async () => connections.keyOf(LOCAL_CONNECTION_ID),
    async saveKey(key) {
      await connections.setLocal({ key });
      // Not awaited: listeners call the service, which reports that it runs only after this returns.
      void signals.keyCreated.emit(LOCAL_CONNECTION_ID);
    },
    onStatus(status) {
      events.emit({ type: 'local-service', status });
      connections.announce();
      if (status.state === 'running') announceBack(LOCAL_CONNECTION_ID);
    },
  });
  handles.add('local service', supervisor, (open) => open.close());
  await connections.load();

  return {
    connections,
    supervisor,
    signals,
    start: () => supervisor.start(),
    snapshot: () => [
      { type: 'connections', list: connections.list() },
      { type: 'local-service', status: supervisor.status() },
    ],
    routes: connectionRoutes(context, { connections, supervisor, signals, cache }),
  } satisfies Feature & Record<string, unknown>;
}

interface ConnectionDependencies {
  connections: Connections;
  supervisor: Supervisor;
  signals: ConnectionSignals;
  cache: ResponseCaches;
}

function connectionRoutes(context: CoreContext, dependencies: ConnectionDependencies) {
  const { connections, signals, cache } = dependencies;
  return {
    listConnections: () => connections.list(),
    addConnection: ({ body }) => connections.add(body),
    async changeConnection({ params, body }) {
      const before = connections.get(params.connectionId).baseUrl;
      const changed = await connections.change(params.connectionId, body);
      // Another service: what was cached is of the one before.
      if (changed.baseUrl !== before) cache.removeConnection(params.connectionId);
      return changed;
    },
    async removeConnection({ params }) {
      await signals.removing.emit(params.connectionId);
      await connections.remove(params.connectionId);
      await signals.removed.emit(params.connectionId);
      cache.removeConnection(params.connectionId);
    },
    activateConnection: ({ params }) => connections.activate(params.connectionId),
    testConnection: ({ body, request }) => runTest(context, dependencies, body, request.signal),
  } satisfies Partial<DeskHandlers>;
}

type TestRequest = Parameters<DeskHandlers['testConnection']>[0]['body'];

async function runTest(
  { options, clock, log }: CoreContext,
  { connections, supervisor }: ConnectionDependencies,
  testRequest: TestRequest,
  signal: AbortSignal,
) {
  if (testRequest.id === LOCAL_CONNECTION_ID) await supervisor.ready(signal);
  const stored = testRequest.id === undefined ? null : connections.get(testRequest.id);
  let baseUrl: string;
  try {
    baseUrl =
      testRequest.baseUrl === undefined ? (stored?.baseUrl ?? '') : normalizeBaseUrl(testRequest.baseUrl);
  } catch (error) {
    if (error instanceof DeskError) return failedTest('address', error.message);
    throw error;
  }
  if (!baseUrl) {
    throw new DeskError('INVALID_REQUEST', 'Enter the address of the service.', {
      details: { field: 'baseUrl' },
    });
  }
  // The stored key goes to the stored address only: a page must not be able to send it elsewhere.
  const storedKey = stored && stored.baseUrl === baseUrl ? await connections.readKeyOf(stored.id) : null;
  const key = testRequest.key === undefined ? storedKey : checkedKey(testRequest.key.trim());
  if (!key) {
    throw new DeskError('INVALID_REQUEST', 'Enter the API key to test.', { details: { field: 'key' } });
  }
  const result = await testConnection({ baseUrl, key }, clock, log, signal, options.responseTimeoutMs);
  if (result.ok) await connections.testSucceeded(baseUrl, key);
  return result;
}

/** Host, connections and notices as a page shows them. */
export const openStatus = (
  { options, notices }: CoreContext,
  { connections, supervisor }: Pick<ConnectionDependencies, 'connections' | 'supervisor'>,
) => {
  const status = (): DeskStatus => ({
    host: options.host,
    version: options.version,
    platform: process.platform,
    mediaOrigin: options.mediaOrigin(),
    activeConnectionId: connections.activeId,
    localService: supervisor.status(),
    notices: notices.list(),
  });
  return {
    status,
    routes: {
      status,
      dismissNotice: ({ params }) => notices.dismiss(params.noticeId),
      async restartLocalService() {
        await supervisor.restart();
        return status();
      },
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
};
