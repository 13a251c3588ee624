import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { SLICE_STEPS, type Slices } from '#shared/reading/index.ts';

/** How long the engine may keep the event loop before others get a turn. */
const SLICE_MS = 8;

/** The engine's share of the event loop. */
export class EventLoopYield {
  #pending: Promise<void> = Promise.resolve();
  #sliceStart = 0;

  /**
   * Lets requests in between. Thousands of nodes can be ready at once and found in the cache, and nothing else would
   * happen until the last of them is done.
   */
  next(): Promise<void> {
    this.#pending = this.#after(this.#pending);
    return this.#pending;
  }

  /** Runs work in pieces, with turns for others between them. */
  async run<T>(slices: Slices<T>): Promise<T> {
    for (;;) {
      for (let count = 0; count < SLICE_STEPS; count += 1) {
        const step = slices.next();
        if (step.done) return step.value;
      }
      await this.next();
    }
  }

  async #after(before: Promise<void>): Promise<void> {
    await before;
    if (performance.now() - this.#sliceStart < SLICE_MS) return;
    await yieldToEventLoop();
    this.#sliceStart = performance.now();
  }
}
