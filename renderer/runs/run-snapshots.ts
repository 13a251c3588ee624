import { createSerialize } from '#shared/language/serialize.ts';
import { z } from 'zod';
import { ApiError, endpoints, type ApiClient } from '#shared/api/index.ts';
import type { Desk } from '#renderer/desk/index.ts';
import { advanceRun } from './advance-run.ts';
import { isOver, RunState, initialRun } from './run-state.ts';

/**
 * What the events of a run make of it when each is read once, in the service's own order: by cursor, never from the
 * stream, whose frames may come twice, out of order or not at all. It is stored on this computer together with the id of
 * its last event, so that a run opened again is painted from there.
 */
export interface RunSnapshots {
  /** The stored snapshot, or `initial` when there is none. Asks this computer alone. */
  load: (initial: RunState) => Promise<RunState>;
  /** The stored snapshot of a run that nobody shows, not held in memory; null when there is none. Asks this computer alone. */
  peek: (runId: string) => Promise<RunState | null>;
  /**
   * Reads every event there is beyond the snapshot, and keeps what comes of them.
   * @param initial what to start from when there is no snapshot yet.
   * @throws ApiError
   */
  advance: (initial: RunState) => Promise<RunState>;
  /** The stream brought an event: now and then the snapshot follows it. */
  received: (run: RunState) => void;
}

/** Bumped when a snapshot of before would be painted wrongly; then the events are read from the start once more. */
const FORMAT = 2;
const Snapshot = z.object({ format: z.literal(FORMAT), run: RunState });

const PAGE = 200;
/** Events on the stream after which the snapshot follows, with a quarter of the run's nodes besides. */
const FOLLOW_EVERY = 200;
/** Milliseconds after which it follows though there were fewer, with one for each node of the run besides. */
const FOLLOW_TIMEOUT_MS = 5_000;

async function readStored(desk: Desk, connectionId: string, runId: string): Promise<RunState | null> {
  const stored = await desk('getRunSnapshot', { params: { connectionId, runId } }).catch(() => null);
  const snapshot = Snapshot.safeParse(stored?.snapshot);
  return snapshot.success && snapshot.data.run.runId === runId ? snapshot.data.run : null;
}

export function createRunSnapshots(context: {
  connectionId: string;
  api: ApiClient;
  desk: Desk;
  /** Of the page: nothing is read any more once it has left. */
  signal: () => AbortSignal;
  clock?: () => number;
}): RunSnapshots {
  const { connectionId, api, desk, signal, clock: now = Date.now } = context;
  const snapshots = new Map<string, RunState>();
  const advancing = new Map<string, Promise<RunState>>();
  const pendingEvents = new Map<string, { events: number; since: number }>();
  const serialize = createSerialize();

  const peek = (runId: string) => readStored(desk, connectionId, runId);
  const load = async (initial: RunState): Promise<RunState> => {
    const { runId } = initial;
    const cached = snapshots.get(runId);
    if (cached) return cached;
    const current = (await peek(runId)) ?? initial;
    const run = snapshots.get(runId) ?? current;
    snapshots.set(runId, run);
    return run;
  };

  const keep = (run: RunState): void => {
    if (run.lastEventId === null) return;
    const { runId, lastEventId } = run;
    const write = () =>
      desk('keepRunSnapshot', {
        params: { connectionId, runId },
        body: { lastEventId, snapshot: { format: FORMAT, run } },
      });
    // One after another: an older one must not replace a newer.
    void serialize(write).catch(() => undefined);
  };

  const readOn = async (initial: RunState): Promise<RunState> => {
    const before = await load(initial);
    let run = before;
    let cursor = before.lastEventId;
    let isFromStart = cursor === null;
    // After its end a run has no more events.
    while (!isOver(run)) {
      try {
        const page = await api(endpoints.runs.listEvents, {
          params: { run_id: run.runId },
          query: { limit: PAGE, cursor: cursor ?? undefined },
          signal: signal(),
        });
        run = page.data.reduce(advanceRun, run);
        const next = page.nextCursor ?? page.data.at(-1)?.id ?? null;
        if (!page.hasMore || next === null || next === cursor) break;
        cursor = next;
      } catch (error) {
        // The service does not know the place any more: all of it once more, from the start.
        if (isFromStart || !(error instanceof ApiError) || error.status !== 400) throw error;
        run = initialRun(run);
        cursor = null;
        isFromStart = true;
      }
    }
    snapshots.set(run.runId, run);
    if (run.lastEventId !== before.lastEventId) keep(run);
    return run;
  };

  const advance = (initial: RunState): Promise<RunState> => {
    const { runId } = initial;
    const inFlight = advancing.get(runId);
    if (inFlight) return inFlight;
    pendingEvents.delete(runId);
    const update = readOn(initial).finally(() => advancing.delete(runId));
    advancing.set(runId, update);
    return update;
  };

  return {
    load,
    peek,
    advance,
    received(run) {
      const { events, since } = pendingEvents.get(run.runId) ?? { events: 0, since: now() };
      pendingEvents.set(run.runId, { events: events + 1, since });
      const nodes = run.plan.length;
      if (events + 1 < FOLLOW_EVERY + nodes / 4 && now() - since < FOLLOW_TIMEOUT_MS + nodes) return;
      advance(initialRun(run)).catch(() => undefined);
    },
  };
}
