import {
  isTerminalRunStatus,
  PublicFileDetail,
  PublicRunDetail,
  PublicTemplateRunDetail,
  PublicTimelineOtioImportResponse,
  type AnyEndpoint,
  type EndpointMatch,
  type ResponseResource,
} from '#shared/api/index.ts';
import { endpoints } from '#shared/api/index.ts';
import {
  batchOfRun,
  isLiveRun,
  runOfProjectHeader,
  SAMPLE_RUN_ID,
  type DeskEvent,
} from '#shared/desk/index.ts';
import type { EndpointRun } from '#shared/administration/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { ProxyObserver } from '../api/proxy-observer.ts';
import type { Clock, CoreLog } from '../options.ts';
import type { Schedule } from '../connections/reachability.ts';
import type { FileLibrary } from './file-library.ts';
import type { ObservedRun, RunHistory } from './run-history.ts';
import { areShort } from '../storage/row-limits.ts';
import { createRunWatcher, type RunWatcher } from './run-watcher.ts';

const NOTED: ReadonlySet<ResponseResource> = new Set<ResponseResource>([
  'run',
  'template-run',
  'file',
  'deleted-file',
  'imported-files',
]);

/** A run as its service describes it. */
export type ObservedRunDetail = ObservedRun & Pick<PublicRunDetail, 'outputs' | 'spend'>;

/** Whether its ids, state and times are of a length that a row of the list takes. */
const isStorable = ({
  id,
  status,
  createdAt,
  updatedAt,
  projectId,
  templateId,
  endpointId,
}: ObservedRunDetail): boolean =>
  areShort(id, status, createdAt, updatedAt, projectId, templateId, endpointId);

export interface HistoryObserver extends ProxyObserver {
  /** Of the runs that no page follows. */
  readonly watcher: RunWatcher;
  /** Reads a run again and notes it. @returns its status. @throws ApiError, UnreachableError */
  read(connectionId: string, runId: string, signal?: AbortSignal): Promise<string>;
  /** Reads a run of an endpoint that was never met here and notes it. @throws ApiError, UnreachableError */
  readEndpointRun(connectionId: string, run: EndpointRun, signal: AbortSignal): Promise<void>;
}

/** A batch says itself how its runs ended; the sample's results are met where they are. */
const isExternalRun = ({ externalId }: ObservedRunDetail): boolean =>
  batchOfRun(externalId) !== null || externalId === SAMPLE_RUN_ID;

/** A run of an endpoint as its service describes it now. @throws ApiError, UnreachableError */
function fetchTemplateRun(
  client: ApiClient,
  { templateId, endpointId, runId }: Pick<EndpointRun, 'templateId' | 'endpointId' | 'runId'>,
  signal?: AbortSignal,
): Promise<PublicTemplateRunDetail> {
  const params = { template_id: templateId, endpoint_id: endpointId, task_id: runId };
  return client.call(endpoints.templates.getRun, { params, signal });
}

