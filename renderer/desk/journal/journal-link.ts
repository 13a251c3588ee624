import type { UndoChange, UndoStacks } from '#shared/desk/index.ts';
import type { SavedDocument, SavingEffect, SavingEvent } from '#shared/documents/saving-events.ts';
import type { OpenRequest, SavedTypes } from '#shared/documents/saving-kind.ts';
import {
  advanceUndoAll,
  withoutGesture,
  inFlightOf,
  queueUndo,
  requestOf,
} from '#shared/graph-saving/index.ts';
import type { TimerClock } from '#shared/language/clock.ts';
import type { ClaimedJournal, EditJournal, JournalChange, JournaledSave } from './edit-journal.ts';
import { JournalQueue } from './journal-queue.ts';

/** How long a claim that failed waits before it is tried again. Milliseconds. */
const RETRY_DELAY_MS = 1000;

/** The undo history of the open document, as the journal changes it. */
export interface UndoHistory {
  /** A change that another window made. */
  apply(change: UndoChange): void;
  restore(stacks: UndoStacks): void;
}

const isSameList = (a: readonly { id: string }[], b: readonly { id: string }[]): boolean =>
  a.length === b.length && a.every(({ id }, index) => id === b[index]?.id);

/** Edits as the journal has them, and as they are pending. */
interface JournalCodec<T extends SavedTypes, Entry> {
  editOf: (entry: Entry) => T['edit'];
  entryOf: (edit: T['edit']) => Entry;
  /** Edits once those before them are at the service. */
  behind?: (edits: readonly T['edit'][], saved: SavedDocument<T> | null) => T['edit'][];
}

/**
 * This window's side of the journal: writes while it is the one that writes, follows what another one keeps while it is
 * not, and takes over when something is edited here or the other one is gone.
 */
export class JournalLink<T extends SavedTypes, Entry extends { id: string }> {
  readonly #port: EditJournal<Entry, T['document']>;
  readonly #clock: TimerClock;
  readonly #dispatch: (event: SavingEvent<T>) => void;
  readonly #codec: JournalCodec<T, Entry>;
  readonly #version: () => number | undefined;
  readonly #history: UndoHistory;
  readonly #queue: JournalQueue<Entry, T['document']>;
  readonly #unsubscribe: () => void;
  #following: boolean;
  /** Edits that the service has taken, with what it holds since; null where that is not known. */
  readonly #accepted = new Map<string, SavedDocument<T> | null>();
  /** Edits that this window has put into the journal or found there. */
  readonly #existing: Set<string>;
  /** What the window that writes has in the journal. */
  #mirror: readonly Entry[];
  /** Changes of the undo history that were made here while following. */
  #held: UndoChange[] = [];
  #claiming: Promise<void> | null = null;
  #retryClaim: { take: boolean } | null = null;
  #cancel: (() => void) | null = null;
  /** The claim that nobody answered was to write from then on. */
  #isTakePending = false;
  #stopped = false;

  constructor(options: {
    port: EditJournal<Entry, T['document']>;
    clock: TimerClock;
    dispatch: (event: SavingEvent<T>) => void;
    codec: JournalCodec<T, Entry>;
    /** The version of the document that this window has, where it can do with one from the journal. */
    version?: () => number;
    history: UndoHistory;
    following: boolean;
    mirror: readonly Entry[];
    /** What the journal had when this window began to write. */
    found?: readonly Entry[];
    /** Whether every edit may wait for those that come in a moment. */
    gathers?: boolean;
  }) {
    this.#codec = options.codec;
    this.#version = options.version ?? (() => undefined);
    this.#port = options.port;
    this.#clock = options.clock;
    this.#dispatch = options.dispatch;
    this.#history = options.history;
    this.#following = options.following;
    this.#mirror = options.mirror;
    this.#existing = new Set(options.found?.map(({ id }) => id));
    const events = {
      writing: (ids: readonly string[]) => this.#dispatch({ type: 'writing', ids }),
      journaled: (ids: readonly string[]) => this.#dispatch({ type: 'journaled', ids }),
      requestRecorded: (key: string) => this.#dispatch({ type: 'request-recorded', key }),
      failed: (message: string) => this.#dispatch({ type: 'journal-failed', message }),
      rejected: (history: readonly UndoChange[]) => {
        this.#held = [...history, ...this.#held];
        this.#demoted();
      },
    };
    this.#queue = new JournalQueue(options.port, options.clock, events, options.gathers);
    this.#unsubscribe = this.#port.watch((event) => this.#onJournalEvent(event));
  }

