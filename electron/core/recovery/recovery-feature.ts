import { join } from 'node:path';
import type { Connections } from '../connections/connections.ts';
import { LOCAL_CONNECTION_ID } from '../connections/connection-store.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { RunHistory } from '../runs/run-history.ts';
import type { Journal } from '../journal/journal.ts';
import type { ResponseCaches } from '../response-cache/open-response-cache.ts';
import type { ProjectDetailsStore } from '../versions/project-details.ts';
import type { VersionRecorder } from '../versions/recorder.ts';
import type { VersionStore } from '../versions/version-store.ts';
import { recoverProjects } from './recover-projects.ts';
import { createRestoredServiceWatch } from './service-restored.ts';

/** Brings back what is newer here when the local service has begun again from a backup. */
export function openRecovery(
  { options, folder, clock, log, notices }: CoreContext,
  deps: {
    connections: Connections;
    signals: ConnectionSignals;
    cache: ResponseCaches;
    journal: Journal;
    runs: Pick<RunHistory, 'moveProject'>;
    versions: VersionStore;
    details: ProjectDetailsStore;
    recorder: VersionRecorder;
  },
) {
  const { cache, journal, runs, versions, details } = deps;
  const restored = createRestoredServiceWatch({
    serviceDirectory: join(options.dataDirectory, 'service'),
    deskDirectory: folder,
    notices,
    log,
    clock: () => clock.now(),
    async recover(restoreId) {
      const dependencies = { versions, documents: cache.documents, journal, details, runs, log };
      await deps.recorder.startOver(LOCAL_CONNECTION_ID);
      const { call } = deps.connections.client(LOCAL_CONNECTION_ID);
      const recovered = await recoverProjects(dependencies, call, LOCAL_CONNECTION_ID, restoreId);
      // The service numbers versions anew: what was cached by the old numbers would look newer.
      cache.removeConnection(LOCAL_CONNECTION_ID);
      return recovered;
    },
  });
  deps.signals.serviceBack.listen((id) => {
    if (id === LOCAL_CONNECTION_ID) void restored.serviceRuns();
  });
  return { start: () => restored.load() } satisfies Feature;
}
