import { backoffMs, type Backoff } from '#shared/http/backoff.ts';
import type { Clock } from '../options.ts';

const BACKOFF: Backoff = { firstMs: 1000, maxMs: 60_000 };
/** Nobody waits longer than this before asking again. Milliseconds. */
const MAX_WAIT_MS = 3_600_000;

/** Holds back all requests of a batch while the service is away or asks for a pause. */
export class Gate {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  #reason: string | null = null;
  #closings = 0;
  #whenOpen: Promise<void> = Promise.resolve();
  #wake: AbortController | null = null;

  /** @param onChange called when it closes and when it opens. */
  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Why nothing is sent, as a sentence; null while it is open. */
  get reason(): string | null {
    return this.#reason;
  }

  /** @param ms how long the service asks to wait; null: longer each time. */
  close(reason: string, ms: number | null): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.#closings += 1;
    const wake = new AbortController();
    this.#wake = wake;
    const jittered = backoffMs(BACKOFF, this.#closings, this.#clock.random());
    const wait = Math.min(ms ?? Math.max(500, jittered), MAX_WAIT_MS);
    this.#whenOpen = this.#openAfter(wait, wake.signal);
    this.#onChange();
  }

  /** The service answered as it should: the next pause is a short one again. */
  reset(): void {
    this.#closings = 0;
  }

  open(): void {
    this.#wake?.abort();
  }

  async #openAfter(milliseconds: number, signal: AbortSignal): Promise<void> {
    await this.#clock.sleep(milliseconds, signal).catch(() => undefined);
    this.#reason = null;
    this.#wake = null;
    this.#onChange();
  }

  /** Resolves when requests may go. @throws the signal's reason */
  async passed(signal: AbortSignal): Promise<void> {
    while (this.#reason !== null) {
      signal.throwIfAborted();
      await this.#whenOpen;
    }
    signal.throwIfAborted();
  }
}
