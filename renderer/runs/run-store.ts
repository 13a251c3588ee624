import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  endpoints,
  isTerminalRunStatus,
  type ApiClient,
  type PublicRunCreateRequest,
} from '#shared/api/index.ts';
import { acceptCachedHeader, runOfProjectHeader, type RunRecord } from '#shared/desk/index.ts';
import type { Desk } from '#renderer/desk/index.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { createRunFollower, type RunFeed, type StreamCount } from './follow-run.ts';
import { ResultsOfRuns, resultToShow } from './known-results.ts';
import { createRunSnapshots } from './run-snapshots.ts';
import {
  runFromRecord,
  isOver,
  mergeDetail,
  runFromDetail,
  type NodeRun,
  type RunState,
} from './run-state.ts';
import { createDisplayedNodes, type DisplayedNodes } from './run-table.ts';

export interface RunsState {
  /** Runs whose events this page has read, by id. */
  runs: Readonly<Record<string, RunState>>;
  feeds: Readonly<Record<string, RunFeed>>;
  /** Ids of every run known, newest first. */
  order: readonly string[];
  /** What the desktop process remembers of runs not opened yet. */
  records: Readonly<Record<string, RunRecord>>;
  /** The run that canvas, panel and gallery show; null before the first. */
  activeId: string | null;
  history: 'loading' | 'ready' | 'error';
  /** Whether what earlier runs have made was looked up, as far as it could be. */
  areResultsRead: boolean;
  /** Whether a run was started on this page. */
  isStartedByPage: boolean;
  /** Runs being opened from the history. */
  opening: ReadonlySet<string>;
}

export type StartRequest = Pick<
  PublicRunCreateRequest,
  'targetNodeIds' | 'inputOverrides' | 'persistInputOverrides' | 'graph'
>;

export interface RunStore {
  store: StoreApi<RunsState>;
  table: NodeRunTable;
  /** What the runs that this page has read have made. */
  results: ResultsOfRuns;
  /**
   * Starts a run of the saved project, or of `graph` when given, and follows it. Resolves when the service accepted.
   * @param keys of its nodes, for a service that tells none of its own.
   * @throws ApiError when it did not.
   */
  start: (request: StartRequest, keys?: Readonly<Record<string, string>>) => Promise<RunState>;
  cancel: (runId: string) => Promise<void>;
  /** Shows a run, reading it from the service when this page has not seen it. */
  show: (runId: string) => Promise<void>;
  loadHistory: () => Promise<void>;
  /** Calls back once for each run that ends while this page follows it. */
  onEnd: (listener: (run: RunState) => void) => () => void;
  /** Follows again after `dispose`; nothing at first. */
  open: () => void;
  /** Stops following; the runs go on without the page. */
  dispose: () => void;
}

/** What is on screen may be what was known last, while the service is away. */
const CACHED_HEADERS = { [acceptCachedHeader]: '1' };

/** Earlier runs whose results are read when the project is opened, beside the newest. */
const HISTORY_SIZE = 20;

/** How long the progress of nodes waits until the panels show it: a run of thousands tells of dozens a second. */
const PUBLISH_MS = 100;

/** Whether two states of a run differ in no more than what its nodes and its log say. */
const differsOnlyInProgress = (a: RunState, b: RunState): boolean =>
  a.status === b.status &&
  a.cancelRequested === b.cancelRequested &&
  a.outputs === b.outputs &&
  a.failure === b.failure &&
  a.plan === b.plan &&
  a.executionTimeMs === b.executionTimeMs &&
  a.creditsUsedMicrocredits === b.creditsUsedMicrocredits;

const noRuns = (): RunsState => ({
  runs: {},
  feeds: {},
  order: [],
  records: {},
  activeId: null,
  history: 'loading',
  areResultsRead: false,
  isStartedByPage: false,
  opening: new Set(),
});

/** The nodes of the run that the state says is shown. */
function displayedNodesOf(
  store: StoreApi<RunsState>,
  results: ResultsOfRuns,
  nodeOf: (nodeId: string) => NodeRun | undefined,
): DisplayedNodes {
  return createDisplayedNodes(
    nodeOf,
    (nodeId, key) => {
      const { activeId, order } = store.getState();
      const isLatest = activeId === null || activeId === order[0];
      return resultToShow(results, { runId: activeId, node: nodeOf(nodeId), nodeId, key, isLatest });
    },
    () => !store.getState().areResultsRead,
  );
}

const createdAtOf = (state: RunsState, id: string): string =>
  state.runs[id]?.createdAt ?? state.records[id]?.createdAt ?? '';

/** Runs, the newest first, each once. */
export const sorted = (state: RunsState, ids: Iterable<string>): string[] =>
  [...new Set(ids)].sort((a, b) => createdAtOf(state, b).localeCompare(createdAtOf(state, a)));

/**
 * The runs of one project. Events arrive by a live stream that is resumed after a cut, or by asking again and again
 * where there is no stream; several runs go on at once.
 */
