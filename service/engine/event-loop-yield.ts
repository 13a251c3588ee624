import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

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

  async #after(before: Promise<void>): Promise<void> {
    await before;
    if (performance.now() - this.#sliceStart < SLICE_MS) return;
    await yieldToEventLoop();
    this.#sliceStart = performance.now();
  }
}
