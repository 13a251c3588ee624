/** How long one caller waits between attempts that fail. */
export interface Backoff {
  /** The longest wait before the second attempt, in milliseconds; it doubles with each further one. */
  firstMs: number;
  maxMs: number;
  /** The share of that which is always waited, 0 to 1; the rest is random, so that many do not come back at once. */
  minShare?: number;
}

/** @param attempt that failed, from 1. @param random 0 to 1. @returns milliseconds. */
export function backoffMs(
  { firstMs, maxMs, minShare = 0 }: Backoff,
  attempt: number,
  random: number,
): number {
  const longest = Math.min(maxMs, firstMs * 2 ** (attempt - 1));
  return longest * (minShare + random * (1 - minShare));
}
