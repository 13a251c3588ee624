import { endpoints, PublicRunEvent, type ApiClient, type PublicRunDetail } from '#shared/api/index.ts';
import {
  apiPath,
  backoff,
  deskFetch,
  isKeyProblem,
  isMissing,
  readEventStream,
  type Desk,
  readEvent,
} from '#renderer/desk/index.ts';
import { markTracked } from '#renderer/model/followed-runs.ts';
import { words } from '#renderer/words/index.ts';
import { advanceRun } from './advance-run.ts';
import type { RunSnapshots } from './run-snapshots.ts';
import {
  runFromRecord,
  isOver,
  mergeDetail,
  runFromDetail,
  settleNodes,
  initialRun,
  type RunState,
} from './run-state.ts';

const t = words.runs.followRun;

/** How the events of a run reach the page now. */
export type RunFeed = 'live' | 'reconnecting' | 'polling';

/** Attempts in a row without an event before the run is asked after instead. */
const STREAM_ATTEMPTS = 3;
/** Questions before the stream is tried again. */
const POLLS_BEFORE_STREAM = 5;
/** Streams of a page at once: a browser opens six connections to one place, and everything else needs some. */
const MAX_STREAMS = 3;
/** Attempts after which the pauses between them grow no more. */
const MAX_BACKOFF_ATTEMPT = 5;

export interface RunFollower {
  /** Follows a run to its end: by its live stream, resumed after a cut, or by asking where there is none. */
  follow: (runId: string) => Promise<void>;
  /** Puts an ended run on screen; without its events it is its status, outputs and cost until they come. */
  showFinished: (detail: PublicRunDetail) => Promise<void>;
  /** Reads the run's record. @throws ApiError */
  readDetail: (runId: string) => Promise<PublicRunDetail>;
  /** The page has left: the next `follow` begins anew. */
  reset: () => void;
}

/** How many streams of events are open. */
export interface StreamCount {
  open: number;
}

/** The streams of this page, of all its projects. */
const pageStreams: StreamCount = { open: 0 };

/** Counts a stream while it is open. @returns whether it went to its end. */
async function isStreamed(streams: StreamCount, stream: Promise<void>): Promise<boolean> {
  streams.open += 1;
  try {
    await stream;
    return true;
  } catch {
    return false;
  } finally {
    streams.open -= 1;
  }
}

