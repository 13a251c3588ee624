import { ApiError, isTerminalRunStatus, type PublicRunEvent } from '#shared/api/index.ts';
import type { Spread } from '#shared/desk/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import type { Schedule } from '../connections/reachability.ts';
import { advanceProgress, NO_PROGRESS, type TrackedProgress } from './run-progress.ts';

/**
 * Reads how far runs are while a page is open to show it: a few questions a second for each connection, first about runs
 * that have begun, then about those that may begin next.
 */
export interface ProgressFollower {
  of(connectionId: string, runId: string): TrackedProgress;
  /** What such a run took before; null while that is not known. */
  expected(connectionId: string, runId: string): Spread | null;
  /** A run was read from its service. */
  note(connectionId: string, run: { id: string; status: string; createdAt: string }): void;
  removeConnection(connectionId: string): void;
  close(): void;
}

export interface FollowerDeps {
  /** One page of the events after a cursor. @throws ApiError, UnreachableError */
  listEvents(
    connectionId: string,
    runId: string,
    cursor: string | null,
  ): Promise<{ data: readonly PublicRunEvent[]; hasMore: boolean }>;
  /** @param plan ids of the nodes that the run executes */
  expectedOf(connectionId: string, runId: string, plan: readonly string[]): Promise<Spread | null>;
  /** Whether somebody would see it, and the service may answer. */
  isRequested(connectionId: string): boolean;
  onChange(connectionId: string): void;
  /** Milliseconds since the epoch. */
  clock(): number;
  schedule: Schedule;
}

const TICK_MS = 1000;
/** Questions to one connection in a tick. */
const MAX_POLLS = 3;
/** Pages of events read of one run in a tick. */
const MAX_PAGES = 10;
/** Milliseconds between two questions about one run. */
const RUNNING_DELAY_MS = 1500;
const PENDING_DELAY_MS = 4000;
const FAILED_DELAY_MS = 15_000;

interface TrackedRun {
  connectionId: string;
  runId: string;
  status: string;
  createdAt: string;
  progress: TrackedProgress;
  cursor: string | null;
  /** Not asked about before. Milliseconds since the epoch. */
  nextAt: number;
  expected: Spread | null;
}

const hasStarted = ({ status, progress }: TrackedRun): boolean =>
  status === 'running' || progress.startedAt !== null;

const createTrackedRun = (
  connectionId: string,
  { id, status, createdAt }: { id: string; status: string; createdAt: string },
): TrackedRun => ({
  connectionId,
  runId: id,
  status,
  createdAt,
  progress: NO_PROGRESS,
  cursor: null,
  nextAt: 0,
  expected: null,
});

/** The few to be asked about now: first what has begun, then what waited longest for a question. */
const pendingPolls = (
  tracked: ReadonlyMap<string, TrackedRun>,
  connectionId: string,
  timestamp: number,
): TrackedRun[] =>
  [...tracked.values()]
    .filter((run) => run.connectionId === connectionId && run.nextAt <= timestamp)
    .sort(
      (a, b) =>
        Number(hasStarted(b)) - Number(hasStarted(a)) ||
        a.nextAt - b.nextAt ||
        a.createdAt.localeCompare(b.createdAt),
    )
    .slice(0, MAX_POLLS);

export function createProgressFollower(deps: FollowerDeps): ProgressFollower {
  const tracked = new Map<string, TrackedRun>();
  /** Connections that are being asked. */
  const polling = new Set<string>();
  let cancelTick: (() => void) | null = null;
  let isClosed = false;

  const isTracked = (run: TrackedRun): boolean =>
    !isClosed && tracked.get(joinKey(run.connectionId, run.runId)) === run;

  async function readExpected(run: TrackedRun, plan: readonly string[]): Promise<void> {
    run.expected = await deps.expectedOf(run.connectionId, run.runId, plan).catch(() => null);
    if (run.expected !== null && isTracked(run)) deps.onChange(run.connectionId);
  }

  async function readEvents(run: TrackedRun): Promise<void> {
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { data, hasMore } = await deps.listEvents(run.connectionId, run.runId, run.cursor);
      if (!isTracked(run)) return;
      const last = data.at(-1);
      if (last === undefined) return;
      const { plan: currentPlan } = run.progress;
      run.progress = advanceProgress(run.progress, data);
      run.cursor = last.id;
      if (currentPlan === null && run.progress.plan !== null) void readExpected(run, run.progress.plan);
      if (!hasMore) return;
    }
  }

  async function pollRun(run: TrackedRun): Promise<void> {
    const before = run.progress;
    try {
      await readEvents(run);
      run.nextAt = deps.clock() + (hasStarted(run) ? RUNNING_DELAY_MS : PENDING_DELAY_MS);
    } catch (error) {
      run.nextAt = deps.clock() + FAILED_DELAY_MS;
      // Of another account, or gone: the history finds out what became of it.
      if (error instanceof ApiError && error.status === 404) run.nextAt = Number.POSITIVE_INFINITY;
    }
    if (run.progress !== before && isTracked(run)) deps.onChange(run.connectionId);
  }

  async function pollConnection(connectionId: string): Promise<void> {
    const pollBatch = pendingPolls(tracked, connectionId, deps.clock());
    for (const run of pollBatch) if (isTracked(run) && deps.isRequested(connectionId)) await pollRun(run);
  }

  function tick(): void {
    cancelTick = null;
    for (const connectionId of new Set([...tracked.values()].map((run) => run.connectionId))) {
      if (polling.has(connectionId) || !deps.isRequested(connectionId)) continue;
      polling.add(connectionId);
      void pollConnection(connectionId).finally(() => polling.delete(connectionId));
    }
    scheduleTick();
  }

  function scheduleTick(): void {
    if (isClosed || cancelTick !== null || tracked.size === 0) return;
    cancelTick = deps.schedule(TICK_MS, tick);
  }

  return {
    of: (connectionId, runId) => tracked.get(joinKey(connectionId, runId))?.progress ?? NO_PROGRESS,
    expected: (connectionId, runId) => tracked.get(joinKey(connectionId, runId))?.expected ?? null,
    note(connectionId, { id, status, createdAt }) {
      if (isClosed) return;
      const key = joinKey(connectionId, id);
      const before = tracked.get(key);
      if (isTerminalRunStatus(status)) {
        if (tracked.delete(key)) deps.onChange(connectionId);
        return;
      }
      if (before?.status === status) return;
      if (before) before.status = status;
      else tracked.set(key, createTrackedRun(connectionId, { id, status, createdAt }));
      deps.onChange(connectionId);
      scheduleTick();
    },
    removeConnection(connectionId) {
      for (const [key, run] of tracked) if (run.connectionId === connectionId) tracked.delete(key);
    },
    close() {
      isClosed = true;
      cancelTick?.();
    },
  };
}
