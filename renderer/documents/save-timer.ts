import type { TimerClock } from '#shared/language/clock.ts';

/** Quiet time after the last edit, and the longest an edit waits while editing goes on. Milliseconds. */
const IDLE_MS = 600;
const MAX_DELAY_MS = 3000;

/** Decides when a document is saved: a moment after the last edit, and now and then while editing goes on. */
export class SaveTimer {
  readonly #clock: Pick<TimerClock, 'after'>;
  readonly #save: () => void;
  #cancelIdle: (() => void) | null = null;
  #cancelLatest: (() => void) | null = null;

  constructor(clock: Pick<TimerClock, 'after'>, save: () => void) {
    this.#clock = clock;
    this.#save = save;
  }

  /** There was an edit. */
  start(): void {
    this.#cancelIdle?.();
    this.#cancelIdle = this.#clock.after(IDLE_MS, this.#save);
    this.#cancelLatest ??= this.#clock.after(MAX_DELAY_MS, this.#save);
  }

  stop(): void {
    this.#cancelIdle?.();
    this.#cancelLatest?.();
    this.#cancelIdle = null;
    this.#cancelLatest = null;
  }
}
