import type { DatabaseSync } from 'node:sqlite';
import type { Graph } from '#shared/graph/index.ts';
import type { RunSource } from '#shared/desk/index.ts';
import type { CallAdministration } from '../administration/administration-client.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import { DeskError } from '../desk-error.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { openFiles } from '../files/files-feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { createSignal, type Signal } from '../signal.ts';
import type { openVersions } from '../versions/versions-feature.ts';
import { createRunLookup } from './run-lookup.ts';
import { hashesOfLocal } from './equal-bytes.ts';
import { findGraphAt } from './graph-at.ts';
import { createIndexRenewal } from './output-index.ts';
import { createRunBackfill } from './run-backfill.ts';
import { createRunCopies, type RunCopies } from './run-copies.ts';
import { createRunHistory, type RunHistory } from './run-history.ts';
import { createRunObserver } from './run-observer.ts';
import { createRunOutputs, type RunOutputs } from './run-outputs.ts';
import { createRunReader, type RunReader } from './run-reader.ts';
import { createRunRecorder, type RunRecorder } from './run-recorder.ts';
import { createRunSnapshots } from './run-snapshots.ts';
import { createRunSources, MAX_SOURCES_BYTES, type RecordedSource, type RunSources } from './run-sources.ts';
import { createRunWriter, type ObservedRunDetail, type RunWriter } from './run-writer.ts';

interface RunsDeps {
  database: DatabaseSync;
  connections: Connections;
  signals: ConnectionSignals;
  cache: { responses: ResponseCache };
  administration: { call: CallAdministration };
  filing: Pick<ReturnType<typeof openFiles>, 'files' | 'fileDeleted' | 'presenceRead'>;
  versioning: Pick<ReturnType<typeof openVersions>, 'versions' | 'recorder' | 'details'>;
}

interface RunStores {
  runs: RunHistory;
  writer: RunWriter;
  outputs: RunOutputs;
  recorder: RunRecorder;
}

/** Reads what no page has met: runs that ended while the app was closed, and those that somebody else started. */
function openCatchingUp({ clock, log, handles }: CoreContext, deps: RunsDeps, stores: RunStores) {
  const { runs, writer, outputs, recorder } = stores;
  const backfill = createRunBackfill({
    outputs,
    read: (connectionId, runId, signal) => writer.read(connectionId, runId, signal),
    recorded: (connectionId, runId) => recorder.idle(connectionId, runId),
    isBehind: (connectionId) => recorder.isBehind(connectionId),
    clock,
  });
  const lookup = createRunLookup({
    call: deps.administration.call,
    isRecorded: (connectionId, runId) => runs.find(connectionId, runId) !== null,
    read: (connectionId, run, signal) => writer.discover(connectionId, run, signal),
    onFailed: (error) => log.debug(errorFields(error), 'runs of others could not be listed'),
  });
  const renewal = createIndexRenewal(
    () => outputs.refreshIndex(),
    (error) => log.warn(errorFields(error), 'earlier outputs could not all be indexed'),
  );
  handles.add('lookup of runs', lookup, (open) => open.close());
  handles.add('index of outputs', renewal, (open) => open.close());
  handles.add('output recorder', recorder, (open) => open.close());
  handles.add('run backfill', backfill, (open) => open.close());
  deps.signals.serviceBack.listen((id) => backfill.fill(id));
  return { backfill, lookup, renewal };
}

/** What others are told of runs. */
function createRunSignals({ log }: Pick<CoreContext, 'log'>) {
  const runRead: Signal<{ connectionId: string; run: ObservedRunDetail }> = createSignal();
  const outputsAdded: Signal<{ connectionId: string; projectId: string | null; runId: string }> =
    createSignal();
  const listRead: Signal<string> = createSignal();
  const notifyOf = <T>(signal: Signal<T>, value: T, failure: string): void =>
    void signal.emit(value).catch((error: unknown) => log.warn(errorFields(error), failure));
  return { runRead, outputsAdded, listRead, notifyOf };
}