  /** Other edits are pending than before. */
  noteEdits({ replaced, entries, accepted, saved }: Extract<SavingEffect<T>, { type: 'journal' }>): void {
    for (const id of accepted) this.#accepted.set(id, saved);
    const changed = entries.map((edit) => this.#codec.entryOf(edit));
    for (const { id } of changed) this.#existing.add(id);
    if (replaced.length > 0 && changed.length > 0)
      this.#queue.replace({ replaced, entries: changed, accepted });
    else if (replaced.length > 0) this.#queue.acknowledge(replaced, saved);
    else if (changed.length > 0) this.#queue.append(changed);
  }
  recordRequest(request: Pick<OpenRequest<T>, 'key' | 'expectedVersion' | 'entryIds'>): void {
    this.#queue.recordRequest(inFlightOf(request));
  }
  /** Resolves when all edits so far are on the disk, or were refused or have to be tried again later. */
  written(): Promise<void> {
    return this.#queue.written();
  }
  /** The undo history changed here. */
  noteHistory(change: UndoChange): void {
    if (this.#following) queueUndo(this.#held, change);
    else this.#queue.append([], [change]);
  }
  /** Resolves when this window writes, or could not be asked for it. */
  takeOver(): Promise<void> {
    return this.#claim(true);
  }

  stop(): void {
    this.#stopped = true;
    this.#unsubscribe();
    this.#cancel?.();
    this.#queue.stop();
  }

  #onJournalEvent(event: JournalChange<Entry> | 'missed'): void {
    if (event === 'missed') return void this.#claim(false);
    switch (event.kind) {
      case 'writer':
        void this.#onWriter(event.writer !== null);
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
        this.#mirrored(event.isSaved !== false, event.saved);
        return;
      }
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  }

  /** @param hasWriter another window writes; else none does. */
  async #onWriter(hasWriter: boolean): Promise<void> {
    // Whether what is being written came into the journal before that is known then.
    if (hasWriter && this.#port.stored) await this.#queue.written();
    if (hasWriter) this.#demoted();
    await this.#claim(false);
  }

  #mirrored(fetch: boolean, saved: JournaledSave<T['document']> | null = null): void {
    const latest = saved ?? this.#savedOf(this.#mirror);
    this.#dispatch({ type: 'mirrored', entries: this.#edits(this.#mirror), fetch, saved: latest });
  }

  /** Edits of the journal but for those that the service has, as this window knows and the journal may not. */
  #edits(entries: readonly Entry[]): T['edit'][] {
    const left = this.#unsaved(entries);
    const edits = left.map((entry) => this.#codec.editOf(entry));
    return left.length === entries.length
      ? edits
      : (this.#codec.behind?.(edits, this.#savedOf(entries)) ?? edits);
  }

  #unsaved(entries: readonly Entry[]): readonly Entry[] {
    return entries.filter(({ id }) => !this.#accepted.has(id));
  }

  /** What the service holds since the last of these edits that it is known to have. */
  #savedOf(entries: readonly Entry[]): SavedDocument<T> | null {
    const last = entries.findLast(({ id }) => this.#accepted.has(id));
    return (last && this.#accepted.get(last.id)) ?? null;
  }

  /** @param stored what this window knows to be in the journal; undefined where nothing is ever pending in its place. */
  #demoted(stored = this.#port.stored?.()): void {
    if (this.#following) return;
    this.#following = true;
    // What was to be written is pending, and comes behind what the journal has.
    if (stored) this.#queue.drop();
    this.#mirror = stored ?? this.#mirror;
    this.#dispatch({ type: 'demoted', stored: stored && this.#edits(stored) });
  }

  #claim(take: boolean): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    if (this.#claiming) {
      this.#retryClaim = { take: take || this.#retryClaim?.take === true };
      return this.#claiming;
    }
    this.#cancel?.();
    const takes = take || this.#isTakePending;
    this.#isTakePending = false;
    this.#claiming = this.#claimNow(takes);
    return this.#claiming;
  }

