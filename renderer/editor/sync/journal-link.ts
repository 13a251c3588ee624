import type {
  JournalEntry,
  JournalInFlight,
  JournalEvent,
  JournalState,
  UndoChange,
  UndoStacks,
} from '#shared/desk/index.ts';
import {
  advanceUndoAll,
  asJournaled,
  besideGesture,
  queueUndo,
  requestOf,
  type GraphEvent,
} from '#shared/graph-saving/index.ts';
import type { JournalPort } from '../ports.ts';
import { JournalQueue, type Replacement } from './journal-queue.ts';
import type { TimerClock } from '#shared/language/clock.ts';

/** How long a claim that failed waits before it is tried again. Milliseconds. */
const RETRY_DELAY_MS = 1000;

/** The undo history of the open document, as the journal changes it. */
export interface UndoHistory {
  /** A change that another window made. */
  apply(change: UndoChange): void;
  restore(stacks: UndoStacks): void;
}

/**
 * This window's side of the journal: writes while it is the one that writes, follows what another one keeps while it is
 * not, and takes over when something is edited here or the other one is gone.
 */
export class JournalLink {
  readonly #port: JournalPort;
  readonly #clock: TimerClock;
  readonly #dispatch: (event: GraphEvent) => void;
  readonly #history: UndoHistory;
  readonly #queue: JournalQueue;
  readonly #unwatch: () => void;
  #following: boolean;
  /** What the window that writes has in the journal. */
  #mirror: readonly JournalEntry[];
  /** Changes of the undo history that were made here while following. */
  #held: UndoChange[] = [];
  #claiming = false;
  #claimAgain: { take: boolean } | null = null;
  #cancel: (() => void) | null = null;
  #stopped = false;

  constructor(options: {
    port: JournalPort;
    clock: TimerClock;
    dispatch: (event: GraphEvent) => void;
    history: UndoHistory;
    following: boolean;
    mirror: readonly JournalEntry[];
  }) {
    this.#port = options.port;
    this.#clock = options.clock;
    this.#dispatch = options.dispatch;
    this.#history = options.history;
    this.#following = options.following;
    this.#mirror = options.mirror;
    this.#queue = new JournalQueue(options.port, options.clock, {
      journaled: (ids) => this.#dispatch({ type: 'journaled', ids }),
      requestRecorded: (key) => this.#dispatch({ type: 'request-recorded', key, behind: null }),
      failed: (message) => this.#dispatch({ type: 'journal-failed', message }),
      rejected: (history) => {
        this.#held = [...history, ...this.#held];
        this.#demoted();
      },
    });
    this.#unwatch = this.#port.watch((event) => this.#onJournalEvent(event));
  }

  append(entries: readonly JournalEntry[]): void {
    this.#queue.append(entries);
  }
  acknowledge(ids: readonly string[]): void {
    this.#queue.acknowledge(ids);
  }
  replace(change: Replacement): void {
    this.#queue.replace(change);
  }
  recordRequest(inFlight: JournalInFlight): void {
    this.#queue.recordRequest(inFlight);
  }
  /** The undo history changed here. */
  noteHistory(change: UndoChange): void {
    if (this.#following) queueUndo(this.#held, change);
    else this.#queue.append([], [change]);
  }
  takeOver(): void {
    this.#claim(true);
  }

  stop(): void {
    this.#stopped = true;
    this.#unwatch();
    this.#cancel?.();
    this.#queue.stop();
  }

  #onJournalEvent(event: JournalEvent | 'missed'): void {
    if (event === 'missed') return this.#claim(false);
    switch (event.kind) {
      case 'writer':
        if (event.writer !== null) this.#demoted();
        this.#claim(false);
        return;
      case 'appended': {
        if (!this.#following) return;
        const existing = new Set(this.#mirror.map(({ id }) => id));
        this.#mirror = [...this.#mirror, ...event.entries.filter(({ id }) => !existing.has(id))];
        // With a gesture of our own begun this window is about to write, and takes the history as it is journaled then.
        if (!this.#held.some((change) => change.do === 'hold')) {
          for (const change of event.history) this.#history.apply(change);
        }
        if (event.entries.length > 0) this.#mirrored(false);
        return;
      }
      case 'replaced': {
        if (!this.#following) return;
        const removed = new Set([...event.ids, ...event.entries.map(({ id }) => id)]);
        this.#mirror = [...this.#mirror.filter(({ id }) => !removed.has(id)), ...event.entries];
        this.#mirrored(true);
        return;
      }
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  }

  #mirrored(fetch: boolean): void {
    this.#dispatch({ type: 'mirrored', entries: this.#mirror.map(asJournaled), fetch });
  }

  #demoted(): void {
    if (this.#following) return;
    this.#following = true;
    this.#dispatch({ type: 'demoted' });
  }

  #claim(take: boolean): void {
    if (this.#stopped) return;
    if (this.#claiming) {
      this.#claimAgain = { take: take || this.#claimAgain?.take === true };
      return;
    }
    this.#cancel?.();
    this.#claiming = true;
    void this.#claimNow(take);
  }

  async #claimNow(take: boolean): Promise<void> {
    let journal: JournalState | null = null;
    // What is being written is in the journal then, or was refused and waits here: never neither.
    await this.#queue.written();
    try {
      journal = await this.#port.claim(take);
    } catch {
      // The desktop process does not answer: asked again below.
    }
    this.#claiming = false;
    if (this.#stopped) return;
    const again = this.#claimAgain;
    this.#claimAgain = null;
    if (!journal) {
      const requested = take || again?.take === true;
      this.#cancel = this.#clock.after(RETRY_DELAY_MS, () => this.#claim(requested));
      return;
    }
    this.#take(journal);
    if (again && (!again.take || this.#following)) this.#claim(again.take);
  }

  #take(journal: JournalState): void {
    if (journal.writing && this.#following) {
      this.#following = false;
      const queued = this.#held.splice(0);
      // A gesture that the window before was in ends here.
      const changes = journal.history.held ? besideGesture(queued) : queued;
      this.#history.restore(advanceUndoAll(journal.history, changes));
      if (changes.length > 0) this.#queue.append([], changes);
      const { entries, inFlight } = journal;
      const last = inFlight.at(-1);
      this.#dispatch({
        type: 'promoted',
        entries: entries.map(asJournaled),
        request: last ? requestOf(last) : null,
      });
    } else if (!journal.writing) {
      this.#demoted();
      this.#mirror = journal.entries;
      this.#history.restore(advanceUndoAll(journal.history, this.#held));
      this.#mirrored(true);
    }
  }
}
