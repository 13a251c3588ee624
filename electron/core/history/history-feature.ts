import type { DatabaseSync } from 'node:sqlite';
import { LOCAL_CONNECTION_ID } from '#shared/desk/index.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import { DeskError } from '../desk-error.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { createSignal, type Signal } from '../signal.ts';
import type { CallAdministration } from '../administration/administration-client.ts';
import { createFileLibrary, type FileLibrary } from './file-library.ts';
import { fileUsesRoute } from './file-uses.ts';
import { findFilesRoute } from './find-files.ts';
import { createHistoryObserver, type ObservedRunDetail } from './observer.ts';
import { createRunCopies } from './run-copies.ts';
import { createRunHistory } from './run-history.ts';
import { createRunSnapshots } from './run-snapshots.ts';

/** Runs and files that this computer has seen, and the runs that nobody watches until they end. */
export function openHistory(
  { clock, log, events, handles, folder }: CoreContext,
  deps: {
    database: DatabaseSync;
    connections: Connections;
    signals: ConnectionSignals;
    cache: { responses: ResponseCache };
    administration: { call: CallAdministration };
  },
) {
  const runs = createRunHistory(deps.database);
  const copies = createRunCopies(deps.database);
  const files = createFileLibrary(deps.database);
  const snapshots = createRunSnapshots(deps.cache.responses);
  const fileDeleted: Signal<{ connectionId: string; fileId: string }> = createSignal();
  const runRead: Signal<{ connectionId: string; run: ObservedRunDetail }> = createSignal();
  const observer = createHistoryObserver({
    runs,
    files,
    client: (id) => deps.connections.client(id),
    emit: (event) => events.emit(event),
    fileDeleted(connectionId, fileId) {
      events.emit({ type: 'files', connectionId });
      fileDeleted
        .emit({ connectionId, fileId })
        .catch((error: unknown) =>
          log.warn(errorFields(error), 'the copy of a deleted file could not be removed'),
        );
    },
    onRun(connectionId, run) {
      runRead
        .emit({ connectionId, run })
        .catch((error: unknown) => log.warn(errorFields(error), 'a run that was read was not recorded'));
    },
    clock,
    log,
  });
  const { watcher } = handles.add('run watcher', observer, (open) => open.watcher.close());
  deps.signals.serviceBack.listen((id) => watcher.serviceIsBack(id));
  deps.signals.removed.listen((id) => {
    runs.removeConnection(id);
    watcher.removeConnection(id);
    files.removeConnection(id);
    copies.removeConnection(id);
  });
  return {
    runs,
    copies,
    files,
    fileDeleted,
    runRead,
    observer,
    routes: {
      listRuns: ({ query }) => ({ runs: runs.list(query.connectionId, query) }),
      listUnseenRuns: () => ({ runs: runs.unseen() }),
      markRunSeen({ params }) {
        const record = runs.markRead(params.connectionId, params.runId);
        if (record) events.emit({ type: 'run', run: record });
      },
      getRunSnapshot: ({ params }) => ({ snapshot: snapshots.find(params.connectionId, params.runId) }),
      async keepRunSnapshot({ params: { connectionId, runId }, body }) {
        if (!runs.saveEventId(connectionId, runId, body.lastEventId)) {
          throw new DeskError('NOT_FOUND', 'This run has not been seen on this computer.');
        }
        await snapshots.keep(connectionId, runId, body.snapshot);
      },
      listRunCopies: ({ params, query }) => ({ copies: copies.list(params.connectionId, query) }),
      recordRunCopy({ params, body }) {
        deps.connections.get(params.connectionId);
        copies.record(params.connectionId, body);
      },
      ...fileRoutes(files, events, deps.administration),
      findFileUses: fileUsesRoute({ ...deps, folder }),
      findFiles: findFilesRoute({ files, ...deps }),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}

const fileRoutes = (
  files: FileLibrary,
  events: CoreContext['events'],
  administration: { call: CallAdministration },
) =>
  ({
    listFiles: ({ query }) => ({
      files: files.list(query.connectionId, query.projectId ?? null, query.limit),
    }),
    async getFileUsers({ params: { connectionId, fileId }, request: { signal } }) {
      if (connectionId !== LOCAL_CONNECTION_ID) return { users: null };
      return {
        users: await administration.call('getFileUsers', { params: { fileId }, body: undefined, signal }),
      };
    },
    changeFile({ params: { connectionId, fileId }, body }) {
      const changed = files.change(connectionId, fileId, body);
      events.emit({ type: 'files', connectionId });
      return changed;
    },
  }) satisfies Partial<DeskHandlers>;
