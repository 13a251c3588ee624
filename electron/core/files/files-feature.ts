import type { DatabaseSync } from 'node:sqlite';
import { LOCAL_CONNECTION_ID } from '#shared/desk/index.ts';
import type { CallAdministration } from '../administration/administration-client.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { createSignal, type Signal } from '../signal.ts';
import { createFileLibrary } from './file-library.ts';
import { createFileObserver } from './file-observer.ts';
import { fileUsesRoute } from './file-uses.ts';
import { findFilesRoute } from './find-files.ts';

/** Files that this computer has uploaded, looked at or seen runs make. */
export function openFiles(
  { log, events, folder }: CoreContext,
  deps: {
    database: DatabaseSync;
    connections: Connections;
    signals: ConnectionSignals;
    administration: { call: CallAdministration };
  },
) {
  const files = createFileLibrary(deps.database);
  const fileDeleted: Signal<{ connectionId: string; fileId: string }> = createSignal();
  const presenceRead: Signal<{ connectionId: string; fileId: string; missing: boolean }> = createSignal();
  const observer = createFileObserver({
    files,
    client: (id) => deps.connections.client(id),
    onDeleted(connectionId, fileId) {
      events.emit({ type: 'files', connectionId });
      fileDeleted
        .emit({ connectionId, fileId })
        .catch((error: unknown) =>
          log.warn(errorFields(error), 'the copy of a deleted file could not be removed'),
        );
    },
    onPresence(connectionId, fileId, missing) {
      presenceRead
        .emit({ connectionId, fileId, missing })
        .catch((error: unknown) => log.warn(errorFields(error), 'outputs were not marked as missing'));
    },
    log,
  });
  deps.signals.removed.listen((id) => files.removeConnection(id));
  return {
    files,
    fileDeleted,
    presenceRead,
    observer,
    routes: {
      listFiles: ({ query }) => ({
        files: files.list(query.connectionId, query.projectId ?? null, query.limit),
      }),
      async getFileUsers({ params: { connectionId, fileId }, request: { signal } }) {
        if (connectionId !== LOCAL_CONNECTION_ID) return { users: null };
        const call = { params: { fileId }, body: undefined, signal };
        return { users: await deps.administration.call('getFileUsers', call) };
      },
      changeFile({ params: { connectionId, fileId }, body }) {
        const changed = files.change(connectionId, fileId, body);
        events.emit({ type: 'files', connectionId });
        return changed;
      },
      findFileUses: fileUsesRoute({ ...deps, folder }),
      findFiles: findFilesRoute({ files, ...deps }),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}
