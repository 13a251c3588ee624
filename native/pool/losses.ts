/** Losses in a row after which the next child is started later. */
const FREE_LOSSES = 3;
const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 1000;
/** Children that one task may end. */
const MAX_LOSSES_OF_TASK = 2;
/** Tasks remembered; the oldest go first. */
const MAX_TRACKED = 1000;

/** Remembers which children were lost: to whom, and how fast. */
export class Losses {
  readonly #byTask = new Map<string, number>();
  #inRow = 0;
  #nextStartAt = 0;
  readonly #getTime: () => number;

  /** @param getTime a clock in milliseconds that never goes back. */
  constructor(getTime: () => number = () => performance.now()) {
    this.#getTime = getTime;
  }

  /** A child was lost without being asked to end. */
  note(): void {
    this.#inRow += 1;
    if (this.#inRow < FREE_LOSSES) return;
    const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.#inRow - FREE_LOSSES));
    this.#nextStartAt = this.#getTime() + delay;
  }

  /** A task was done: children can be started again as they are needed. */
  clear(): void {
    this.#inRow = 0;
    this.#nextStartAt = 0;
  }

  /** Milliseconds until a child may be started. */
  get startDelay(): number {
    return Math.max(0, this.#nextStartAt - this.#getTime());
  }

  /** A task ended a child. @param fingerprint the same for the same work. */
  blame(fingerprint: string): void {
    const count = (this.#byTask.get(fingerprint) ?? 0) + 1;
    this.#byTask.delete(fingerprint);
    this.#byTask.set(fingerprint, count);
    const [oldest] = this.#byTask.keys();
    if (this.#byTask.size > MAX_TRACKED && oldest !== undefined) this.#byTask.delete(oldest);
  }

  /** Whether this work ended as many children as it may. */
  isGivenUp(fingerprint: string): boolean {
    return (this.#byTask.get(fingerprint) ?? 0) >= MAX_LOSSES_OF_TASK;
  }
}