/** What runs were asked to do, how they go and what they made: one writer, one reader. */
export function openRuns(context: CoreContext, deps: RunsDeps) {
  const { clock, log, events, handles } = context;
  const { database, connections, signals, filing, versioning } = deps;
  const runs = createRunHistory(database);
  const sources = createRunSources(database);
  const copies = createRunCopies(database);
  const outputs = createRunOutputs({
    database,
    nameOf: (connectionId, projectId) => versioning.details.nameOf(connectionId, projectId),
    log,
  });
  const { runRead, outputsAdded, listRead, notifyOf } = createRunSignals(context);
  const recorder = createRunRecorder({
    sources,
    outputs,
    graphAt: findGraphAt({ connections, versioning }, log),
    hashesOf: hashesOfLocal(deps.administration),
    onRecorded: (connectionId, projectId, runId) =>
      notifyOf(outputsAdded, { connectionId, projectId, runId }, 'stars of new outputs were not set'),
    onDeferred: (connectionId) => catchingUp.backfill.fill(connectionId),
    clock,
    log,
  });
  const writer = createRunWriter({
    runs,
    files: filing.files,
    outputs,
    recorder,
    client: (id) => connections.client(id),
    emit: (event) => events.emit(event),
    onRun: (connectionId, run) =>
      notifyOf(runRead, { connectionId, run }, 'a run that was read was not used'),
    onPending: (error) => log.debug(errorFields(error), 'a run could not be read again'),
    clock,
  });
  handles.add('run watcher', writer.watcher, (open) => open.close());
  signals.serviceBack.listen((id) => writer.watcher.serviceIsBack(id));
  const catchingUp = openCatchingUp(context, deps, { runs, writer, outputs, recorder });
  const reader = createRunReader({
    runs,
    outputs,
    sources,
    recorded: (connectionId, runId) => recorder.idle(connectionId, runId),
  });
  followFiles(context, filing, outputs);
  signals.removed.listen((id) => {
    writer.watcher.removeConnection(id);
    for (const rows of [runs, copies, sources, outputs]) rows.removeConnection(id);
  });

  return {
    reader,
    writer,
    outputs,
    sources,
    runRead,
    outputsAdded,
    /** A list of runs of a connection is looked at. */
    listRead,
    observer: createRunObserver(writer, recorder),
    moveProject(connectionId: string, from: string, to: string): void {
      for (const rows of [runs, copies, sources, outputs]) rows.moveProject(connectionId, from, to);
    },
    /** Somebody looks at what runs made: what was not read yet is read now. */
    catchUp(connectionId: string, options: { isPending: boolean; isStart: boolean }): void {
      if (options.isPending) catchingUp.backfill.fill(connectionId);
      if (options.isStart) catchingUp.lookup.scan(connectionId);
    },
    start() {
      sources.cleanUp(MAX_SOURCES_BYTES);
      catchingUp.renewal.start();
    },
    routes: {
      ...listRoutes(context, runs, reader, (connectionId) => {
        catchingUp.lookup.scan(connectionId);
        notifyOf(listRead, connectionId, 'runs of others were not looked for');
      }),
      ...runDetailRoutes(deps, { runs, sources, recorder, copies }),
    } satisfies Partial<DeskHandlers>,
    /** A graph that was not found is looked for once more: whoever asks again finds it. */
    findGraph: (connectionId: string, runId: string): void => void recorder.findGraph(connectionId, runId),
  } satisfies Feature & Record<string, unknown>;
}

/** Outputs whose files are gone say so. */
function followFiles(
  { events }: CoreContext,
  { fileDeleted, presenceRead }: RunsDeps['filing'],
  outputs: Pick<RunOutputs, 'markMissing'>,
): void {
  const noteMissing = (connectionId: string, fileId: string, missing: boolean): void => {
    for (const projectId of new Set(outputs.markMissing(connectionId, fileId, missing))) {
      events.emit({ type: 'outputs', connectionId, projectId });
    }
  };
  fileDeleted.listen(({ connectionId, fileId }) => noteMissing(connectionId, fileId, true));
  presenceRead.listen(({ connectionId, fileId, missing }) => noteMissing(connectionId, fileId, missing));
}

