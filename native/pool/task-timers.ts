/** The time limits of one task. */
export class TaskTimers {
  readonly #timers = new Set<NodeJS.Timeout>();
  #step: NodeJS.Timeout | null = null;

  /** Timers that run. */
  get size(): number {
    return this.#timers.size;
  }

  after(milliseconds: number, act: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, milliseconds);
    this.#timers.add(timer);
    return timer;
  }

  /** The limit of the step under way, in milliseconds; takes the place of the last one. Null for none. */
  limitStep(milliseconds: number | null, act: () => void): void {
    if (this.#step !== null) {
      clearTimeout(this.#step);
      this.#timers.delete(this.#step);
      this.#step = null;
    }
    if (milliseconds !== null) this.#step = this.after(milliseconds, act);
  }

  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#step = null;
  }
}
