import type { SavingSource } from '#shared/graph-saving/index.ts';

let last = 0;
let counter = 0;
/** Unique and ascending: time as far as it moves forward, then a counter, then a random part for two windows at once. */
export function nextId(timestamp: number = Date.now()): string {
  counter = timestamp > last ? 0 : counter + 1;
  last = Math.max(last, timestamp);
  const suffix = crypto.randomUUID().slice(0, 6);
  return `${last.toString(36).padStart(9, '0')}${counter.toString(36).padStart(4, '0')}-${suffix}`;
}

export const browserSource: SavingSource = {
  newId: () => nextId(),
  newKey: () => crypto.randomUUID(),
  now: () => new Date().toISOString(),
  random: () => Math.random(),
};
