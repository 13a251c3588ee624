import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  endpoints,
  isTerminalRunStatus,
  PublicRunEvent,
  type ApiClient,
  type PublicRunDetail,
  type PublicRunCreateRequest,
} from '#shared/api/index.ts';
import { acceptKnownHeader, type RunRecord } from '#shared/desk/index.ts';
import {
  apiPath,
  backoff,
  deskFetch,
  isKeyProblem,
  isMissing,
  readEventStream,
  type Desk,
} from '#renderer/desk/index.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { advanceRun, isOver, mergeDetail, runFromDetail, type RunState } from './advance-run.ts';

/** How the events of a run reach the page now. */
export type RunFeed = 'live' | 'reconnecting' | 'polling';

export interface RunsState {
  /** Runs whose events this page has read, by id. */
  runs: Readonly<Record<string, RunState>>;
  feeds: Readonly<Record<string, RunFeed>>;
  /** Ids of every run known, newest first. */
  order: readonly string[];
  /** What the desktop process remembers of runs not opened yet. */
  records: Readonly<Record<string, RunRecord>>;
  /** The run that canvas, panel and gallery show; null before the first. */
  shownId: string | null;
  history: 'loading' | 'ready' | 'error';
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
  /**
   * Starts a run of the saved project, or of `graph` when given, and follows it. Resolves when the service accepted.
   * @throws ApiError when it did not.
   */
  start: (request: StartRequest) => Promise<RunState>;
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

const POLL_PAGE = 200;
const NOTE_EVERY_MS = 2000;
/** Attempts in a row without an event before the run is asked after instead. */
const STREAM_ATTEMPTS = 3;
/** Questions before the stream is tried again. */
const ASKS_BEFORE_STREAM = 5;
/** What is on screen may be what was known last, while the service is away. */
const KNOWN = { [acceptKnownHeader]: '1' };
/** Attempts after which the pauses between them grow no more. */
const LONGEST_PAUSE = 5;

/** Runs that a store of this page follows: how they end is shown there. */
const followedHere = new Set<string>();
const followKey = (connectionId: string, runId: string): string => `${connectionId} ${runId}`;
export const isFollowedHere = (connectionId: string, runId: string): boolean =>
  followedHere.has(followKey(connectionId, runId));

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
}): RunStore {
  const { connectionId, projectId, api, desk, wait = backoff } = context;
  let stop = new AbortController();
  const followed = new Set<string>();
  const endListeners = new Set<(run: RunState) => void>();
  const nodeListeners = new Map<string, Set<() => void>>();
  const allListeners = new Set<(nodeId: string | null) => void>();
  const store = createStore<RunsState>(() => ({
    runs: {},
    feeds: {},
    order: [],
    records: {},
    shownId: null,
    history: 'loading',
    opening: new Set(),
  }));

  const shown = (): RunState | undefined => {
    const { runs, shownId } = store.getState();
    return shownId === null ? undefined : runs[shownId];
  };

  const wake = (nodeId: string | null): void => {
    if (nodeId === null) {
      for (const listeners of nodeListeners.values()) for (const listener of listeners) listener();
    } else {
      for (const listener of nodeListeners.get(nodeId) ?? []) listener();
    }
    for (const listener of allListeners) listener(nodeId);
  };

  const createdAtOf = (state: RunsState, id: string): string =>
    state.runs[id]?.createdAt ?? state.records[id]?.createdAt ?? '';
  const sorted = (state: RunsState, ids: Iterable<string>): string[] =>
    [...new Set(ids)].sort((a, b) => createdAtOf(state, b).localeCompare(createdAtOf(state, a)));

  const put = (run: RunState): void => {
    const before = store.getState();
    const previous = before.runs[run.runId];
    if (previous === run) return;
    const next = { ...before, runs: { ...before.runs, [run.runId]: run } };
    const order = before.order.includes(run.runId)
      ? before.order
      : sorted(next, [run.runId, ...before.order]);
    store.setState({ runs: next.runs, order });
    if (before.shownId === run.runId) {
      const ids = new Set([...Object.keys(run.nodes), ...Object.keys(previous?.nodes ?? {})]);
      for (const id of ids) if (run.nodes[id] !== previous?.nodes[id]) wake(id);
    }
  };

  const setShown = (runId: string): void => {
    if (store.getState().shownId === runId) return;
    store.setState({ shownId: runId });
    wake(null);
  };

  const setFeed = (runId: string, feed: RunFeed): void => {
    const { feeds } = store.getState();
    if (feeds[runId] !== feed) store.setState({ feeds: { ...feeds, [runId]: feed } });
  };

  const current = (runId: string): RunState | undefined => store.getState().runs[runId];
  const over = (runId: string): boolean => {
    const run = current(runId);
    return run === undefined || isOver(run);
  };

  /** Time of the last event of each run, and runs whose events did not come in their order. */
  const heardUntil = new Map<string, string>();
  const outOfOrder = new Set<string>();
  const take = (event: PublicRunEvent): void => {
    const run = current(event.runId);
    if (!run) return;
    const last = heardUntil.get(event.runId) ?? '';
    if (isOver(run) || event.createdAt < last) outOfOrder.add(event.runId);
    else heardUntil.set(event.runId, event.createdAt);
    put(advanceRun(run, event));
  };

  const noted = new Map<string, number>();
  const note = (runId: string, lastEventId: string, always: boolean): void => {
    const now = Date.now();
    if (!always && now - (noted.get(runId) ?? 0) < NOTE_EVERY_MS) return;
    noted.set(runId, now);
    void desk('noteRunEvent', { params: { connectionId, runId }, body: { lastEventId } }).catch(
      () => undefined,
    );
  };

  const readDetail = async (runId: string): Promise<PublicRunDetail> => {
    const detail = await api(endpoints.runs.get, { params: { run_id: runId }, signal: stop.signal });
    const run = current(runId);
    put(run ? mergeDetail(run, detail) : runFromDetail(detail));
    return detail;
  };

  /** Reads the record, however often that takes. @throws ApiError when the service does not have it or give it out. */
  const readDetailAtLast = async (runId: string): Promise<PublicRunDetail> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await readDetail(runId);
      } catch (error) {
        if (isFinal(error)) throw error;
        await wait(Math.min(attempt, LONGEST_PAUSE), stop.signal);
      }
    }
  };

  /** Reads every event there is beyond `cursor`. @returns where to go on. */
  const readEvents = async (
    runId: string,
    cursor: string | null,
    onEvent: (event: PublicRunEvent) => void,
  ): Promise<string | null> => {
    let at = cursor;
    for (;;) {
      const page = await api(endpoints.runs.listEvents, {
        params: { run_id: runId },
        query: { limit: POLL_PAGE, cursor: at ?? undefined },
        signal: stop.signal,
        headers: KNOWN,
      });
      for (const event of page.data) onEvent(event);
      at = page.data.at(-1)?.id ?? at;
      if (!page.hasMore) return at;
    }
  };

  /** An ended run, played from its beginning as if it were live, then completed by its record. @throws ApiError */
  const replay = async (detail: PublicRunDetail): Promise<RunState> => {
    let run: RunState = { ...runFromDetail(detail), status: 'accepted', endedAt: null, failure: null };
    await readEvents(detail.id, null, (event) => {
      run = advanceRun(run, event);
    });
    return mergeDetail(run, detail);
  };

  /** Puts an ended run on screen; without its events it is its status, outputs and cost until they come. */
  const paintEnded = async (detail: PublicRunDetail): Promise<void> => {
    try {
      put(await replay(detail));
    } catch (error) {
      if (!current(detail.id)) put(runFromDetail(detail));
      if (!isFinal(error)) void repaintLater(detail);
    }
  };

  const repaintLater = async (detail: PublicRunDetail): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      await wait(Math.min(attempt, LONGEST_PAUSE), stop.signal);
      if (stop.signal.aborted) return;
      try {
        return put(await replay(detail));
      } catch (error) {
        if (isFinal(error)) return;
      }
    }
  };

  /** Whether asking again would bring the same answer, or nobody waits for one any more. */
  const isFinal = (error: unknown): boolean => stop.signal.aborted || isMissing(error) || isKeyProblem(error);

  /**
   * Paints a run anew whose events came in another order, or of which some may have been lost: then a node that ended
   * well looks as if the end of the run had stopped it.
   */
  const repaintIfDoubtful = async (detail: PublicRunDetail): Promise<void> => {
    const run = current(detail.id);
    if (!run) return;
    const hasStopped = Object.values(run.nodes).some(({ phase }) => phase === 'canceled');
    if (!hasStopped && !outOfOrder.delete(detail.id)) return;
    await paintEnded(detail);
  };

  /** Asks again and again, until the run is over or it is time to try the stream again. */
  const poll = async (runId: string): Promise<void> => {
    setFeed(runId, 'polling');
    let cursor = current(runId)?.lastEventId ?? null;
    let asks = 0;
    for (let quiet = 1; !stop.signal.aborted && !over(runId) && asks < ASKS_BEFORE_STREAM; quiet += 1) {
      asks += 1;
      try {
        const next = await readEvents(runId, cursor, take);
        if (next !== cursor) quiet = 1;
        cursor = next;
        await readDetail(runId);
      } catch {
        // Tried again below, later each time.
      }
      if (over(runId)) return;
      await wait(Math.min(quiet, 3), stop.signal);
    }
  };

  const stream = (runId: string): Promise<void> =>
    readEventStream({
      open: async ({ lastEventId, signal }) => {
        const response = await deskFetch(
          apiPath(connectionId, `/api/v1/runs/${encodeURIComponent(runId)}/events/stream`),
          {
            headers: {
              accept: 'text/event-stream',
              ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
            },
            signal,
          },
        );
        const kind = response.headers.get('content-type') ?? '';
        if (response.ok && !kind.startsWith('text/event-stream')) {
          await response.body?.cancel();
          // Something in between does not let streams through: refused, so that polling takes over.
          return new Response('{}', { status: 406 });
        }
        return response;
      },
      lastEventId: current(runId)?.lastEventId ?? null,
      isComplete: () => over(runId),
      onStateChange: (state) => setFeed(runId, state === 'open' ? 'live' : 'reconnecting'),
      onEvent: ({ data }) => {
        let json: unknown;
        try {
          json = JSON.parse(data);
        } catch {
          return;
        }
        const event = PublicRunEvent.safeParse(json);
        if (!event.success) return;
        take(event.data);
        note(runId, event.data.id, over(runId));
      },
      signal: stop.signal,
      giveUpAfter: STREAM_ATTEMPTS,
      wait,
    });

  const follow = async (runId: string): Promise<void> => {
    if (followed.has(runId)) return;
    followed.add(runId);
    followedHere.add(followKey(connectionId, runId));
    try {
      while (!stop.signal.aborted && !over(runId)) {
        try {
          await stream(runId);
        } catch {
          await poll(runId);
        }
      }
      // The terminal event does not carry outputs and cost; the record does. Without it the end would not be told.
      const detail = await readDetailAtLast(runId);
      await repaintIfDoubtful(detail);
      const run = current(runId);
      if (run && isOver(run)) {
        for (const listener of endListeners) listener(run);
        // This page shows how it ended: nobody needs a notice of it.
        await desk('tellRun', { params: { connectionId, runId } });
      }
    } catch {
      // What is on screen stays; opening the run again reads it anew.
    } finally {
      followed.delete(runId);
      followedHere.delete(followKey(connectionId, runId));
    }
  };

  const open = async (runId: string): Promise<void> => {
    if (current(runId)) return;
    store.setState(({ opening }) => ({ opening: new Set([...opening, runId]) }));
    try {
      const detail = await api(endpoints.runs.get, {
        params: { run_id: runId },
        signal: stop.signal,
        headers: KNOWN,
      });
      if (isTerminalRunStatus(detail.status)) {
        await paintEnded(detail);
      } else {
        put(runFromDetail(detail));
        void follow(runId);
      }
    } finally {
      store.setState(({ opening }) => ({ opening: new Set([...opening].filter((id) => id !== runId)) }));
    }
  };

  return {
    store,
    table: {
      get: (nodeId) => shown()?.nodes[nodeId],
      subscribe: (nodeId, listener) => {
        const listeners = nodeListeners.get(nodeId) ?? new Set();
        nodeListeners.set(nodeId, listeners);
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
          if (listeners.size === 0) nodeListeners.delete(nodeId);
        };
      },
      subscribeAll: (listener) => {
        allListeners.add(listener);
        return () => allListeners.delete(listener);
      },
    },
    async start(request) {
      const detail = await api(endpoints.runs.create, {
        body: request.graph ? request : { ...request, projectId },
        idempotencyKey: crypto.randomUUID(),
      });
      put(current(detail.id) ?? runFromDetail(detail));
      setShown(detail.id);
      void follow(detail.id);
      return current(detail.id) ?? runFromDetail(detail);
    },
    async cancel(runId) {
      const run = current(runId);
      if (run && !isOver(run)) put({ ...run, cancelRequested: true });
      try {
        const detail = await api(endpoints.runs.cancel, { params: { run_id: runId } });
        const now = current(runId);
        if (now) put(mergeDetail(now, detail));
      } catch (error) {
        await readDetail(runId);
        if (!over(runId)) throw error;
      }
    },
    async show(runId) {
      await open(runId);
      setShown(runId);
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
        const unfinished = runs.filter((record) => !isTerminalRunStatus(record.status));
        await Promise.allSettled(unfinished.map((record) => open(record.runId)));
        const newest = store.getState().order[0];
        if (newest !== undefined && store.getState().shownId === null) {
          await open(newest);
          if (store.getState().shownId === null) setShown(newest);
        }
      } catch {
        if (!stop.signal.aborted) store.setState({ history: 'error' });
      }
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
      followed.clear();
    },
  };
}
