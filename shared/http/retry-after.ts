const SECONDS = /^\d+(\.\d+)?$/;
/** As HTTP writes dates; `Date.parse` alone finds one in nearly anything. */
const DATE = /^[A-Z][a-z]{2}[a-z]*, .*\d{2}:\d{2}:\d{2}( GMT)?$/;

/**
 * Reads `Retry-After` (RFC 9110, 10.2.3), in seconds or as a date.
 * @param timestamp milliseconds since the epoch, from which a date is counted.
 * @returns milliseconds, however many; null when it is absent or unreadable.
 */
export function readRetryAfter(value: string | null, timestamp: number): number | null {
  const text = value?.trim() ?? '';
  const ms = SECONDS.test(text)
    ? Number(text) * 1000
    : DATE.test(text)
      ? Date.parse(text) - timestamp
      : Number.NaN;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/**
 * How long a response asks to wait. A date is measured by the clock of its server, which says in the same response what
 * time it is: the one of this computer may be years off. Milliseconds.
 */
export function retryAfterOf(
  headers: { get(name: string): string | null },
  timestamp: number,
): number | null {
  const serverTime = Date.parse(headers.get('date') ?? '');
  return readRetryAfter(headers.get('retry-after'), Number.isNaN(serverTime) ? timestamp : serverTime);
}
