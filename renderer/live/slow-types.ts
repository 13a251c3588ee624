/** Above this a node is too slow to answer while somebody edits. Milliseconds. */
const SLOW_MS = 500;
/** Fewer may have waited for a process to start, or for a machine that was busy for a moment. */
const SLOW_IN_A_ROW = 5;
/** After this a slow type is tried again. Milliseconds. */
const LEFT_OUT_MS = 60_000;

/** Which node types took too long lately to be previewed while somebody edits. */
export class SlowTypes {
  readonly #getTime: () => number;
  readonly #slowInARow = new Map<string, number>();
  /** Until when, by type. */
  readonly #leftOut = new Map<string, number>();

  /** @param getTime milliseconds. */
  constructor(getTime: () => number) {
    this.#getTime = getTime;
  }

  /** @param durationMs of one node at preview size. */
  note(type: string, durationMs: number): void {
    const slow = durationMs > SLOW_MS ? (this.#slowInARow.get(type) ?? 0) + 1 : 0;
    this.#slowInARow.set(type, slow);
    if (slow < SLOW_IN_A_ROW) return;
    this.#slowInARow.delete(type);
    this.#leftOut.set(type, this.#getTime() + LEFT_OUT_MS);
  }

  has(type: string): boolean {
    return (this.#leftOut.get(type) ?? 0) > this.#getTime();
  }

  all(): readonly string[] {
    return [...this.#leftOut.keys()].filter((type) => this.has(type));
  }

  clear(): void {
    this.#leftOut.clear();
    this.#slowInARow.clear();
  }
}
