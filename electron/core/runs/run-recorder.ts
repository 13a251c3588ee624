import {
  isTerminalRunStatus,
  PublicRunCreateRequest,
  type PublicRunDetail,
  PublicTemplateRunCreateRequest,
  type PublicTemplateRunDetail,
  type RunOutput,
} from '#shared/api/index.ts';
import { batchOfRun, isLiveRun, runOfProjectHeader, runOnceHeader } from '#shared/desk/index.ts';
import { graphOfInline, type Graph } from '#shared/graph/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import type { ObservedResponse } from '../api/proxy-observer.ts';
import type { Clock, CoreLog } from '../options.ts';
import { createSerialQueue } from '../serial-queue.ts';
import { runInSlices } from '../slices.ts';
import { hashesOfRun, type ReadHashes } from './equal-bytes.ts';
import { outputEntries, readOutputs, type ReadOutput } from './output-entries.ts';
import type { RunOutputs } from './run-outputs.ts';
import { RunRequest, type RecordedSource, type RunSources } from './run-sources.ts';

/** The request that started a run. */
type RunStart = Pick<ObservedResponse, 'requestBody' | 'header'>;

/** Runs of a connection that wait to be recorded: each holds what it made. */
const MAX_PENDING = 32;
/** Runs that are remembered as recorded. */
const MAX_RECORDED = 10_000;

/** A run as a service describes it, of a project, a graph or a template. */
interface FinishedRun {
  id: string;
  status: string;
  updatedAt: string;
  projectId?: string | null | undefined;
  projectVersion?: number | null | undefined;
  templateId?: string | undefined;
  outputs?: Record<string, RunOutput> | undefined;
  externalId?: string | null | undefined;
}

/** A run that waits to be recorded: of what it made as much as is recorded, not megabytes of values. */
type TrimmedRun = Omit<FinishedRun, 'outputs' | 'externalId'> & { outputs: ReadOutput[] };

function trimmedRun(run: FinishedRun): TrimmedRun {
  const { id, status, updatedAt, projectId, projectVersion, templateId } = run;
  return { id, status, updatedAt, projectId, projectVersion, templateId, outputs: readOutputs(run) };
}

/** When a run ended, as ISO 8601; now where its service says no time. */
function endOf({ updatedAt }: Pick<FinishedRun, 'updatedAt'>, clock: Clock): string {
  const endTime = Date.parse(updatedAt);
  return new Date(Number.isFinite(endTime) ? endTime : clock.now()).toISOString();
}

/** Whether a run has values that its project does not get. Those of grids and batches say so by their place in these. */
const hasTemporaryValues = (
  { inputOverrides, persistInputOverrides }: PublicRunCreateRequest,
  { externalId }: PublicRunDetail,
): boolean =>
  Object.keys(inputOverrides ?? {}).length > 0 &&
  persistInputOverrides !== true &&
  batchOfRun(externalId) === null;

/** Records what runs were asked to do when they start, and what they made when they have ended. */
export interface RunRecorder {
  /** A service took a run of a project or a graph. */
  noteStart(connectionId: string, run: PublicRunDetail, request: RunStart): void;
  /** A service took a run of a template. */
  noteTemplateStart(connectionId: string, run: PublicTemplateRunDetail, requestBody: unknown): void;
  /** A run was read, by whom ever. Records its outputs when it has ended and they are not recorded yet. */
  noteRun(connectionId: string, run: FinishedRun): void;
  /** Resolves when the outputs of a run are recorded, as far as they are being recorded. */
  idle(connectionId: string, runId: string): Promise<void>;
  /** Looks once more for the graph of a run that was not found when it started, such as while the service was away. */
  findGraph(connectionId: string, runId: string): Promise<void>;
  /** Whether runs of a connection were refused because too many waited. */
  isBehind(connectionId: string): boolean;
  /** Resolves when nothing is being recorded. */
  settled(): Promise<void>;
  /** Ends what is being read of services; what is not recorded yet is read again. */
  close(): Promise<void>;
}

interface RecorderOptions {
  sources: RunSources;
  outputs: RunOutputs;
  /** The graph that a project had as this version; null when nobody knows it any more. */
  graphAt: (
    connectionId: string,
    projectId: string,
    version: number,
    signal: AbortSignal,
  ) => Promise<Graph | null>;
  /** Which files have equal bytes. */
  hashesOf: ReadHashes;
  /** Called when outputs are new. */
  onRecorded: (connectionId: string, projectId: string | null, runId: string) => void;
  /** Runs of a connection that ended while too many were being recorded are to be read again. */
  onDeferred: (connectionId: string) => void;
  clock: Clock;
  log: CoreLog;
}

