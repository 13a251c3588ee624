import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long the engine may keep the event loop before others get a turn. */
const TURN_MS = 8;

/** The engine's share of the event loop. */
export class Turns {
  #turns: Promise<void> = Promise.resolve();
  #turnBegan = 0;

  /**
   * Lets requests in between. Thousands of nodes can be ready at once and found in the cache, and nothing else would
   * happen until the last of them is done.
   */
  next(): Promise<void> {
    this.#turns = this.#after(this.#turns);
    return this.#turns;
  }

  async #after(before: Promise<void>): Promise<void> {
    await before;
    if (performance.now() - this.#turnBegan < TURN_MS) return;
    await nextTurn();
    this.#turnBegan = performance.now();
  }
}