/** Fills run history and file library from what passes through the proxy. */
export function createHistoryObserver(options: {
  runs: RunHistory;
  files: FileLibrary;
  client: (connectionId: string) => ApiClient;
  emit: (event: DeskEvent) => void;
  fileDeleted: (connectionId: string, fileId: string) => void;
  /** A run was read, by a page or by the watcher. */
  onRun: (connectionId: string, run: ObservedRunDetail) => void;
  clock: Clock;
  log: CoreLog;
  schedule?: Schedule | undefined;
}): HistoryObserver {
  const { runs, files, client, emit, clock, log } = options;

  /** Runs whose stream a page has read to its end: it has shown how they ended. */
  const tracked = new Set<string>();

  /** Previews under way: of their end nothing is noted, so nothing is read. */
  const liveRuns = new Set<string>();

  function noteRun(connectionId: string, run: ObservedRunDetail): void {
    const { id } = run;
    if (!isStorable(run)) return;
    // A preview while somebody edits is nothing to be found again.
    if (isLiveRun(run.externalId)) {
      if (!isTerminalRunStatus(run.status)) liveRuns.add(joinKey(connectionId, run.id));
      return;
    }
    const isVisible = () => tracked.delete(joinKey(connectionId, run.id)) || isExternalRun(run);
    if (isTerminalRunStatus(run.status) && isVisible()) runs.markRead(connectionId, run.id);
    const changed = runs.note(connectionId, run);
    files.noteOutputs(connectionId, run);
    if (isTerminalRunStatus(run.status)) watcher.unsubscribe(connectionId, id);
    else watcher.watch(connectionId, id);
    if (changed) emit({ type: 'run', run: changed });
    options.onRun(connectionId, run);
  }

  function noteTemplateRun(connectionId: string, run: PublicTemplateRunDetail): void {
    const before = runs.find(connectionId, run.taskId);
    const timestamp = new Date(clock.now()).toISOString();
    noteRun(connectionId, {
      ...run,
      id: run.taskId,
      // A service may leave the times out; those of this computer serve then.
      createdAt: run.createdAt ?? before?.createdAt ?? timestamp,
      updatedAt: run.updatedAt ?? timestamp,
    });
  }

  /** Reads a run again and notes it. @param isRequested asked once it is there. @returns its status. */
  async function readRun(
    connectionId: string,
    runId: string,
    isRequested = () => true,
    signal?: AbortSignal,
  ): Promise<string> {
    const { templateId, endpointId } = runs.find(connectionId, runId) ?? {};
    if (templateId !== undefined && endpointId !== undefined) {
      const run = await fetchTemplateRun(client(connectionId), { templateId, endpointId, runId }, signal);
      if (isRequested()) noteTemplateRun(connectionId, run);
      return run.status;
    }
    const run = await client(connectionId).call(endpoints.runs.get, { params: { run_id: runId }, signal });
    if (isRequested()) noteRun(connectionId, run);
    return run.status;
  }

  const watcher = createRunWatcher({ read: readRun, schedule: options.schedule });
  for (const { connectionId, runId } of runs.active()) watcher.watch(connectionId, runId);

  /** Where a service names files of its account as the place of imported media, they are files like any other. */
  async function noteImported(connectionId: string, fileIds: readonly string[]): Promise<void> {
    for (const fileId of fileIds) {
      const file = await client(connectionId).call(endpoints.files.get, { params: { file_id: fileId } });
      files.noteUpload(connectionId, null, file, null);
    }
  }

  function noteImportResponse(connectionId: string, body: unknown): void {
    const imported = PublicTimelineOtioImportResponse.safeParse(body);
    const ids = imported.success ? imported.data.files.map(({ storagePath }) => storagePath) : [];
    noteImported(
      connectionId,
      ids.filter((id) => id !== '' && !id.includes('/')),
    ).catch((error: unknown) =>
      log.debug({ name: error instanceof Error ? error.name : 'unknown' }, 'imported files are not listed'),
    );
  }

  return {
    watcher,
    read: (connectionId, runId, signal) => readRun(connectionId, runId, () => true, signal),
    readEndpointRun: async (connectionId, run, signal) =>
      noteTemplateRun(connectionId, await fetchTemplateRun(client(connectionId), run, signal)),
    accepts: ({ resource, responseKind }: AnyEndpoint) =>
      resource !== null && NOTED.has(resource) && responseKind !== 'event-stream',

    responded(connectionId, match, { status, body: read, header }) {
      if (status < 200 || status > 299) return;
      const body = read();
      switch (match.endpoint.resource) {
        case 'deleted-file': {
          const fileId = match.params['file_id'];
          if (!fileId) return;
          files.clear(connectionId, fileId);
          options.fileDeleted(connectionId, fileId);
          return;
        }
        case 'imported-files':
          noteImportResponse(connectionId, body);
          return;
        case 'template-run': {
          const run = PublicTemplateRunDetail.safeParse(body);
          if (run.success) noteTemplateRun(connectionId, run.data);
          return;
        }
        case 'run': {
          const run = PublicRunDetail.safeParse(body);
          const startedFrom = header(runOfProjectHeader);
          if (run.success)
            noteRun(connectionId, { ...run.data, projectId: run.data.projectId ?? startedFrom });
          return;
        }
        case 'file': {
          const file = PublicFileDetail.safeParse(body);
          if (file.success) files.noteUpload(connectionId, null, file.data, null);
          return;
        }
        default:
      }
    },

    onStreamOpen(connectionId, match) {
      const runId = streamedRun(match);
      if (runId === null || liveRuns.has(joinKey(connectionId, runId))) return;
      watcher.onStreamOpen(connectionId, runId);
    },

    // A stream ends with the run's last event: one read then tells the outcome, its cost and its files.
    streamFinished(connectionId, match, full) {
      const runId = streamedRun(match);
      if (runId === null) return;
      if (liveRuns.has(joinKey(connectionId, runId))) {
        if (full) liveRuns.delete(joinKey(connectionId, runId));
        return;
      }
      watcher.streamFinished(connectionId, runId);
      if (full) tracked.add(joinKey(connectionId, runId));
      const existing = runs.find(connectionId, runId);
      if (existing && isTerminalRunStatus(existing.status)) {
        tracked.delete(joinKey(connectionId, runId));
        return;
      }
      readRun(connectionId, runId).catch((error: unknown) =>
        log.debug({ name: error instanceof Error ? error.name : 'unknown' }, 'a run could not be read again'),
      );
    },
  };
}

/** The run whose events a stream carries; null for any other stream. */
function streamedRun({ endpoint, params }: EndpointMatch): string | null {
  if (endpoint.resource === 'run') return params['run_id'] ?? null;
  return endpoint.resource === 'template-run' ? (params['task_id'] ?? null) : null;
}
