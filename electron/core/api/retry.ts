import { backoffMs, type Backoff } from '#shared/http/backoff.ts';
import { readRetryAfter, retryAfterOf } from '#shared/http/retry-after.ts';
import type { Clock } from '../options.ts';
import { UnreachableError } from '../desk-error.ts';

/** When a request is sent again, and after how long. */

export const MAX_ATTEMPTS = 3;
const BACKOFF: Backoff = { firstMs: 100, maxMs: 20_000 };
/** A longer `Retry-After` is handed to the caller instead of being waited out with a request open. */
export const MAX_WAIT_MS = 60_000;

/** 410 and 507 stay as they are however often one asks; 500 and 501 are defects and gaps, not weather. */
const TRANSIENT_STATUSES = new Set([408, 425, 429, 502, 503, 504]);

export const isTransientStatus = (status: number): boolean => TRANSIENT_STATUSES.has(status);

/** A redirect, a bad certificate or an unknown name will not be better in a second. */
export const isTransientFailure = (error: unknown): boolean =>
  error instanceof UnreachableError && (error.problem === 'refused' || error.problem === 'timeout');

/**
 * Nobody means a longer `Retry-After`: a clock that is wrong, another unit, or a box in between that answers for a
 * service it does not know.
 */
const MAX_BELIEVED_WAIT_MS = 3_600_000;
const believed = (ms: number | null): number | null => (ms === null || ms > MAX_BELIEVED_WAIT_MS ? null : ms);

/** Reads `Retry-After`. @returns milliseconds from now; null when absent, unreadable, or more than a service can mean. */
export const parseRetryAfter = (value: string | null, timestamp: number): number | null =>
  believed(readRetryAfter(value, timestamp));

/** How long a response asks to wait, as far as a service can mean it. Milliseconds. */
export const believedRetryAfter = (headers: Headers, timestamp: number): number | null =>
  believed(retryAfterOf(headers, timestamp));

/** How long to wait before the next attempt: as long as is asked, and never in a row without a pause. */
const waitBefore = (retryAfter: number | null, attempt: number, random: number): number =>
  Math.max(retryAfter ?? 0, backoff(attempt, random));

/** Full jitter: anything from nothing to 100 ms, 200 ms, 400 ms … 20 s. */
export const backoff = (attempt: number, random: number): number => backoffMs(BACKOFF, attempt, random);

/**
 * Sends up to three times.
 * @param repeatable false: once, whatever happens. True only for GETs and writes under an idempotency key.
 * @param send one attempt, counted from 1.
 * @param maxFailingMs no attempt follows those that failed once they took so long together: whoever waits for a service
 *   that stands still gets that error after one time-out, not after three.
 */
export async function withRetries(
  clock: Clock,
  repeatable: boolean,
  send: (attempt: number) => Promise<Response>,
  signal?: AbortSignal,
  maxFailingMs = Infinity,
): Promise<Response> {
  let failing = 0;
  for (let attempt = 1; ; attempt += 1) {
    const last = !repeatable || attempt >= MAX_ATTEMPTS;
    const startTime = clock.now();
    let wait: number;
    try {
      const response = await send(attempt);
      if (last || !isTransientStatus(response.status)) return response;
      const retryAfter = believedRetryAfter(response.headers, clock.now());
      if (retryAfter !== null && retryAfter > MAX_WAIT_MS) return response;
      wait = waitBefore(retryAfter, attempt, clock.random());
      await response.body?.cancel();
    } catch (error) {
      failing += clock.now() - startTime;
      if (last || failing >= maxFailingMs || signal?.aborted || !isTransientFailure(error)) throw error;
      wait = backoff(attempt, clock.random());
    }
    await clock.sleep(wait, signal);
  }
}