export function createRunRecorder(options: RecorderOptions): RunRecorder {
  const { sources, outputs, clock, log } = options;
  /** Graphs of runs that have just started and are being found. */
  const graphQueue = createSerialQueue({
    name: 'the graph of a run could not be found',
    maxPending: MAX_PENDING,
    log,
  });
  const recording = createSerialQueue({
    name: 'the outputs of a run were not recorded',
    maxPending: MAX_PENDING,
    log,
    onIdle(connectionId) {
      if (deferred.delete(connectionId)) options.onDeferred(connectionId);
    },
  });
  /** Connections with runs that were too many at once: they are read again. */
  const deferred = new Set<string>();
  /** Runs whose outputs were recorded since the start; asked again they cost nothing. */
  const recorded = new Set<string>();

  async function startGraphSearch(
    connectionId: string,
    runId: string,
    projectId: string,
    version: number,
  ): Promise<void> {
    const key = joinKey(connectionId, runId);
    graphQueue.add(connectionId, key, async (signal) => {
      const graph = await options.graphAt(connectionId, projectId, version, signal);
      if (graph !== null && !signal.aborted) sources.attachGraph(connectionId, runId, graph);
    });
    await graphQueue.idle(key);
  }

  function noteStart(connectionId: string, run: PublicRunDetail, { requestBody, header }: RunStart): void {
    const body = PublicRunCreateRequest.safeParse(requestBody());
    if (!body.success || isLiveRun(run.externalId)) return;
    const { graph, targetNodeIds, inputOverrides } = body.data;
    const isTemporary = hasTemporaryValues(body.data, run) || header(runOnceHeader) !== null;
    const projectId = run.projectId ?? header(runOfProjectHeader);
    const projectVersion = run.projectVersion ?? null;
    sources.record({
      connectionId,
      runId: run.id,
      projectId,
      projectVersion,
      request: RunRequest.parse({ targetNodeIds, inputOverrides, once: isTemporary }),
      graph: graph == null ? null : graphOfInline(graph),
      at: new Date(clock.now()).toISOString(),
    });
    if (graph == null && projectId !== null && projectVersion !== null) {
      void startGraphSearch(connectionId, run.id, projectId, projectVersion);
    }
  }

  function noteTemplateStart(connectionId: string, run: PublicTemplateRunDetail, requestBody: unknown): void {
    const body = PublicTemplateRunCreateRequest.safeParse(requestBody);
    if (!body.success) return;
    const { templateId, endpointId } = run;
    sources.record({
      connectionId,
      runId: run.taskId,
      projectId: null,
      projectVersion: null,
      request: RunRequest.parse({ template: { templateId, endpointId, inputs: body.data.inputs ?? {} } }),
      graph: null,
      at: new Date(clock.now()).toISOString(),
    });
  }

  function entriesOf(connectionId: string, run: TrimmedRun, source: RecordedSource | null) {
    const graph = source?.hasGraph === true ? sources.graphOf(connectionId, run.id) : null;
    return runInSlices(outputEntries(run, graph, source?.request ?? RunRequest.parse({})));
  }

  async function record(connectionId: string, run: TrimmedRun, signal: AbortSignal): Promise<void> {
    let source = sources.find(connectionId, run.id);
    const projectId = run.projectId ?? source?.projectId ?? null;
    const projectVersion = run.projectVersion ?? source?.projectVersion ?? null;
    if (
      run.outputs.length > 0 &&
      source?.hasGraph !== true &&
      projectId !== null &&
      projectVersion !== null
    ) {
      if (source === null) {
        // Started elsewhere, or before starts were recorded: its overrides are not known.
        const request = RunRequest.parse({ isComplete: false });
        const at = run.updatedAt;
        sources.record({ connectionId, runId: run.id, projectId, projectVersion, request, graph: null, at });
      }
      await startGraphSearch(connectionId, run.id, projectId, projectVersion);
      source = sources.find(connectionId, run.id);
    }
    if (signal.aborted) return;
    const entries = await entriesOf(connectionId, run, source);
    const hashes = await hashesOfRun(outputs.bytes, options, { connectionId, entries, signal });
    if (signal.aborted) return;
    const added = outputs.record(
      {
        connectionId,
        runId: run.id,
        projectId,
        projectVersion,
        templateId: run.templateId ?? source?.request.template?.templateId ?? null,
        createdAt: endOf(run, clock),
        hashes,
      },
      entries,
    );
    recorded.add(joinKey(connectionId, run.id));
    if (recorded.size > MAX_RECORDED) recorded.delete(recorded.values().next().value ?? '');
    if (added > 0) options.onRecorded(connectionId, projectId, run.id);
  }

  function noteRun(connectionId: string, run: FinishedRun): void {
    const key = joinKey(connectionId, run.id);
    if (!isTerminalRunStatus(run.status) || isLiveRun(run.externalId)) return;
    if (recorded.has(key) || recording.has(key)) return;
    const trimmed = trimmedRun(run);
    const work = (signal: AbortSignal) => record(connectionId, trimmed, signal);
    if (!recording.add(connectionId, key, work)) deferred.add(connectionId);
  }

  return {
    noteStart,
    noteTemplateStart,
    noteRun,
    idle: (connectionId, runId) => recording.idle(joinKey(connectionId, runId)),
    async findGraph(connectionId, runId) {
      const source = sources.find(connectionId, runId);
      if (source === null || source.hasGraph || source.request.template !== null) return;
      const { projectId, projectVersion } = source;
      if (projectId === null || projectVersion === null) return;
      await startGraphSearch(connectionId, runId, projectId, projectVersion);
    },
    isBehind: (connectionId) => deferred.has(connectionId),
    async settled() {
      await recording.settled();
      await graphQueue.settled();
    },
    async close() {
      await Promise.all([graphQueue.close(), recording.close()]);
    },
  };
}
