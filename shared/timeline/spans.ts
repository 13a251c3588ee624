/** A piece of time in seconds, from its start to before its end. */
interface Span {
  startTime: number;
  duration: number;
}

const endOf = ({ startTime, duration }: Span): number => startTime + duration;

/** Spans in the order of their starts, so that those at a time are found without a look at each. They may overlap. */
export class Spans<T extends Span> {
  readonly #spans: T[];
  /** The latest end of each span and those before it. */
  readonly #reach: number[] = [];

  constructor(spans: Iterable<T> = []) {
    this.#spans = [...spans].toSorted((a, b) => a.startTime - b.startTime);
    for (const span of this.#spans) this.#reach.push(Math.max(this.#reach.at(-1) ?? -Infinity, endOf(span)));
  }

  add(span: T): void {
    const index = this.#countStarted(span.startTime);
    const end = endOf(span);
    this.#spans.splice(index, 0, span);
    this.#reach.splice(index, 0, Math.max(this.#reach[index - 1] ?? -Infinity, end));
    for (let next = index + 1; (this.#reach[next] ?? Infinity) < end; next += 1) this.#reach[next] = end;
  }

  /** Whether one begins before `to` and ends after `from`. */
  meets(from: number, to: number): boolean {
    return (this.#reach[this.#countStarted(to, false) - 1] ?? -Infinity) > from;
  }

  /** Those that have begun and not ended at a time, in no order. */
  at(time: number): T[] {
    const found: T[] = [];
    for (let index = this.#countStarted(time) - 1; (this.#reach[index] ?? -Infinity) > time; index -= 1) {
      const span = this.#spans[index];
      if (span && time < endOf(span)) found.push(span);
    }
    return found;
  }

  /** How many have begun before a time, or at it. */
  #countStarted(time: number, isWithin = true): number {
    let [low, high] = [0, this.#spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const start = this.#spans[middle]?.startTime ?? Infinity;
      if (start < time || (isWithin && start === time)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
