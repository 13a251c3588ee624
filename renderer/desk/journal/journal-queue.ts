import type { JournalInFlight, UndoChange } from '#shared/desk/index.ts';
import { queueUndo } from '#shared/graph-saving/index.ts';
import type { TimerClock } from '#shared/language/clock.ts';
import { words } from '#renderer/words/index.ts';
import { isDiskFull, isNotWriter, isOutcomeUnknown } from '../failure.ts';
import { describeProblem } from '../problems.ts';
import type { EditJournal, JournaledSave } from './edit-journal.ts';

/** Edits that stand for others. `accepted`: those of the others that the service has. */
export interface Replacement<Entry> {
  replaced: readonly string[];
  entries: Entry[];
  accepted?: readonly string[];
}

type Write<Entry, D> =
  /** `tried`: it may be on the disk though nobody said so; repeated as it was, it counts once. */
  | { kind: 'append'; id: string; entries: Entry[]; history: UndoChange[]; tried: boolean }
  | { kind: 'acknowledge'; ids: readonly string[]; saved: Required<JournaledSave<D>> | null }
  | ({ kind: 'replace' } & Replacement<Entry>)
  | { kind: 'sending'; inFlight: JournalInFlight };

/** How long a write that failed waits before it is tried again. Milliseconds. */
const RETRY_DELAY_MS = 2000;
/** A write without an answer for so long is said to be a problem; it goes on. Milliseconds. */
const SLOW_WRITE_MS = 5000;

/**
 * While a value is dragged its newest state is written this often, from the start of one write to that of the next.
 * Milliseconds: so much of a drag may be lost by a kill.
 */
export const GESTURE_INTERVAL_MS = 80;

export interface JournalQueueEvents {
  /** They are on their way to the disk. */
  writing(ids: readonly string[]): void;
  journaled(ids: readonly string[]): void;
  requestRecorded(key: string): void;
  /** `message`: a sentence with the reason; the queue goes on trying. */
  failed(message: string): void;
  /** Another window writes: changes of the undo history that were waiting are handed back. */
  rejected(history: readonly UndoChange[]): void;
}

/**
 * Writes of one project's journal, one after the other. One that fails (a full disk) is tried again until it succeeds,
 * and those behind it wait, so that the journal never holds a later edit without an earlier one.
 */
export class JournalQueue<Entry extends { id: string }, D = unknown> {
  readonly #port: EditJournal<Entry, D>;
  readonly #clock: TimerClock;
  readonly #on: JournalQueueEvents;
  /** Whether every edit may wait for those that come in a moment. */
  readonly #gathers: boolean;
  #pending: Write<Entry, D>[] = [];
  #running = false;
  /** What is on its way to the disk. */
  #performing: Write<Entry, D> | null = null;
  /** Ends when nothing is being written any more. */
  #run: Promise<void> = Promise.resolve();
  /** How many of `alone` are under way, and what ends with the last of them. */
  #halts = 0;
  #halted = Promise.withResolvers<void>();
  #failing = false;
  /** The desktop process said that it cannot write; else it did not answer, and what goes to the service by it waits as well. */
  #isRefused = false;
  /** How many edits the desktop process was told of since then that the service has. */
  #notedTaken = 0;
  #cancel: (() => void) | null = null;
  /** When a state of a gesture was written last, by the clock. */
  #gestureAt = -Infinity;
  /** Whether somebody waits for what is written now: then no gesture does. */
  #isAwaited = false;
  /** Ends the wait before the next state of a gesture. */
  #endPause: (() => void) | null = null;

  constructor(port: EditJournal<Entry, D>, clock: TimerClock, on: JournalQueueEvents, gathers = false) {
    this.#gathers = gathers;
    this.#port = port;
    this.#clock = clock;
    this.#on = on;
  }

