import type { Clock } from '../options.ts';

/** A clock that stands still and jumps to the end of each sleep; remembers how long was slept. */
export function createTestClock(start = Date.parse('2026-01-01T00:00:00Z'), random = 0.5) {
  let now = start;
  const slept: number[] = [];
  const clock: Clock = {
    now: () => now,
    random: () => random,
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      slept.push(milliseconds);
      now += milliseconds;
    },
  };
  return { clock, slept, advance: (milliseconds: number) => void (now += milliseconds) };
}
