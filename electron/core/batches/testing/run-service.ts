import { createApiClient, type ApiClient, type InlineGraph } from '#shared/api/index.ts';
import { EXPIRED_PAID_FILE } from '#shared/desk/index.ts';
import { UnreachableError } from '../../desk-error.ts';
import type { Clock } from '../../options.ts';

/** What happens to a request that starts a run. */
export type Fate =
  | 'taken'
  | 'taken-and-lost' // the run is begun, the answer never arrives
  | 'cut' // nothing is begun, and nobody can tell
  | 'busy' // 429
  | 'unavailable' // 503, and nothing is begun
  | 'refused'; // 400

interface ServedRun {
  id: string;
  externalId: string;
  body: string;
  polls: number;
  status: 'running' | 'succeeded' | 'failed' | 'canceled';
}

/** A service in memory, with idempotency keys as the real one has them. It outlives the process that asks it. */
export class RunService {
  readonly runs: ServedRun[] = [];
  /** That started a run, or would have. */
  requests = 0;
  readonly #byKey = new Map<string, ServedRun>();
  /** Of the next requests, in order; then all are taken. */
  fates: Fate[] = [];
  /** When it was replaced by a backup. Milliseconds. */
  restoredAt: number | null = null;
  /** Looks at a run until it ends. */
  pollsToEnd = 2;
  /** Graphs that earlier runs executed, by their ids. */
  readonly graphs = new Map<string, InlineGraph>();
  /** Until then nothing that runs made is written on this computer. */
  recording: Promise<void> = Promise.resolve();
  isAway = false;
  cost: number | null = 10;
  /** What a run takes, where it says so. */
  executionTimeMs: number | null = null;
  /** Whether the item of this index fails at this run of it, counted from 1. */
  fails: (item: number, nth: number) => boolean = () => false;
  /** Whether a model may have charged for a run that failed. */
  mayCharge: (item: number) => boolean = () => false;
  /** Whether what fails lost a picture that was paid before. */
  hasExpired = false;

  /** The API as a process sees it. @param isDead nothing is answered any more to a process that was killed. */
  api(isDead: () => boolean = () => false): ApiClient {
    return createApiClient(async ({ method, path, headers, body }) => {
      await Promise.resolve();
      if (isDead()) return new Promise<never>(() => {});
      if (this.isAway) throw new UnreachableError('refused', 'Nobody answers.');
      const [, runId, action] = /^\/api\/v1\/runs(?:\/([^/]+)(?:\/(\w+))?)?$/.exec(path) ?? [];
      const response =
        method === 'POST' && runId === undefined
          ? this.#create(headers['idempotency-key'] ?? '', body ?? '')
          : action === 'cancel'
            ? this.#cancel(runId ?? '')
            : this.#read(runId ?? '');
      await Promise.resolve();
      return isDead() ? new Promise<never>(() => {}) : response;
    });
  }

  /** It is replaced by a backup that knows none of its runs. */
  forgetAll(): void {
    this.runs.length = 0;
    this.#byKey.clear();
  }

  #create(key: string, body: string): Response {
    this.requests += 1;
    const before = this.#byKey.get(key);
    if (before && before.body !== body) return refusal(409, 'IDEMPOTENCY_CONFLICT');
    const fate = this.fates.shift() ?? 'taken';
    if (fate === 'cut') throw new UnreachableError('timeout', 'The connection was cut.');
    if (fate === 'busy') return refusal(429, 'RATE_LIMITED');
    if (fate === 'unavailable') return refusal(503, 'RATE_LIMIT_UNAVAILABLE');
    if (before) return this.#detail(before, 202);
    if (fate === 'refused') return refusal(400, 'INVALID_INPUT');
    const { externalId } = JSON.parse(body) as { externalId: string };
    const run: ServedRun = {
      id: `run_${this.runs.length + 1}`,
      externalId,
      body,
      polls: 0,
      status: 'running',
    };
    this.runs.push(run);
    this.#byKey.set(key, run);
    if (fate === 'taken-and-lost') throw new UnreachableError('timeout', 'The connection was cut.');
    return this.#detail(run, 202);
  }

  #read(id: string): Response {
    const run = this.runs.find((candidate) => candidate.id === id);
    if (!run) return refusal(404, 'RUN_NOT_FOUND');
    run.polls += 1;
    if (run.status === 'running' && run.polls >= this.pollsToEnd) {
      const nth = this.runsOf(itemOf(run)).indexOf(run) + 1;
      run.status = this.fails(itemOf(run), nth) ? 'failed' : 'succeeded';
    }
    return this.#detail(run, 200);
  }

  #cancel(id: string): Response {
    const run = this.runs.find((candidate) => candidate.id === id);
    if (!run) return refusal(404, 'RUN_NOT_FOUND');
    if (run.status !== 'running') return refusal(409, 'RUN_ALREADY_TERMINAL');
    run.status = 'canceled';
    return this.#detail(run, 200);
  }

  /** All runs of an item, in the order in which they were begun. */
  runsOf(item: number): ServedRun[] {
    return this.runs.filter((run) => itemOf(run) === item);
  }

  #errorOf(item: number): Record<string, unknown> {
    const perhapsCharged = { provider: 'Acme', model: 'm', microcredits: '30000000' };
    const code = this.hasExpired ? { code: EXPIRED_PAID_FILE } : {};
    return { message: `Item ${item} failed.`, ...code, ...(this.mayCharge(item) && { perhapsCharged }) };
  }

  #detail(run: ServedRun, status: number): Response {
    const isOver = run.status !== 'running';
    return Response.json(
      {
        id: run.id,
        status: run.status,
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-01T00:00:01.000Z',
        externalId: run.externalId,
        ...(isOver && this.executionTimeMs !== null ? { executionTimeMs: this.executionTimeMs } : {}),
        ...(isOver && this.cost !== null ? { creditsUsedMicrocredits: String(this.cost) } : {}),
        ...(run.status === 'failed' ? { error: this.#errorOf(itemOf(run)) } : {}),
        outputs: run.status === 'succeeded' ? { Result: { type: 'string', value: run.externalId } } : {},
      },
      { status },
    );
  }
}

const itemOf = (run: ServedRun): number => Number(run.externalId.split('/').at(-1));

const refusal = (status: number, code: string): Response =>
  Response.json({ error: { code, message: `Refused: ${code}.`, requestId: null } }, { status });

/** A clock whose sleepers wake when the test says so. */
export function createSteppedClock() {
  let now = Date.parse('2026-01-01T00:00:00Z');
  let sleepers: { wake: () => void; at: number }[] = [];
  const clock: Clock = {
    now: () => now,
    random: () => 0.5,
    sleep: (milliseconds, signal) =>
      new Promise((wake, fail) => {
        if (signal?.aborted) return fail(signal.reason as Error);
        const sleeper = { wake, at: now + milliseconds };
        sleepers.push(sleeper);
        signal?.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
      }),
  };
  return {
    clock,
    jump: (milliseconds: number) => void (now += milliseconds),
    /** Time passes to the next sleeper's end; all that is due wakes. @returns false when nobody slept. */
    step: (): boolean => {
      const next = Math.min(...sleepers.map(({ at }) => at));
      if (sleepers.length === 0) return false;
      now = Math.max(now, next);
      const due = sleepers.filter(({ at }) => at <= now);
      sleepers = sleepers.filter(({ at }) => at > now);
      for (const { wake } of due) wake();
      return true;
    },
  };
}
