import type { SyncSource } from '#shared/sync/index.ts';

/** Timers, so that tests decide when time passes. */
export interface SyncClock {
  after(ms: number, run: () => void): () => void;
  /** Milliseconds that only ever grow, whatever happens to the computer's clock. */
  now(): number;
}

/** The longest a browser's timer can wait; asked for more, it fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const browserClock: SyncClock = {
  after(ms, run) {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (left: number): void => {
      const now = Math.min(left, MAX_TIMER_MS);
      timer = setTimeout(() => (left > now ? wait(left - now) : run()), now);
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
  now: () => performance.now(),
};

let last = 0;
let counter = 0;
/** Unique and ascending: time as far as it moves forward, then a counter, then a random part for two windows at once. */
export function nextId(now: number = Date.now()): string {
  counter = now > last ? 0 : counter + 1;
  last = Math.max(last, now);
  const suffix = crypto.randomUUID().slice(0, 6);
  return `${last.toString(36).padStart(9, '0')}${counter.toString(36).padStart(4, '0')}-${suffix}`;
}

export const browserSource: SyncSource = {
  newId: () => nextId(),
  newKey: () => crypto.randomUUID(),
  now: () => new Date().toISOString(),
  random: () => Math.random(),
};
