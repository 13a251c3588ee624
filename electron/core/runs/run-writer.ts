import {
  ApiError,
  endpoints,
  isTerminalRunStatus,
  type PublicRunDetail,
  type PublicTemplateRunDetail,
} from '#shared/api/index.ts';
import type { TeamRun, TerminalRun } from '#shared/administration/index.ts';
import { batchOfRun, isLiveRun, SAMPLE_RUN_ID, type DeskEvent, type RunRecord } from '#shared/desk/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Schedule } from '../connections/reachability.ts';
import type { FileLibrary } from '../files/file-library.ts';
import type { Clock } from '../options.ts';
import { areShort } from '../storage/row-limits.ts';
import type { ObservedRun, RunHistory } from './run-history.ts';
import type { RunOutputs } from './run-outputs.ts';
import type { RunRecorder } from './run-recorder.ts';
import { createRunWatcher, type RunWatcher } from './run-watcher.ts';

/** A run as its service describes it. */
export type ObservedRunDetail = ObservedRun & Pick<PublicRunDetail, 'outputs'>;

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

/** A batch says itself how its runs ended; the sample's results are met where they are. */
const isExternalRun = ({ externalId }: ObservedRunDetail): boolean =>
  batchOfRun(externalId) !== null || externalId === SAMPLE_RUN_ID;

/** A run of an endpoint as its service describes it now. @throws ApiError, UnreachableError */
function fetchTemplateRun(
  client: ApiClient,
  { templateId, endpointId, runId }: { templateId: string; endpointId: string; runId: string },
  signal?: AbortSignal,
): Promise<PublicTemplateRunDetail> {
  const params = { template_id: templateId, endpoint_id: endpointId, task_id: runId };
  return client.call(endpoints.templates.getRun, { params, signal });
}

/** A run of a template as any other. A service may leave the times out; those of this computer serve then. */
function detailOf(run: PublicTemplateRunDetail, before: RunRecord | null, clock: Clock): ObservedRunDetail {
  const timestamp = new Date(clock.now()).toISOString();
  return {
    ...run,
    id: run.taskId,
    createdAt: run.createdAt ?? before?.createdAt ?? timestamp,
    updatedAt: run.updatedAt ?? timestamp,
  };
}

/** The one writer of runs: of what is known of them, and of what they made. Whoever learns of a run tells it here. */
export interface RunWriter {
  /** What a service says of a run. */
  note(connectionId: string, run: ObservedRunDetail): void;
  noteTemplateRun(connectionId: string, run: PublicTemplateRunDetail): void;
  /**
   * Resolves once all that a run made is on the disk.
   * @returns false while so many runs wait to be recorded that this one has to be told again
   */
  recorded(connectionId: string, runId: string): Promise<boolean>;
  /** Reads a run again and notes it. @returns its status. @throws ApiError, UnreachableError */
  read(connectionId: string, runId: string, signal?: AbortSignal): Promise<string>;
  /** Reads a run that was never met here and notes it. @throws ApiError, UnreachableError */
  discover(
    connectionId: string,
    run: Pick<TerminalRun, 'runId' | 'endpoint'>,
    signal: AbortSignal,
  ): Promise<void>;
  /**
   * Notes a run of the account, whoever started it and where, and reads it where it was never met here.
   * @throws UnreachableError, ApiError but where this connection may not read it
   */
  meet(connectionId: string, run: TeamRun, signal: AbortSignal): Promise<void>;
  /** A page begins to read the events of a run. */
  onStreamOpen(connectionId: string, runId: string): void;
  /** @param isComplete whether the page has read them to their end: it has shown how the run ended */
  onStreamFinished(connectionId: string, runId: string, isComplete: boolean): void;
  /** Of the runs that no page follows. */
  readonly watcher: RunWatcher;
}

interface WriterOptions {
  runs: RunHistory;
  files: Pick<FileLibrary, 'noteOutputs'>;
  outputs: Pick<RunOutputs, 'isRecorded'>;
  recorder: Pick<RunRecorder, 'noteRun' | 'idle'>;
  client: (connectionId: string) => ApiClient;
  emit: (event: DeskEvent) => void;
  /** A run was noted. */
  onRun: (connectionId: string, run: ObservedRunDetail) => void;
  onPending: (error: unknown) => void;
  clock: Clock;
  schedule?: Schedule | undefined;
}

