import type { SyncSource } from '#shared/sync/index.ts';

/** Timers, so that tests decide when time passes. */
export interface SyncClock {
  after(ms: number, run: () => void): () => void;
  now(): number;
}
export const browserClock: SyncClock = {
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  now: () => Date.now(),
};

let counter = 0;
/** Unique and ascending: time, then a counter, then chance for two windows in one millisecond. */
export function nextId(): string {
  counter = (counter + 1) % 46_656;
  const chance = crypto.randomUUID().slice(0, 6);
  return `${Date.now().toString(36).padStart(9, '0')}${counter.toString(36).padStart(3, '0')}-${chance}`;
}

export const browserSource: SyncSource = {
  newId: nextId,
  newKey: () => crypto.randomUUID(),
  now: () => new Date().toISOString(),
  random: () => Math.random(),
};