  /** Typing gives an entry a key stroke: those that wait for the disk together go down in one write. */
  append(entries: readonly Entry[], history: readonly UndoChange[] = []): void {
    const last = this.#pending.at(-1);
    if (last?.kind === 'append' && !last.tried) {
      last.entries.push(...entries);
      for (const change of history) queueUndo(last.history, change);
    } else {
      const id = crypto.randomUUID();
      this.#pending.push({
        kind: 'append',
        id,
        entries: [...entries],
        history: [...history],
        tried: false,
      });
    }
    if (!this.#isGestureOnly()) this.#endPause?.();
    this.#wake();
  }

  /** @param saved what the service holds with them; null where that is not known. */
  acknowledge(ids: readonly string[], saved: Required<JournaledSave<D>> | null = null): void {
    if (this.#failing && this.#isRefused) this.#dropAppends(new Set(ids));
    this.#enqueue({ kind: 'acknowledge', ids, saved });
  }
  replace({ replaced, entries, accepted = [] }: Replacement<Entry>): void {
    const last = this.#pending.at(-1);
    const isQueued = (id: string): boolean =>
      last?.kind === 'append' && last.entries.some((entry) => entry.id === id);
    if (last?.kind === 'append' && !last.tried && accepted.length === 0 && replaced.every(isQueued)) {
      // None of them is on the disk yet.
      last.entries = [...last.entries.filter(({ id }) => !replaced.includes(id)), ...entries];
    } else this.#enqueue({ kind: 'replace', replaced, entries, accepted });
  }

  /**
   * Writes a request down; where the disk takes nothing the save is still the best that can be done for its edits. Sent without being
   * written down, a window that takes over meanwhile would meet it as somebody else's.
   */
  recordRequest(inFlight: JournalInFlight): void {
    if (this.#failing && this.#isRefused) void this.#announce(inFlight);
    else this.#enqueue({ kind: 'sending', inFlight });
  }

  /** There is no room for it: the desktop process hears of it all the same, and whether another window writes is known. */
  async #announce(inFlight: JournalInFlight): Promise<void> {
    try {
      await this.#port.sending(inFlight);
    } catch (error) {
      if (isNotWriter(error)) return this.#reject();
      if (isOutcomeUnknown(error)) return this.#enqueue({ kind: 'sending', inFlight });
    }
    this.#on.requestRecorded(inFlight.idempotencyKey);
  }

  /** Another window writes. */
  #reject(): void {
    const history = this.#pending.flatMap((write) => (write.kind === 'append' ? write.history : []));
    this.#pending = this.#pending.filter((write) => write === this.#performing);
    this.#failing = false;
    this.#on.rejected(history);
  }

  /** What could not be written and is at the service is not written later: others would take it for an edit that is new. */
  #dropAppends(ids: ReadonlySet<string>): void {
    this.#pending = this.#pending.flatMap((write) => {
      if (write.kind !== 'append' || write === this.#performing) return [write];
      const entries = write.entries.filter(({ id }) => !ids.has(id));
      if (entries.length === write.entries.length) return [write];
      return entries.length + write.history.length > 0 ? [{ ...write, entries }] : [];
    });
  }

  /** Resolves when nothing waits any more, or what waits was refused or has to be tried again later. */
  written(): Promise<void> {
    if (this.#halts > 0) return this.#halted.promise.then(() => this.written());
    this.#isAwaited = this.#running;
    this.#endPause?.();
    return this.#run;
  }

  /** Nothing is written while `work` is done; what is put meanwhile is written afterwards. */
  async alone(work: () => Promise<void>): Promise<void> {
    while (this.#running) await this.written();
    if (this.#halts === 0) this.#halted = Promise.withResolvers();
    this.#halts += 1;
    try {
      await work();
    } finally {
      this.#halts -= 1;
      if (this.#halts === 0) {
        if (this.#pending.length > 0) this.#wake();
        this.#halted.resolve();
      }
    }
  }

  /** What waits is not written any more, but for what is on its way. */
  drop(): void {
    this.#pending = this.#pending.filter((write) => write === this.#performing);
    this.#failing = false;
    this.#endPause?.();
  }

  stop(): void {
    this.#cancel?.();
    // The drag that is under way was to be written in a moment.
    const [paused] = this.#endPause === null ? [] : this.#pending;
    if (paused !== undefined) this.#perform(paused).catch(() => undefined);
    this.#pending = [];
    this.#endPause?.();
  }

  #enqueue(write: Write<Entry, D>): void {
    this.#pending.push(write);
    if (this.#failing) this.#noteAccepted();
    this.#endPause?.();
    this.#wake();
  }

  /**
   * Says at once what the service has, while writes that come before cannot be made: found after a restart, such an edit would be
   * taken for one that nobody has, and older than what is at the service. The desktop process has room for that on a full disk.
   */
  #noteAccepted(): void {
    const used = new Set<string>();
    for (const write of this.#pending.toReversed()) {
      if (write.kind === 'acknowledge') for (const id of write.ids) used.add(id);
      if (write.kind !== 'replace') continue;
      // What stood for others takes them along.
      const removed = write.entries.every(({ id }) => used.has(id)) ? write.replaced : (write.accepted ?? []);
      for (const id of removed) used.add(id);
    }
    if (used.size === this.#notedTaken) return;
    this.#notedTaken = used.size;
    void this.#port.acknowledge([...used], null).catch(() => {
      this.#notedTaken = 0;
    });
  }

  #wake(): void {
    if (this.#running || this.#halts > 0) return;
    this.#cancel?.();
    this.#cancel = null;
    this.#running = true;
    this.#run = this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    // What is put in the same breath goes down together.
    await Promise.resolve();
    for (let write = this.#pending[0]; write; write = this.#pending[0]) {
      if (this.#isGestureOnly()) {
        const ms = this.#gestureAt + GESTURE_INTERVAL_MS - this.#clock.clock();
        if (ms > 0 && !this.#isAwaited) await this.#pause(ms);
        // Stopped meanwhile, or the service has what waited.
        if (this.#pending[0] !== write) continue;
        this.#gestureAt = this.#clock.clock();
      }
      if (write.kind === 'append') write.tried = true;
      this.#performing = write;
      if (write.kind === 'append' || write.kind === 'replace')
        this.#on.writing(write.entries.map(({ id }) => id));
      try {
        await this.#perform(write);
      } catch (error) {
        this.#running = false;
        this.#isAwaited = false;
        this.#performing = null;
        this.#fail(error);
        return;
      } finally {
        this.#performing = null;
      }
      this.#pending.shift();
      // What could not be said before is said now, whatever it was.
      if (this.#failing && write.kind !== 'append' && write.kind !== 'replace') this.#on.journaled([]);
      this.#failing = false;
      this.#notedTaken = 0;
      if (write.kind === 'sending') this.#on.requestRecorded(write.inFlight.idempotencyKey);
      else if (write.kind !== 'acknowledge') this.#on.journaled(write.entries.map(({ id }) => id));
    }
    this.#running = false;
    this.#isAwaited = false;
  }

  /** Whether what waits is no more than the state of a gesture that goes on, or may be. */
  #isGestureOnly(): boolean {
    const [first, second] = this.#pending;
    if (first?.kind !== 'append' || first.tried || second !== undefined) return false;
    if (this.#gathers) return true;
    return first.history.length > 0 && first.history.every((change) => change.do === 'hold');
  }

  /** Resolves after so long, or when something waits that is to be written at once. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(ms, () => this.#endPause?.());
      this.#endPause = () => {
        this.#endPause = null;
        cancel();
        resolve();
      };
    });
  }

  async #perform(write: Write<Entry, D>): Promise<void> {
    const cancelSlow = this.#clock.after(SLOW_WRITE_MS, () => {
      // Only edits are said to be saved or not.
      if (write.kind === 'append' || write.kind === 'replace') this.#on.failed(words.saving.noResponse);
    });
    try {
      await this.#send(write);
    } finally {
      cancelSlow();
    }
  }

  #send(write: Write<Entry, D>): Promise<void> {
    switch (write.kind) {
      case 'append':
        return this.#port.append(write.entries, write.history, write.id);
      case 'acknowledge':
        return this.#port.acknowledge(write.ids, write.saved);
      case 'replace':
        return this.#port.replace({ replaced: write.replaced, entries: write.entries });
      case 'sending':
        return this.#port.sending(write.inFlight);
      default: {
        const unknown: never = write;
        return unknown;
      }
    }
  }

  #fail(error: unknown): void {
    if (isNotWriter(error)) return this.#reject();
    this.#failing = true;
    this.#isRefused = !isOutcomeUnknown(error);
    this.#noteAccepted();
    const unsent = this.#isRefused ? this.#drainRequests() : [];
    this.#on.failed(isDiskFull(error) ? words.saving.noRoom : describeProblem(error));
    for (const inFlight of unsent) void this.#announce(inFlight);
    if (this.#pending.length > 0) this.#cancel = this.#clock.after(RETRY_DELAY_MS, () => this.#wake());
    else this.#failing = false;
  }

  /** @returns the requests that were to be written down and are not any more. */
  #drainRequests(): JournalInFlight[] {
    const requests = this.#pending.flatMap((write) => (write.kind === 'sending' ? [write.inFlight] : []));
    this.#pending = this.#pending.filter((write) => write.kind !== 'sending');
    return requests;
  }
}
