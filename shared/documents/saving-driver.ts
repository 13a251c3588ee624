import type { TimerClock } from '../language/clock.ts';
import { advance } from './machine.ts';
import type { SavedTypes, SavingKind } from './saving-kind.ts';
import type { SavingEffect, SavingEvent } from './saving-events.ts';
import type { SavingState } from './saving-state.ts';

/** How often somebody else's change is looked for. Milliseconds. */
const POLL_MS = 12_000;

/** What saving needs of the page, the disk and the service. */
export interface SavingPorts<T extends SavedTypes> {
  after: TimerClock['after'];
  /** Quiet time after the last edit, and the longest an edit waits while editing goes on. Milliseconds. */
  saveAfter: { idleMs: number; longestMs: number };
  /** Never rejects. */
  send(effect: Extract<SavingEffect<T>, { type: 'send' }>): Promise<SavingEvent<T>>;
  /** Never rejects. @returns null where the answer comes later. */
  fetch(): Promise<SavingEvent<T> | null>;
  /** Looks for somebody else's change, where it is time for that. */
  poll(): void;
  /** What is neither a request nor a timer: journal, screen, words. */
  perform(effect: Exclude<SavingEffect<T>, { type: 'send' | 'fetch' | 'wait' | 'schedule-save' }>): void;
  /** An event has come, and everything that follows from it is under way. */
  dispatched(): void;
}

/** Drives the saving of one document: feeds the machine, and performs what it asks for in time. */
export class SavingDriver<T extends SavedTypes> {
  readonly #kind: SavingKind<T>;
  readonly #ports: SavingPorts<T>;
  #state: SavingState<T>;
  /** What is being done at the disk or the service. */
  readonly #performing = new Set<Promise<void>>();
  /** Each ends a timer. */
  readonly #timers = new Map<'idle' | 'longest' | 'wait' | 'poll', () => void>();
  #isStopped = false;
  #reads = 0;

  constructor(kind: SavingKind<T>, state: SavingState<T>, ports: SavingPorts<T>) {
    this.#kind = kind;
    this.#state = state;
    this.#ports = ports;
  }

  get state(): SavingState<T> {
    return this.#state;
  }

  /** @param effects what saving begins with. */
  start(effects: readonly SavingEffect<T>[] = []): void {
    this.#schedulePoll();
    for (const effect of effects) this.#perform(effect);
  }

  dispatch(event: SavingEvent<T>): void {
    if (this.#isStopped) return;
    const [state, effects] = advance(this.#kind, this.#state, event);
    this.#state = state;
    for (const effect of effects) this.#perform(effect);
    this.#ports.dispatched();
  }

  /** Work that is waited for by `settled`. It never rejects. */
  run(work: Promise<void>): void {
    const completed = work.finally(() => this.#performing.delete(completed));
    this.#performing.add(completed);
  }

  /** Sends at once what can be sent now. @param awaited somebody waits for it. @returns when nothing is under way. */
  async saveNow(awaited: boolean): Promise<void> {
    this.#cancel('idle', 'longest');
    this.dispatch({ type: 'save-due', awaited });
    while (this.#performing.size > 0) await Promise.all(this.#performing);
  }

  /** Nothing is done any more, whatever comes. */
  stop(): void {
    this.#isStopped = true;
    this.#cancel('idle', 'longest', 'wait', 'poll');
  }

  #perform(effect: SavingEffect<T>): void {
    switch (effect.type) {
      case 'send':
        return this.run(this.#ports.send(effect).then((event) => this.dispatch(event)));
      case 'fetch':
        return this.run(this.#fetch());
      case 'schedule-save':
        return this.#scheduleSave();
      case 'wait':
        this.#cancel('wait');
        return this.#start('wait', effect.ms, () => this.dispatch({ type: 'retry-due' }));
      default:
        return this.#ports.perform(effect);
    }
  }

  async #fetch(): Promise<void> {
    this.#reads += 1;
    const read = this.#reads;
    const event = await this.#ports.fetch();
    // What was asked for before is older than what is awaited.
    if (event && read === this.#reads) this.dispatch(event);
  }

  #scheduleSave(): void {
    const { idleMs, longestMs } = this.#ports.saveAfter;
    const save = (): void => void this.saveNow(false);
    this.#cancel('idle');
    this.#start('idle', idleMs, save);
    if (!this.#timers.has('longest')) this.#start('longest', longestMs, save);
  }

  #schedulePoll(): void {
    this.#start('poll', POLL_MS, () => {
      this.#schedulePoll();
      this.#ports.poll();
    });
  }

  #start(timer: 'idle' | 'longest' | 'wait' | 'poll', ms: number, run: () => void): void {
    this.#timers.set(timer, this.#ports.after(ms, run));
  }

  #cancel(...timers: ('idle' | 'longest' | 'wait' | 'poll')[]): void {
    for (const timer of timers) {
      this.#timers.get(timer)?.();
      this.#timers.delete(timer);
    }
  }
}
