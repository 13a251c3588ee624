import { setImmediate } from 'node:timers/promises';
import type { Slices } from '#shared/reading/index.ts';

/** Work of one request goes on for so long before others have their turn. */
const SLICE_MS = 20;

/** Lets everything else that waits have its turn. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();

/** Runs a generator to its end, with a pause whenever a slice of time is used up and the generator is at a good place. */
export async function inSlices<T>(slices: Slices<T>): Promise<T> {
  let until = performance.now() + SLICE_MS;
  for (;;) {
    const step = slices.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await yieldToEventLoop();
    until = performance.now() + SLICE_MS;
  }
}
