/** Tells readers that a run has new events; the events themselves are read from the database. */
export class RunHub {
  readonly #publish: (runId: string) => void;
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #pending = new Set<string>();
  readonly #closing = new Set<() => void>();

  /** @param publish tells the readers of other processes, once what was written is committed. */
  constructor(publish: (runId: string) => void = () => {}) {
    this.#publish = publish;
  }

  /** @returns a function that ends the subscription. */
  subscribe(runId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(runId) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(runId, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(runId) === listeners) this.#listeners.delete(runId);
    };
  }

  /**
   * Wakes the readers of a run everywhere, here once for all changes of this turn of the event loop. It may be called inside a
   * transaction: readers look after it has ended.
   */
  changed(runId: string): void {
    this.#publish(runId);
    this.wake(runId);
  }

  /** Wakes the readers of all runs: any of them may have changed. */
  wakeAll(): void {
    for (const runId of this.#listeners.keys()) this.wake(runId);
  }

  /** Wakes the readers of a run that changed in this process or another. */
  wake(runId: string): void {
    if (!this.#listeners.has(runId) || this.#pending.has(runId)) return;
    this.#pending.add(runId);
    setImmediate(() => {
      this.#pending.delete(runId);
      for (const listener of this.#listeners.get(runId) ?? []) listener();
    });
  }

  /** Calls `listener` when the engine stops. */
  onClose(listener: () => void): void {
    this.#closing.add(listener);
  }

  /** Says that the engine stops: no run will change any more. */
  close(): void {
    for (const listener of this.#closing) listener();
    this.#closing.clear();
  }
}
