import type { DatabaseSync } from 'node:sqlite';
import { ApiError, createApiClient, type ApiClient } from '#shared/api/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import type { TimerClock } from '#shared/language/clock.ts';
import type { Clock } from '#core/options.ts';
import type { Random } from '../random.ts';
import type { SecondCore } from '../second-core.ts';
import type { FaultKind } from './faults.ts';
import type { FaultProxy } from './fault-proxy.ts';

/** How much faster than real the app's waits pass. */
const SPEED = 20;
/** No wait that the app decides on is longer, whatever a service says. Milliseconds. */
const MAX_WAIT_MS = 3_600_000;
/** Real time within which anything must have ended, with a service that answers in milliseconds. */
const DEADLINE = 90_000;

export type Outcome<T> = { ok: true; value: T } | { ok: false; error: unknown };

/** One seed's place: a connection of the app through a proxy of its own, and the truth beside it. */
export interface World {
  seed: number;
  random: Random;
  /** What this seed's things are called, so that they can be told from those of others. */
  name: string;
  connectionId: string;
  proxy: FaultProxy;
  /** As the pages call it: through core and proxy. */
  api: ApiClient;
  /** The app on another computer, straight at the same service. */
  second: SecondCore;
  /** Straight to the service, which nobody lies about. */
  direct: ApiClient;
  /** Fetches an address of the service that a response named, straight from it. */
  directBytes(url: string): Promise<Uint8Array>;
  /** The service's database, read only. */
  database: DatabaseSync;
  delay: Delay;
  /** Broken promises. */
  problems: string[];
  tally: { edits: number; uploads: number; runs: number; sentences: Set<string> };
}

/** Time for core and pages: it runs fast, and notes waits that would never end. */
export interface Delay {
  core: Clock;
  sync: TimerClock;
  wait: (attempt: number, signal: AbortSignal) => Promise<void>;
}

export function createDelay(random: () => number, note: (problem: string) => void): Delay {
  const real = (ms: number): number => {
    if (!(ms >= 0 && ms <= MAX_WAIT_MS)) note(`The app decided to wait ${ms} ms.`);
    return Math.min(Math.max(0, ms), MAX_WAIT_MS) / SPEED;
  };
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const left = () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      if (signal?.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', left);
        resolve();
      }, real(ms));
      signal?.addEventListener('abort', left, { once: true });
    });
  return {
    core: { now: () => Date.now(), random, sleep },
    sync: {
      clock: () => Date.now(),
      after(ms, run) {
        const timer = setTimeout(run, real(ms));
        return () => clearTimeout(timer);
      },
    },
    wait: (attempt, signal) => sleep(400 * 2 ** Math.min(attempt, 6), signal).catch(() => undefined),
  };
}

export function directClient(origin: string, key: string): ApiClient {
  return createApiClient(({ path, headers, ...request }) => {
    const { method, body } = request;
    const init: RequestInit = { method, body, headers: { ...headers, authorization: `Bearer ${key}` } };
    return fetch(`${origin}${path}`, init);
  });
}

/** Resolves when it holds. @throws Error that names what was waited for, when it never does. */
export async function until(
  label: string,
  isFulfilled: () => boolean | Promise<boolean>,
  deadline = DEADLINE,
): Promise<void> {
  const end = Date.now() + deadline;
  while (!(await isFulfilled())) {
    if (Date.now() > end) throw new Error(`It never came to this: ${label}.`);
    await new Promise((resume) => setTimeout(resume, 10));
  }
}

/** @throws Error when it neither succeeds nor fails in time. */
async function inTime<T>(label: string, work: Promise<T>, deadline = DEADLINE): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${label} hangs.`)), deadline);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** A person's action: it ends in time, and a failure is told in a sentence. */
export async function act<T>(world: World, label: string, work: () => Promise<T>): Promise<Outcome<T>> {
  const settled = work().then(
    (value): Outcome<T> => ({ ok: true, value }),
    (error: unknown): Outcome<T> => ({ ok: false, error }),
  );
  const outcome = await inTime(label, settled);
  if (!outcome.ok) checkSentence(world, label, describeProblem(outcome.error));
  return outcome;
}

/** @returns the outcome while the network lies; it is honest again afterwards. */
export async function underFault<T>(
  world: World,
  fault: FaultKind,
  label: string,
  work: () => Promise<T>,
  options?: LieOptions,
): Promise<Outcome<T>> {
  startLying(world, fault, options);
  try {
    return await act(world, label, work);
  } finally {
    world.proxy.beHonest();
  }
}

export interface LieOptions {
  /** The very next request is lied to. */
  immediate?: boolean;
}

/** A fault for one request, for as many as the core tries, or for as long as it takes; at once or a little later. */
export function startLying(world: World, fault: FaultKind, { immediate = false }: LieOptions = {}): void {
  const { random, proxy } = world;
  const after = immediate || fault === 'scrambled-stream' ? 0 : random.pick([0, 0, 1, 2, 3]);
  proxy.lie(fault, random.pick([1, 2, 3, 5, 1000]), after, random);
}

/**
 * The same action once more, now that the network is honest: it has to succeed. Only time may still be short on a machine
 * with much to do, since the rig gives a service less of it than the app does.
 */
export async function retryAfterFault<T>(
  world: World,
  label: string,
  first: Outcome<T>,
  work: () => Promise<T>,
): Promise<T> {
  if (first.ok) return first.value;
  const end = Date.now() + DEADLINE;
  for (;;) {
    const next = await act(world, label, work);
    if (next.ok) return next.value;
    const isSlow = next.error instanceof ApiError && next.error.details['problem'] === 'timeout';
    if (!isSlow || Date.now() > end) {
      throw new Error(`${label} fails for good: ${describeProblem(next.error)}`, { cause: next.error });
    }
  }
}

/** An action that nobody interferes with. */
export const surely = <T>(world: World, label: string, work: () => Promise<T>): Promise<T> =>
  retryAfterFault(world, label, { ok: false, error: null }, work);

const jargon =
  /undefined|\[object|\bnull\b|NaN|[{}<>]|[Ff]etch failed|[Tt]erminated|[Nn]etwork error|[Uu]nexpected (end|token)|JSON|\bE[A-Z]{4,}|\bat \S+:\d|aborted/;

/** What a person is told must be a sentence that a person can read, and hold no secret. */
export function checkSentence(world: World, label: string, text: string): void {
  world.tally.sentences.add(text);
  const isSentence =
    /^[A-Z“"\d][\s\S]*[.!?…]$/.test(text) && text.split(/\s+/).length >= 4 && !jargon.test(text);
  if (!isSentence) world.problems.push(`${label} says “${text}”.`);
  if (/pb_[a-z]+_/.test(text)) world.problems.push(`${label} tells a key.`);
}

export function check(isFulfilled: boolean, problem: string): void {
  if (!isFulfilled) throw new Error(problem);
}

/** One row of a query that has exactly one. */
export function countOf(world: World, sql: string, ...values: string[]): number {
  return Number(world.database.prepare(sql).get(...values)?.['count'] ?? 0);
}
