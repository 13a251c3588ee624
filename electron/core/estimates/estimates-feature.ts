import type { DatabaseSync } from 'node:sqlite';
import { endpoints, isTerminalRunStatus, type PublicRunEvent } from '#shared/api/index.ts';
import { estimateRun, parseKind, runCost } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { callsProvider } from '#shared/graph/node-type-source.ts';
import { joinKey } from '#shared/language/join-key.ts';
import { LOCAL_CONNECTION_ID } from '../connections/connection-store.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreContext } from '../feature.ts';
import type { openRuns } from '../runs/runs-feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { createSerialQueue } from '../serial-queue.ts';
import type { Signal } from '../signal.ts';
import { localSources, nodePrices } from './node-prices.ts';
import { createOutcomeStore } from './outcome-store.ts';
import { durationOf, nodeEnds, sampleRun, type NodeSample, type SampledRun } from './run-sample.ts';
import { createSampleStore, type ComparedRun } from './sample-store.ts';

const PAGE_SIZE = 100;
/** A run with more events than these pages hold is not sampled. */
const MAX_PAGES = 50;
/** Runs of a connection that wait to be sampled. */
const MAX_PENDING = 64;

interface EstimatesDeps {
  database: DatabaseSync;
  connections: Pick<Connections, 'get' | 'client'>;
  signals: ConnectionSignals;
  /** Providers of the local service's models whose models or prices are others than before, by name. */
  modelsChanged: Signal<readonly string[]>;
  /** What a run of a template of the local service costs at most, in microcredits. @throws DeskError */
  templatePrice: (templateId: string) => Promise<number | null>;
  running: Pick<ReturnType<typeof openRuns>, 'runRead' | 'reader'>;
}

const READ_EVENTS: ReadonlySet<string> = new Set([
  'node.started',
  'node.succeeded',
  'node.cached',
  'node.failed',
]);
const isReadEvent = ({ type }: PublicRunEvent): boolean => READ_EVENTS.has(type);

/** What waits of a run: its outputs may be megabytes. */
function omitOutputs(run: SampledRun): SampledRun {
  const { id, status, createdAt, updatedAt, executionTimeMs, creditsUsedMicrocredits, spend, projectId } =
    run;
  return { id, status, createdAt, updatedAt, executionTimeMs, creditsUsedMicrocredits, spend, projectId };
}

/** What is needed of an event: the rest may be megabytes of outputs. */
function timesOf({ id, runId, type, nodeId, createdAt, data }: PublicRunEvent): PublicRunEvent {
  const { durationMs, cached } = data ?? {};
  return { id, runId, type, nodeId: nodeId ?? null, createdAt, data: { durationMs, cached } };
}

/** What the samples so far would have said of the nodes that ran, beside what they took. */
function compareWithEstimate(
  run: SampledRun,
  graph: Graph,
  samples: readonly NodeSample[],
  kinds: Parameters<typeof estimateRun>[2],
): ComparedRun {
  const ran = new Set(samples.map(({ nodeId }) => nodeId));
  const estimate = estimateRun(graph, ran, kinds);
  const isComplete = run.status === 'succeeded' && ran.size > 0 && estimate.unknown === 0;
  const cost = runCost(run);
  return {
    expectedMs: isComplete ? (estimate.duration?.p50 ?? null) : null,
    actualMs: durationOf(run),
    expectedMicrocredits: isComplete && estimate.unpriced === 0 ? (estimate.microcredits?.p50 ?? null) : null,
    actualMicrocredits: cost === null || cost > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(cost),
  };
}

/** @returns null when there are more than are read. @throws ApiError, UnreachableError, AbortError when the app closes. */
async function readEvents(
  connections: EstimatesDeps['connections'],
  connectionId: string,
  runId: string,
  signal: AbortSignal,
): Promise<PublicRunEvent[] | null> {
  const found: PublicRunEvent[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const list = await connections.client(connectionId).call(endpoints.runs.listEvents, {
      params: { run_id: runId },
      query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) },
      signal,
    });
    for (const event of list.data) if (isReadEvent(event)) found.push(timesOf(event));
    cursor = list.nextCursor;
    if (!list.hasMore || !cursor) return found;
  }
  return null;
}

/** What nodes took and cost: sampled when a run's end is seen, for estimates of the next one. */
export function openEstimates({ clock, log, events, handles }: CoreContext, deps: EstimatesDeps) {
  const { connections, signals } = deps;
  const store = createSampleStore(deps.database, () => new Date(clock.now()).toISOString());
  const outcomes = createOutcomeStore(deps.database);
  const sampling = createSerialQueue({ name: 'a run was not sampled', maxPending: MAX_PENDING, log });

  async function sample(connectionId: string, run: SampledRun, signal: AbortSignal): Promise<void> {
    const graph = await deps.running.reader.graphOf(connectionId, run.id);
    if (graph === null) return;
    const read = await readEvents(connections, connectionId, run.id, signal);
    if (read === null || signal.aborted) return;
    const samples = sampleRun(run, read, graph);
    store.add(
      connectionId,
      run.id,
      samples,
      compareWithEstimate(run, graph, samples, store.kinds(connectionId)),
    );
    const ends = nodeEnds(run, read, graph);
    if (run.projectId && ends.length > 0) outcomes.add(connectionId, run.projectId, run.id, ends);
    if (ends.length > 0) events.emit({ type: 'estimates', connectionId });
  }

  deps.running.runRead.listen(({ connectionId, run }) => {
    const key = joinKey(connectionId, run.id);
    // The API has no events of template runs.
    if (!isTerminalRunStatus(run.status) || run.templateId !== undefined) return;
    if (store.has(connectionId, run.id)) return;
    // A run that is one too many is not sampled: estimates are as good without it.
    sampling.add(connectionId, key, (signal) => sample(connectionId, omitOutputs(run), signal));
  });
  deps.modelsChanged.listen(async (providers) => {
    const kinds = store.kinds(LOCAL_CONNECTION_ID).map(({ kind }) => kind);
    const sources = await localSources(connections);
    const removed = kinds.filter((kind) => {
      const { type, provider } = parseKind(kind);
      // A node that names none may have asked any of them.
      return provider === '' ? callsProvider(sources.get(type)) : providers.includes(provider);
    });
    if (removed.length === 0) return;
    store.removeKinds(LOCAL_CONNECTION_ID, removed);
    events.emit({ type: 'estimates', connectionId: LOCAL_CONNECTION_ID });
  });
  signals.removed.listen((id) => {
    store.removeConnection(id);
    outcomes.removeConnection(id);
  });
  handles.add('run samples', sampling, (open) => open.close());

  return {
    /** What nodes of a connection took so far. */
    kinds: (connectionId: string) => store.kinds(connectionId),
    prices: (connectionId: string) => nodePrices({ connections, log }, connectionId),
    /** What a run of a template costs at most, in microcredits; null where nobody knows. */
    async templatePrice(connectionId: string, templateId: string): Promise<number | null> {
      if (connectionId !== LOCAL_CONNECTION_ID) return null;
      return deps.templatePrice(templateId).catch((error: unknown) => {
        log.debug(errorFields(error), 'the price of a template could not be read');
        return null;
      });
    },
    routes: {
      getRunSamples({ params: { connectionId } }) {
        connections.get(connectionId);
        return { kinds: store.kinds(connectionId), accuracy: store.accuracy(connectionId) };
      },
      getProjectHeat({ params: { connectionId, projectId } }) {
        connections.get(connectionId);
        return outcomes.heat(connectionId, projectId);
      },
    } satisfies Partial<DeskHandlers>,
  };
}