/** Reads a run that was never met here, by the way that its service has for it. */
const createDiscovery =
  (
    client: WriterOptions['client'],
    read: (
      ...run: [connectionId: string, runId: string, isRequested: () => boolean, signal: AbortSignal]
    ) => Promise<string>,
    noteTemplateRun: RunWriter['noteTemplateRun'],
  ): RunWriter['discover'] =>
  async (connectionId, { runId, endpoint }, signal) => {
    if (endpoint === null) {
      await read(connectionId, runId, () => true, signal);
      return;
    }
    noteTemplateRun(
      connectionId,
      await fetchTemplateRun(client(connectionId), { ...endpoint, runId }, signal),
    );
  };

/** Notes runs of an account, whoever started them. @param discover reads one that was never met here */
const createMeeting =
  (
    { runs, emit }: Pick<WriterOptions, 'runs' | 'emit'>,
    discover: RunWriter['discover'],
  ): RunWriter['meet'] =>
  async (connectionId, run, signal) => {
    const { runId, personName, isCaller } = run;
    const isRemote = runs.find(connectionId, runId) === null;
    try {
      if (isRemote) await discover(connectionId, run, signal);
    } catch (error) {
      // It is gone by now, or this key may not read it.
      if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return;
      throw error;
    }
    const startedBy = isCaller ? undefined : personName;
    const changed = runs.setOrigin(connectionId, runId, { startedBy, isRemote });
    if (changed !== null) emit({ type: 'run', run: changed });
  };

export function createRunWriter(options: WriterOptions): RunWriter {
  const { runs, client, recorder, clock } = options;

  /** Runs whose stream a page has read to its end: it has shown how they ended. */
  const tracked = new Set<string>();

  /** Previews under way: of their end nothing is noted, so nothing is read. */
  const liveRuns = new Set<string>();

  function note(connectionId: string, run: ObservedRunDetail): void {
    if (!isStorable(run)) return;
    const key = joinKey(connectionId, run.id);
    const isOver = isTerminalRunStatus(run.status);
    // A preview while somebody edits is nothing to be found again.
    if (isLiveRun(run.externalId)) {
      if (!isOver) liveRuns.add(key);
      return;
    }
    if (isOver && (tracked.delete(key) || isExternalRun(run))) runs.markRead(connectionId, run.id);
    const changed = runs.note(connectionId, run);
    options.files.noteOutputs(connectionId, run);
    if (isOver) watcher.unsubscribe(connectionId, run.id);
    else watcher.watch(connectionId, run.id);
    if (changed) options.emit({ type: 'run', run: changed });
    recorder.noteRun(connectionId, run);
    options.onRun(connectionId, run);
  }

  function noteTemplateRun(connectionId: string, run: PublicTemplateRunDetail): void {
    note(connectionId, detailOf(run, runs.find(connectionId, run.taskId), clock));
  }

  /** Reads a run again and notes it. @param isRequested asked once it is there. @returns its status. */
  async function read(
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
    if (isRequested()) note(connectionId, run);
    return run.status;
  }

  const discover = createDiscovery(client, read, noteTemplateRun);
  const watcher = createRunWatcher({ read, schedule: options.schedule });
  for (const { connectionId, runId } of runs.active()) watcher.watch(connectionId, runId);

  return {
    watcher,
    note,
    noteTemplateRun,
    async recorded(connectionId, runId) {
      await recorder.idle(connectionId, runId);
      // Of a run whose ids are longer than a row takes nothing is kept.
      return runs.find(connectionId, runId) === null || options.outputs.isRecorded(connectionId, runId);
    },
    read: (connectionId, runId, signal) => read(connectionId, runId, () => true, signal),
    discover,
    meet: createMeeting(options, discover),

    onStreamOpen(connectionId, runId) {
      if (!liveRuns.has(joinKey(connectionId, runId))) watcher.onStreamOpen(connectionId, runId);
    },

    // A stream ends with the run's last event: one read then tells the outcome, its cost and its files.
    onStreamFinished(connectionId, runId, isComplete) {
      const key = joinKey(connectionId, runId);
      if (liveRuns.has(key)) {
        if (isComplete) liveRuns.delete(key);
        return;
      }
      watcher.streamFinished(connectionId, runId);
      const before = runs.find(connectionId, runId);
      if (before && isTerminalRunStatus(before.status)) {
        tracked.delete(key);
        return;
      }
      if (isComplete) tracked.add(key);
      read(connectionId, runId).catch(options.onPending);
    },
  };
}