export function createRunFollower(context: {
  connectionId: string;
  api: ApiClient;
  desk: Desk;
  snapshots: RunSnapshots;
  current: (runId: string) => RunState | undefined;
  /** @param nodeId the one node that differs from before, where that is known. */
  storeRun: (run: RunState, nodeId?: string) => void;
  setFeed: (runId: string, feed: RunFeed) => void;
  onEnd: (run: RunState) => void;
  /** Of the page: everything ends with it. */
  signal: () => AbortSignal;
  /** Waits between two polls and reconnects. */
  wait?: ((attempt: number, signal: AbortSignal) => Promise<void>) | undefined;
  streams?: StreamCount | undefined;
}): RunFollower {
  const {
    connectionId,
    api,
    desk,
    snapshots,
    current,
    storeRun,
    setFeed,
    onEnd,
    signal,
    wait = backoff,
    streams = pageStreams,
  } = context;
  const tracked = new Set<string>();

  const over = (runId: string): boolean => {
    const run = current(runId);
    return run === undefined || isOver(run);
  };
  const pause = (attempt: number) => wait(Math.min(attempt, MAX_BACKOFF_ATTEMPT), signal());
  /** Whether asking again would bring the same response, or nobody waits for one any more. */
  const isFinal = (error: unknown): boolean => signal().aborted || isMissing(error) || isKeyProblem(error);

  const readDetail = async (runId: string): Promise<PublicRunDetail> => {
    const detail = await api(endpoints.runs.get, { params: { run_id: runId }, signal: signal() });
    const run = current(runId);
    storeRun(run ? mergeDetail(run, detail) : runFromDetail(detail));
    return detail;
  };

  /** Reads the record, however often that takes. @throws ApiError when the service does not have it or give it out. */
  const readDetailAtLast = async (runId: string): Promise<PublicRunDetail> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await readDetail(runId);
      } catch (error) {
        if (isFinal(error)) throw error;
        await pause(attempt);
      }
    }
  };

  const paint = async (detail: PublicRunDetail): Promise<void> => {
    const initial = initialRun(current(detail.id) ?? runFromRecord(detail));
    let snapshot = await snapshots.advance(initial);
    // One that was being read when the run ended may have stopped short of the end.
    if (!isOver(snapshot)) snapshot = await snapshots.advance(initial);
    const live = current(detail.id);
    // A service whose list of events falls behind its stream: the stream has brought more.
    const fell = !isOver(snapshot) && live !== undefined && isOver(live);
    storeRun(mergeDetail(fell && live.lastEventId !== snapshot.lastEventId ? live : snapshot, detail));
  };

  const schedulePaint = async (detail: PublicRunDetail): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      await pause(attempt);
      if (signal().aborted) return;
      try {
        return await paint(detail);
      } catch (error) {
        if (isFinal(error)) return;
      }
    }
  };

  const showFinished = async (detail: PublicRunDetail): Promise<void> => {
    try {
      await paint(detail);
    } catch (error) {
      const existing = current(detail.id) ?? (await snapshots.load(runFromRecord(detail)));
      storeRun(mergeDetail(existing, detail));
      if (!isFinal(error)) void schedulePaint(detail);
    }
  };

  /** Asks again and again, until the run is over or it is time to try the stream again. @throws ApiError when it is gone. */
  const poll = async (runId: string): Promise<void> => {
    setFeed(runId, 'polling');
    let attempts = 0;
    for (let quiet = 1; !signal().aborted && !over(runId) && attempts < POLLS_BEFORE_STREAM; quiet += 1) {
      attempts += 1;
      try {
        const run = current(runId);
        if (run) {
          const snapshot = await snapshots.advance(initialRun(run));
          if (snapshot.lastEventId !== run.lastEventId) quiet = 1;
          const detail = await api(endpoints.runs.get, { params: { run_id: runId }, signal: signal() });
          storeRun(mergeDetail(snapshot, detail));
        }
      } catch (error) {
        if (isMissing(error)) throw error;
        // Tried again below, later each time.
      }
      if (over(runId)) return;
      await wait(Math.min(quiet, 3), signal());
    }
  };

  const stream = (runId: string): Promise<void> =>
    readEventStream({
      open: async ({ lastEventId, signal: leave }) => {
        const response = await deskFetch(
          apiPath(connectionId, `/api/v1/runs/${encodeURIComponent(runId)}/events/stream`),
          {
            headers: {
              accept: 'text/event-stream',
              ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
            },
            signal: leave,
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
        const event = readEvent(PublicRunEvent, data);
        const run = current(runId);
        if (!event || !run) return;
        const next = advanceRun(run, event);
        const { type, nodeId } = event;
        storeRun(next, type.startsWith('node.') ? (nodeId ?? undefined) : undefined);
        // At the end everything is read anyway.
        if (!isOver(next)) snapshots.received(next);
      },
      signal: signal(),
      maxAttempts: STREAM_ATTEMPTS,
      wait,
    });

  const toItsEnd = async (runId: string): Promise<void> => {
    while (!signal().aborted && !over(runId)) {
      if (streams.open >= MAX_STREAMS) {
        await poll(runId);
        continue;
      }
      if (!(await isStreamed(streams, stream(runId)))) await poll(runId);
    }
    // The terminal event does not carry outputs and cost; the record does. Without it the end would not be shown.
    await showFinished(await readDetailAtLast(runId));
    const run = current(runId);
    if (!run || !isOver(run)) return;
    onEnd(run);
    // This page shows how it ended: nobody needs a notice of it.
    await desk('markRunSeen', { params: { connectionId, runId } });
  };

  return {
    showFinished,
    readDetail,
    async follow(runId) {
      if (tracked.has(runId)) return;
      tracked.add(runId);
      const unmark = markTracked(connectionId, runId);
      try {
        await toItsEnd(runId);
      } catch (error) {
        const run = current(runId);
        // What is on screen stays; opening the run again reads it anew.
        if (!isMissing(error) || signal().aborted || !run || isOver(run)) return;
        const message = t.serviceNoLongerRun;
        const failure = { code: 'NOT_FOUND', message, nodeId: null, nodeTitle: null };
        storeRun({ ...run, status: 'failed', failure, nodes: settleNodes(run.nodes) });
      } finally {
        tracked.delete(runId);
        unmark();
      }
    },
    reset: () => tracked.clear(),
  };
}
