/** Timers of things that go when nobody uses them for a while. */
export class IdleTimers<T> {
  readonly #timers = new Map<T, NodeJS.Timeout>();
  readonly #idleMs: number;

  /** @param idleMs how long something stays unused, milliseconds. */
  constructor(idleMs: number) {
    this.#idleMs = idleMs;
  }

  /** Nobody uses it from now on. @param expire called when it stayed so; not called again for a time that runs. */
  start(item: T, expire: () => void): void {
    if (this.#timers.has(item)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(item);
      expire();
    }, this.#idleMs);
    timer.unref();
    this.#timers.set(item, timer);
  }

  /** It is used again, or gone. */
  stop(item: T): void {
    clearTimeout(this.#timers.get(item));
    this.#timers.delete(item);
  }

  close(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
