import { ApiError, isTerminalRunStatus, type PublicRunEvent } from '#shared/api/index.ts';
import type { Spread } from '#shared/desk/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import type { Schedule } from '../connections/reachability.ts';
import { advanceProgress, NO_PROGRESS, type FollowedProgress } from './run-progress.ts';

/**
 * Reads how far runs are while a page is open to show it: a few questions a second for each connection, first about runs
 * that have begun, then about those that may begin next.
 */
export interface ProgressFollower {
  of(connectionId: string, runId: string): FollowedProgress;
  /** What such a run took before; null while that is not known. */
  expected(connectionId: string, runId: string): Spread | null;
  /** A run was read from its service. */
  note(connectionId: string, run: { id: string; status: string; createdAt: string }): void;
  forgetConnection(connectionId: string): void;
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
  isWanted(connectionId: string): boolean;
  onChange(connectionId: string): void;
  /** Milliseconds since the epoch. */
  now(): number;
  schedule: Schedule;
}

const TICK_MS = 1000;
/** Questions to one connection in a tick. */
const MAX_ASKS = 3;
/** Pages of events read of one run in a tick. */
const MAX_PAGES = 10;
/** Milliseconds between two questions about one run. */
const RUNNING_DELAY_MS = 1500;
const WAITING_DELAY_MS = 4000;
const FAILED_DELAY_MS = 15_000;

interface Followed {
  connectionId: string;
  runId: string;
  status: string;
  createdAt: string;
  progress: FollowedProgress;
  cursor: string | null;
  /** Not asked about before. Milliseconds since the epoch. */
  dueAt: number;
  expected: Spread | null;
}

const hasBegun = ({ status, progress }: Followed): boolean =>
  status === 'running' || progress.startedAt !== null;

const newlyFollowed = (
  connectionId: string,
  { id, status, createdAt }: { id: string; status: string; createdAt: string },
): Followed => ({
  connectionId,
  runId: id,
  status,
  createdAt,
  progress: NO_PROGRESS,
  cursor: null,
  dueAt: 0,
  expected: null,
});

/** The few to be asked about now: first what has begun, then what waited longest for a question. */
const dueOf = (followed: ReadonlyMap<string, Followed>, connectionId: string, now: number): Followed[] =>
  [...followed.values()]
    .filter((one) => one.connectionId === connectionId && one.dueAt <= now)
    .sort(
      (a, b) =>
        Number(hasBegun(b)) - Number(hasBegun(a)) ||
        a.dueAt - b.dueAt ||
        a.createdAt.localeCompare(b.createdAt),
    )
    .slice(0, MAX_ASKS);

export function createProgressFollower(deps: FollowerDeps): ProgressFollower {
  const followed = new Map<string, Followed>();
  /** Connections that are being asked. */
  const asking = new Set<string>();
  let cancelTick: (() => void) | null = null;
  let isClosed = false;

  const isFollowed = (one: Followed): boolean =>
    !isClosed && followed.get(joinKey(one.connectionId, one.runId)) === one;

  async function readExpected(one: Followed, plan: readonly string[]): Promise<void> {
    one.expected = await deps.expectedOf(one.connectionId, one.runId, plan).catch(() => null);
    if (one.expected !== null && isFollowed(one)) deps.onChange(one.connectionId);
  }

  async function readEvents(one: Followed): Promise<void> {
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { data, hasMore } = await deps.listEvents(one.connectionId, one.runId, one.cursor);
      if (!isFollowed(one)) return;
      const last = data.at(-1);
      if (last === undefined) return;
      const { plan: known } = one.progress;
      one.progress = advanceProgress(one.progress, data);
      one.cursor = last.id;
      if (known === null && one.progress.plan !== null) void readExpected(one, one.progress.plan);
      if (!hasMore) return;
    }
  }

  async function ask(one: Followed): Promise<void> {
    const before = one.progress;
    try {
      await readEvents(one);
      one.dueAt = deps.now() + (hasBegun(one) ? RUNNING_DELAY_MS : WAITING_DELAY_MS);
    } catch (error) {
      one.dueAt = deps.now() + FAILED_DELAY_MS;
      // Of another account, or gone: the history finds out what became of it.
      if (error instanceof ApiError && error.status === 404) one.dueAt = Number.POSITIVE_INFINITY;
    }
    if (one.progress !== before && isFollowed(one)) deps.onChange(one.connectionId);
  }

  async function askConnection(connectionId: string): Promise<void> {
    const due = dueOf(followed, connectionId, deps.now());
    for (const one of due) if (isFollowed(one) && deps.isWanted(connectionId)) await ask(one);
  }

  function tick(): void {
    cancelTick = null;
    for (const connectionId of new Set([...followed.values()].map((one) => one.connectionId))) {
      if (asking.has(connectionId) || !deps.isWanted(connectionId)) continue;
      asking.add(connectionId);
      void askConnection(connectionId).finally(() => asking.delete(connectionId));
    }
    tickLater();
  }

  function tickLater(): void {
    if (isClosed || cancelTick !== null || followed.size === 0) return;
    cancelTick = deps.schedule(TICK_MS, tick);
  }

  return {
    of: (connectionId, runId) => followed.get(joinKey(connectionId, runId))?.progress ?? NO_PROGRESS,
    expected: (connectionId, runId) => followed.get(joinKey(connectionId, runId))?.expected ?? null,
    note(connectionId, { id, status, createdAt }) {
      if (isClosed) return;
      const key = joinKey(connectionId, id);
      const before = followed.get(key);
      if (isTerminalRunStatus(status)) {
        if (followed.delete(key)) deps.onChange(connectionId);
        return;
      }
      if (before?.status === status) return;
      if (before) before.status = status;
      else followed.set(key, newlyFollowed(connectionId, { id, status, createdAt }));
      deps.onChange(connectionId);
      tickLater();
    },
    forgetConnection(connectionId) {
      for (const [key, one] of followed) if (one.connectionId === connectionId) followed.delete(key);
    },
    close() {
      isClosed = true;
      cancelTick?.();
    },
  };
}