export function createRunStore(context: {
  connectionId: string;
  projectId: string;
  api: ApiClient;
  desk: Desk;
  /** Waits between two polls and reconnects. Injected in tests. */
  wait?: (attempt: number, signal: AbortSignal) => Promise<void>;
  /** The streams that are counted together; left out: those of the page. */
  streams?: StreamCount;
}): RunStore {
  const { connectionId, projectId, api, desk, wait, streams } = context;
  let stop = new AbortController();
  const signal = () => stop.signal;
  const endListeners = new Set<(run: RunState) => void>();
  const store = createStore<RunsState>(noRuns);

  /** Runs as their newest event left them: the canvas shows those at once, the panels a few times a second. */
  const live = new Map<string, RunState>();
  let publishing: ReturnType<typeof setTimeout> | undefined;
  const publish = (): void => {
    clearTimeout(publishing);
    publishing = undefined;
    store.setState({ runs: Object.fromEntries(live) });
  };

  const current = (runId: string): RunState | undefined => live.get(runId);
  const results = new ResultsOfRuns();
  const nodeOf = (nodeId: string): NodeRun | undefined => {
    const { activeId } = store.getState();
    return activeId === null ? undefined : current(activeId)?.nodes[nodeId];
  };
  const displayedNodes = displayedNodesOf(store, results, nodeOf);

  /** @param nodeId the one node that differs from before, where that is known. */
  const storeRun = (run: RunState, nodeId?: string): void => {
    const previous = live.get(run.runId);
    if (previous === run) return;
    live.set(run.runId, run);
    results.note(run, nodeId);
    if (previous && !isOver(run) && differsOnlyInProgress(previous, run))
      publishing ??= setTimeout(publish, PUBLISH_MS);
    else publish();
    const { order, activeId } = store.getState();
    if (!order.includes(run.runId)) {
      store.setState({ order: sorted(store.getState(), [run.runId, ...order]) });
    }
    if (activeId === run.runId) displayedNodes.changed(previous, run, nodeId);
  };

  const setSelected = (runId: string): void => {
    if (store.getState().activeId === runId) return;
    store.setState({ activeId: runId });
    displayedNodes.allChanged();
  };

  const snapshots = createRunSnapshots({ connectionId, api, desk, signal });
  const follower = createRunFollower({
    connectionId,
    api,
    desk,
    snapshots,
    current,
    storeRun,
    setFeed(runId, feed) {
      const { feeds } = store.getState();
      if (feeds[runId] !== feed) store.setState({ feeds: { ...feeds, [runId]: feed } });
    },
    onEnd(run) {
      for (const listener of endListeners) listener(run);
    },
    signal,
    wait,
    streams,
  });

  const open = async (runId: string): Promise<void> => {
    if (current(runId)) return;
    store.setState(({ opening }) => ({ opening: new Set([...opening, runId]) }));
    try {
      const detail = await api(endpoints.runs.get, {
        params: { run_id: runId },
        signal: stop.signal,
        headers: CACHED_HEADERS,
      });
      if (isTerminalRunStatus(detail.status)) {
        await follower.showFinished(detail);
      } else {
        storeRun(mergeDetail(await snapshots.load(runFromRecord(detail)), detail));
        void follower.follow(runId);
      }
    } finally {
      store.setState(({ opening }) => ({ opening: new Set([...opening].filter((id) => id !== runId)) }));
    }
  };

  return {
    store,
    table: displayedNodes.table,
    results,
    async start(request, keys) {
      const detail = await api(endpoints.runs.create, {
        body: request.graph ? request : { ...request, projectId },
        idempotencyKey: crypto.randomUUID(),
        // The service knows a run of its own graph as nobody's; here it is found again with its project.
        ...(request.graph ? { headers: { [runOfProjectHeader]: projectId } } : {}),
      });
      storeRun(current(detail.id) ?? { ...runFromDetail(detail), sentKeys: keys ?? null });
      setSelected(detail.id);
      store.setState({ isStartedByPage: true });
      void follower.follow(detail.id);
      return current(detail.id) ?? runFromDetail(detail);
    },
    async cancel(runId) {
      const run = current(runId);
      if (run && !isOver(run)) storeRun({ ...run, cancelRequested: true });
      try {
        const detail = await api(endpoints.runs.cancel, { params: { run_id: runId } });
        const currentRun = current(runId);
        if (currentRun) storeRun(mergeDetail(currentRun, detail));
      } catch (error) {
        await follower.readDetail(runId);
        const currentRun = current(runId);
        if (currentRun && !isOver(currentRun)) throw error;
      }
    },
    async show(runId) {
      await open(runId);
      setSelected(runId);
    },
    async loadHistory() {
      store.setState({ history: 'loading' });
      try {
        const { runs } = await desk('listRuns', { query: { connectionId, projectId }, signal: stop.signal });
        const records = Object.fromEntries(runs.map((record) => [record.runId, record]));
        const state = { ...store.getState(), records };
        const order = sorted(state, [...Object.keys(records), ...Object.keys(state.runs)]);
        store.setState({ records, order, history: 'ready' });
        // Runs that were going on when the page was last closed are picked up; the newest run is shown again.
        const active = runs.filter((record) => !isTerminalRunStatus(record.status));
        await Promise.allSettled(active.map((record) => open(record.runId)));
        const latest = store.getState().order[0];
        if (latest !== undefined && store.getState().activeId === null) {
          await open(latest);
          if (store.getState().activeId === null) setSelected(latest);
        }
        for (const runId of order.slice(1, 1 + HISTORY_SIZE)) {
          const run = current(runId) ?? (stop.signal.aborted ? null : await snapshots.peek(runId));
          if (run) results.note(run);
        }
        if (!stop.signal.aborted) store.setState({ areResultsRead: true });
      } catch {
        if (!stop.signal.aborted) store.setState({ history: 'error', areResultsRead: true });
      }
      displayedNodes.allChanged();
    },
    onEnd(listener) {
      endListeners.add(listener);
      return () => endListeners.delete(listener);
    },
    open: () => {
      if (stop.signal.aborted) stop = new AbortController();
    },
    dispose: () => {
      stop.abort();
      follower.reset();
      if (publishing !== undefined) publish();
    },
  };
}
