import type { Settings } from '#shared/desk/index.ts';
import type { Catalog } from '../model/catalog.ts';
import type { EditorPorts } from '../ports.ts';
import type { SyncDriver } from '../sync/sync-driver.ts';
import type { EditorPreferences } from './editor-preferences.ts';
import type { FileNames } from './file-names.ts';
import type { SessionStore } from './session-store.ts';
import type { TypeUses } from './type-uses.ts';

/** What follows the world around a session. */
interface FollowingSession {
  readonly ports: EditorPorts;
  readonly sync: SyncDriver;
  readonly store: SessionStore;
  readonly catalog: Catalog;
  readonly preferences: EditorPreferences;
  readonly typeUses: TypeUses;
  readonly fileNames: FileNames;
  readonly cachedAt: string | null;
}

/** What the desktop process says: services that come back, settings, names of files. @returns what ends it. */
export function followDesk(session: FollowingSession): (() => void)[] {
  const { ports, sync, catalog, preferences, typeUses } = session;
  let wasOffline = session.cachedAt !== null;
  const applySettings = (settings: Settings): void => {
    preferences.set(settings);
    typeUses.set(settings.typeUses);
  };
  ports.settings().then(applySettings, () => undefined);
  return [
    ports.subscribe((event) => {
      if (event.type === 'local-service' && event.status.state === 'running') sync.wake();
      if (event.type === 'connections') {
        const connection = event.list.connections.find(({ id }) => id === ports.connectionId);
        if (connection?.state === 'ready' && sync.state.phase.kind === 'key-needed') sync.wake();
        const isOffline = Boolean(connection?.offlineSince);
        if (wasOffline && !isOffline) {
          sync.wake();
          if (catalog.error) void catalog.loadAll();
        }
        wasOffline = isOffline;
      }
      if (event.type === 'node-types' && event.connectionId === ports.connectionId) void catalog.refresh();
      if (event.type === 'settings') applySettings(event.settings);
      if (event.type === 'files' && event.connectionId === ports.connectionId) {
        // Names that could not be read stay as they are known.
        session.fileNames.read().catch(() => undefined);
      }
      if (event.type === 'upload' && event.upload.fileId) {
        session.fileNames.set(event.upload.fileId, event.upload.filename);
      }
    }),
  ];
}

/** What the window says: whether somebody looks at it, and whether there is a network. @returns what ends it. */
export function followWindow({ sync, store }: FollowingSession): (() => void)[] {
  if (typeof window === 'undefined') return [];
  const onVisibility = (): void => {
    if (document.visibilityState === 'visible') void sync.poll();
    else void store.flush().catch(() => undefined);
  };
  const onOnline = (): void => sync.wake();
  window.addEventListener('focus', onVisibility);
  window.addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onVisibility);
  return [
    () => {
      window.removeEventListener('focus', onVisibility);
      window.removeEventListener('online', onOnline);
      document.removeEventListener('visibilitychange', onVisibility);
    },
  ];
}