/** What is opened of a run: how far its events were read, what made it, and projects that show it as it was. */
function runDetailRoutes(
  { cache, connections }: Pick<RunsDeps, 'cache' | 'connections'>,
  {
    runs,
    sources,
    recorder,
    copies,
  }: Pick<RunStores, 'runs' | 'recorder'> & { sources: RunSources; copies: RunCopies },
) {
  const snapshots = createRunSnapshots(cache.responses);
  return {
    getRunSnapshot: ({ params }) => ({ snapshot: snapshots.find(params.connectionId, params.runId) }),
    async keepRunSnapshot({ params: { connectionId, runId }, body }) {
      if (!runs.saveEventId(connectionId, runId, body.lastEventId)) {
        throw new DeskError('NOT_FOUND', 'This run has not been seen on this computer.');
      }
      await snapshots.keep(connectionId, runId, body.snapshot);
    },
    listRunCopies: ({ params, query }) => ({ copies: copies.list(params.connectionId, query) }),
    recordRunCopy({ params, body }) {
      connections.get(params.connectionId);
      copies.record(params.connectionId, body);
    },
    async getRunSource({ params }) {
      const { connectionId, runId } = params;
      await recorder.findGraph(connectionId, runId);
      return runSource(sources.find(connectionId, runId), params, () => sources.graphOf(connectionId, runId));
    },
  } satisfies Partial<DeskHandlers>;
}

const listRoutes = (
  { events }: Pick<CoreContext, 'events'>,
  runs: Pick<RunHistory, 'markRead'>,
  reader: RunReader,
  scan: (connectionId: string) => void,
) =>
  ({
    listRuns({ query }) {
      scan(query.connectionId);
      return { runs: reader.list(query.connectionId, query) };
    },
    listRemoteBatches: ({ query }) => ({
      batches: reader.remoteBatches(query.connectionId, query.projectId),
    }),
    listRunsToView: () => ({ runs: reader.unseen() }),
    outputsOfRuns: ({ body }) => ({ outputs: reader.outputsOf(body.connectionId, body.runIds) }),
    markRunSeen({ params }) {
      const record = runs.markRead(params.connectionId, params.runId);
      if (record) events.emit({ type: 'run', run: record });
    },
  }) satisfies Partial<DeskHandlers>;

/** Why a run cannot be opened as it was; null when it can. */
export function openProblem(source: RecordedSource | null): string | null {
  if (source === null) {
    return 'This run was started on another computer or before Patchbay recorded what ran. Its graph is not here.';
  }
  if (source.hasGraph || source.request.template !== null) return null;
  return source.projectVersion === null
    ? 'The graph of this run was not saved, and it is not on this computer any more.'
    : `Version ${source.projectVersion} of the project is not on this computer any more, so the graph of this run cannot be opened.`;
}

function runSource(
  source: RecordedSource | null,
  { connectionId, runId }: { connectionId: string; runId: string },
  readGraph: () => Graph | null,
): RunSource {
  const graph = source?.hasGraph === true ? readGraph() : null;
  const isDamaged = source?.hasGraph === true && graph === null;
  return {
    connectionId,
    runId,
    projectId: source?.projectId ?? null,
    projectVersion: source?.projectVersion ?? null,
    graph,
    graphProblem: isDamaged
      ? 'The graph of this run was damaged on the disk and cannot be opened. Other runs are not affected.'
      : graph === null
        ? openProblem(source)
        : null,
    isExact: source?.request.isComplete === true,
    targetNodeIds: source?.request.targetNodeIds ?? [],
    template: source?.request.template ?? null,
  };
}
