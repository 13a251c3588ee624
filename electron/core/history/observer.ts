import {
  isTerminalRunStatus,
  PublicFileDetail,
  PublicRunDetail,
  PublicTimelineOtioImportResponse,
  type AnyEndpoint,
  type EndpointId,
} from '#shared/api/index.ts';
import { endpoints } from '#shared/api/index.ts';
import type { DeskEvent } from '#shared/desk/index.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { ProxyObserver } from '../api/proxy-observer.ts';
import type { CoreLog } from '../options.ts';
import type { Schedule } from '../connections/reachability.ts';
import type { FileLibrary } from './file-library.ts';
import type { RunHistory } from './run-history.ts';
import { createRunWatcher, type RunWatcher } from './run-watcher.ts';

const WANTED: ReadonlySet<string> = new Set<EndpointId>([
  'runs.create',
  'runs.get',
  'runs.cancel',
  'files.upload',
  'files.completeUpload',
  'files.delete',
  'timelines.importOtio',
]);

export interface HistoryObserver extends ProxyObserver {
  /** Of the runs that no page follows. */
  readonly watcher: RunWatcher;
}

/** Fills run history and file library from what passes through the proxy. */
export function createHistoryObserver(options: {
  runs: RunHistory;
  files: FileLibrary;
  client: (connectionId: string) => ApiClient;
  emit: (event: DeskEvent) => void;
  fileDeleted: (connectionId: string, fileId: string) => void;
  log: CoreLog;
  schedule?: Schedule | undefined;
}): HistoryObserver {
  const { runs, files, client, emit, log } = options;

  /** Runs whose stream a page has read to its end: it has shown how they ended. */
  const followed = new Set<string>();
  const keyOf = (connectionId: string, runId: string): string => JSON.stringify([connectionId, runId]);

  function noteRun(connectionId: string, run: PublicRunDetail): void {
    if (isTerminalRunStatus(run.status) && followed.delete(keyOf(connectionId, run.id))) {
      runs.tell(connectionId, run.id);
    }
    const changed = runs.note(connectionId, run);
    files.noteOutputs(connectionId, run);
    const { id } = run;
    if (isTerminalRunStatus(run.status)) watcher.unwatch(connectionId, id);
    else watcher.watch(connectionId, id);
    if (changed) emit({ type: 'run', run: changed });
  }

  const watcher = createRunWatcher({ client, onRun: noteRun, schedule: options.schedule });
  for (const { connectionId, runId } of runs.unfinished()) watcher.watch(connectionId, runId);

  /** Where a service names files of its account as the place of imported media, they are files like any other. */
  async function noteImported(connectionId: string, fileIds: readonly string[]): Promise<void> {
    for (const fileId of fileIds) {
      const file = await client(connectionId).call(endpoints.files.get, { params: { file_id: fileId } });
      files.noteUpload(connectionId, null, file, null);
    }
  }

  return {
    watcher,
    wants: (endpoint: AnyEndpoint) => WANTED.has(endpoint.id),

    answered(connectionId, match, { status, body: read }) {
      if (status < 200 || status > 299) return;
      const body = read();
      const fileId = match.params['file_id'];
      if (match.endpoint.id === 'files.delete' && fileId) {
        files.forget(connectionId, fileId);
        options.fileDeleted(connectionId, fileId);
      } else if (match.endpoint.id === 'timelines.importOtio') {
        const imported = PublicTimelineOtioImportResponse.safeParse(body);
        const ids = imported.success ? imported.data.files.map(({ storagePath }) => storagePath) : [];
        noteImported(
          connectionId,
          ids.filter((id) => id !== '' && !id.includes('/')),
        ).catch((error: unknown) =>
          log.debug(
            { name: error instanceof Error ? error.name : 'unknown' },
            'imported files are not listed',
          ),
        );
      } else if (match.endpoint.id.startsWith('runs.')) {
        const run = PublicRunDetail.safeParse(body);
        if (run.success) noteRun(connectionId, run.data);
      } else {
        const file = PublicFileDetail.safeParse(body);
        if (file.success) files.noteUpload(connectionId, null, file.data, null);
      }
    },

    streamOpened(connectionId, match) {
      const runId = match.params['run_id'];
      if (match.endpoint.id === 'runs.streamEvents' && runId) watcher.streamOpened(connectionId, runId);
    },

    // A stream ends with the run's last event: one read then tells the outcome, its cost and its files.
    streamEnded(connectionId, match, whole) {
      const runId = match.params['run_id'];
      if (match.endpoint.id !== 'runs.streamEvents' || !runId) return;
      watcher.streamEnded(connectionId, runId);
      if (whole) followed.add(keyOf(connectionId, runId));
      const known = runs.find(connectionId, runId);
      if (known && isTerminalRunStatus(known.status)) {
        followed.delete(keyOf(connectionId, runId));
        return;
      }
      const refresh = async () => {
        const run = await client(connectionId).call(endpoints.runs.get, { params: { run_id: runId } });
        noteRun(connectionId, run);
      };
      refresh().catch((error: unknown) =>
        log.debug({ name: error instanceof Error ? error.name : 'unknown' }, 'a run could not be read again'),
      );
    },
  };
}
