import type { Clock } from '../options.ts';
import { UnreachableError } from '../desk-error.ts';

/** When a request is sent again, and after how long. */

export const MAX_ATTEMPTS = 3;
const BASE_MS = 100;
const CAP_MS = 20_000;
/** A longer `Retry-After` is handed to the caller instead of being waited out with a request open. */
const LONGEST_WAIT_MS = 60_000;

/** 410 and 507 stay as they are however often one asks; 500 and 501 are defects and gaps, not weather. */
const PASSING = new Set([408, 425, 429, 502, 503, 504]);

export const isPassingStatus = (status: number): boolean => PASSING.has(status);

/** A redirect, a bad certificate or an unknown name will not be better in a second. */
export const isPassingFailure = (error: unknown): boolean =>
  error instanceof UnreachableError && (error.problem === 'refused' || error.problem === 'timeout');

/**
 * Reads `Retry-After`.
 * @returns milliseconds from now, or null when absent or unreadable.
 */
export function parseRetryAfter(value: string | null, now: number): number | null {
  if (value === null) return null;
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Full jitter: anything from nothing to 100 ms, 200 ms, 400 ms … 20 s. */
export const backoff = (attempt: number, random: number): number =>
  random * Math.min(CAP_MS, BASE_MS * 2 ** (attempt - 1));

/**
 * Sends up to three times.
 * @param repeatable false: once, whatever happens. True only for GETs and writes under an idempotency key.
 * @param send one attempt, counted from 1.
 */
export async function withRetries(
  clock: Clock,
  repeatable: boolean,
  send: (attempt: number) => Promise<Response>,
  signal?: AbortSignal,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const last = !repeatable || attempt >= MAX_ATTEMPTS;
    let wait: number;
    try {
      const response = await send(attempt);
      if (last || !isPassingStatus(response.status)) return response;
      const asked = parseRetryAfter(response.headers.get('retry-after'), clock.now());
      if (asked !== null && asked > LONGEST_WAIT_MS) return response;
      wait = asked ?? backoff(attempt, clock.random());
      await response.body?.cancel();
    } catch (error) {
      if (last || signal?.aborted || !isPassingFailure(error)) throw error;
      wait = backoff(attempt, clock.random());
    }
    await clock.sleep(wait, signal);
  }
}