  async #claimNow(take: boolean): Promise<void> {
    let journal: ClaimedJournal<Entry, T['document']> | null = null;
    let again: { take: boolean } | null = null;
    const claim = async (): Promise<void> => {
      const stored = this.#port.stored?.();
      // A desktop process that does not answer is asked again below.
      journal = await this.#port.claim(take, this.#version()).catch(() => null);
      this.#claiming = null;
      again = this.#retryClaim;
      this.#retryClaim = null;
      if (journal && !this.#stopped) this.#take(journal, stored);
    };
    // What is being written is in the journal then, or was refused and waits here: never neither. Of a journal that says what
    // is stored, nothing is written before the answer has been taken: it would be missing in that.
    if (this.#port.stored) await this.#queue.alone(claim);
    else {
      await this.#queue.written();
      await claim();
    }
    await this.#afterClaim(take, journal !== null, again);
  }

  /** Asks again in a while where the desktop process did not answer, else for what was wanted meanwhile. */
  async #afterClaim(take: boolean, hasResponse: boolean, again: { take: boolean } | null): Promise<void> {
    if (this.#stopped) return;
    if (!hasResponse) {
      this.#isTakePending = take || again?.take === true;
      this.#cancel = this.#clock.after(RETRY_DELAY_MS, () => void this.#claim(false));
      return;
    }
    if (again && (!again.take || this.#following)) await this.#claim(again.take);
  }

  /** Whether the journal has what this window did not put there. @param stored what it knows to be there, of one that says so. */
  #hasForeign(entries: readonly Entry[], stored: readonly Entry[] | undefined): boolean {
    return stored ? !isSameList(entries, stored) : entries.some(({ id }) => !this.#existing.has(id));
  }

  #take(journal: ClaimedJournal<Entry, T['document']>, stored: readonly Entry[] | undefined): void {
    if (journal.writing && !this.#following && this.#hasForeign(journal.entries, stored)) {
      // Another window wrote meanwhile, and this one has not heard of it: what waits here comes behind that.
      this.#demoted(stored);
      return void this.#claim(true);
    }
    if (journal.writing && this.#following) {
      this.#following = false;
      for (const { id } of journal.entries) this.#existing.add(id);
      const queued = this.#held.splice(0);
      // A gesture that the window before was in ends here.
      const changes = journal.history.held ? withoutGesture(queued) : queued;
      this.#history.restore(advanceUndoAll(journal.history, changes));
      if (changes.length > 0) this.#queue.append([], changes);
      const { entries, inFlight } = journal;
      const accepted = entries.filter(({ id }) => this.#accepted.has(id)).map(({ id }) => id);
      const saved = this.#savedOf(entries);
      if (accepted.length > 0) this.#queue.acknowledge(accepted, saved);
      const last = inFlight.findLast(({ entryIds }) => !entryIds.every((id) => this.#accepted.has(id)));
      this.#dispatch({
        type: 'promoted',
        entries: this.#edits(entries),
        request: last ? requestOf(last) : null,
        saved: journal.saved ?? saved,
      });
    } else if (!journal.writing) {
      this.#demoted(stored);
      this.#mirror = journal.entries;
      this.#history.restore(advanceUndoAll(journal.history, this.#held));
      this.#mirrored(true, journal.saved);
    }
  }
}
