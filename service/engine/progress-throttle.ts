export interface Progress {
  fraction: number;
  message: string | null;
}

/**
 * Lets the newest progress of a node through, at most once an interval: the first at once, the last one of a burst
 * when the interval is over.
 */
export class ProgressThrottle {
  readonly #intervalMs: number;
  readonly #emit: (progress: Progress) => void;
  #pending: Progress | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(intervalMs: number, emit: (progress: Progress) => void) {
    this.#intervalMs = intervalMs;
    this.#emit = emit;
  }

  report(progress: Progress): void {
    if (this.#timer !== null) {
      this.#pending = progress;
      return;
    }
    this.#emit(progress);
    this.#timer = setTimeout(() => this.#next(), this.#intervalMs);
  }

  /** Nothing comes after this, not even what still waits. */
  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#pending = null;
  }

  #next(): void {
    this.#timer = null;
    const progress = this.#pending;
    if (progress === null) return;
    this.#pending = null;
    this.report(progress);
  }
}
