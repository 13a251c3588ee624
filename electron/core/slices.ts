import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Slices } from '#shared/reading/index.ts';

/** So long others wait at most before they get a turn. Milliseconds. */
const MAX_SLICE_MS = 5;

/** Runs work in slices to its end; requests are answered in between. @throws what the work throws */
export async function runInSlices<T>(slices: Slices<T>): Promise<T> {
  let sliceStart = performance.now();
  for (;;) {
    const step = slices.next();
    if (step.done) return step.value;
    if (performance.now() - sliceStart < MAX_SLICE_MS) continue;
    await yieldToEventLoop();
    sliceStart = performance.now();
  }
}
