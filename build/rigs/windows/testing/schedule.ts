import type { Random } from '../../random.ts';

/** Something under way: it arrives when the schedule says so. */
interface Message {
  /** Those of one lane arrive in their sequence. */
  lane: string;
  label: string;
  run: () => void;
}

interface Timer {
  at: number;
  label: string;
  run: () => void;
}

/**
 * What is under way between windows, desktop process and service, and their timers. One thing happens at a time, in an order that
 * a seed decides; time passes only from one timer to the next. All of it is written down.
 */
export class Schedule {
  /** Milliseconds. */
  now = 0;
  /** What happened, in its sequence. */
  readonly trace: string[] = [];
  readonly #random: Random;
  readonly #messages: Message[] = [];
  readonly #timers = new Set<Timer>();

  constructor(random: Random) {
    this.#random = random;
  }

  note(line: string): void {
    this.trace.push(`${this.now} ms  ${line}`);
  }

  post(lane: string, label: string, run: () => void): void {
    this.#messages.push({ lane, label, run });
  }

  /** Takes what is under way in lanes out of the schedule. @returns it, in its sequence. */
  take(isLane: (lane: string) => boolean): (() => void)[] {
    const taken = this.#messages.filter(({ lane }) => isLane(lane));
    for (const message of taken) this.#messages.splice(this.#messages.indexOf(message), 1);
    return taken.map(({ run }) => run);
  }

  /** @returns a function that prevents it. */
  after(ms: number, label: string, run: () => void): () => void {
    const timer = { at: this.now + ms, label, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** One thing that is under way arrives. @returns whether there was one. */
  deliver(): boolean {
    const first = new Map<string, Message>();
    for (const message of this.#messages) if (!first.has(message.lane)) first.set(message.lane, message);
    if (first.size === 0) return false;
    const message = this.#random.pick([...first.values()]);
    this.#messages.splice(this.#messages.indexOf(message), 1);
    this.note(`${message.lane}: ${message.label}`);
    message.run();
    return true;
  }

  /** Time passes until the next timer ends. @returns whether there was one. */
  pass(): boolean {
    const [first] = [...this.#timers].toSorted((a, b) => a.at - b.at);
    if (!first) return false;
    this.#timers.delete(first);
    this.now = Math.max(this.now, first.at);
    this.note(`timer of ${first.label}`);
    first.run();
    return true;
  }
}

/** Resolves when all that waits for nothing from outside has come to its end. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
