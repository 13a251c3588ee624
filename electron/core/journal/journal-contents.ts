import type { JournalEntry, JournalInFlight, UndoStacks } from '#shared/desk/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { advanceUndoAll, noUndo } from '#shared/graph-saving/index.ts';
import type { JournalLine } from './journal-line.ts';

/** What the lines of a project's journal add up to. */
export interface JournalContents {
  /** In the order they were written. */
  entries: readonly JournalEntry[];
  /** Requests that were recorded and without a response since. */
  inFlight: readonly JournalInFlight[];
  history: UndoStacks;
  /** The last writes of the undo history that have an id, the newest at the end. */
  writeIds: readonly string[];
  /** One for each of `writeIds`; null for a write of an earlier version. */
  digests: readonly (string | null)[];
}

export const emptyJournal: JournalContents = Object.freeze({
  entries: [],
  inFlight: [],
  history: noUndo,
  writeIds: [],
  digests: [],
});

/** A window repeats its last write before it makes the next one; the other ids are for other windows. */
const REMEMBERED_WRITES = 16;

/**
 * The effect of lines, in their order. An entry or a change of the history that is written twice counts once, as a page
 * repeats its request. As many steps as there are entries and lines.
 */
export function advanceJournal(state: JournalContents, lines: readonly JournalLine[]): JournalContents {
  const contents = new Contents(state);
  for (const line of lines) contents.add(line);
  return contents.read();
}

/** A journal that is added up in place. */
class Contents {
  readonly #entries: Map<string, JournalEntry>;
  readonly #requests = new OpenRequests();
  #undo: Pick<JournalContents, 'history' | 'writeIds' | 'digests'>;

  constructor({ entries, inFlight, ...undo }: JournalContents) {
    this.#entries = new Map(entries.map((entry) => [entry.id, entry]));
    for (const request of inFlight) this.#requests.add(request, this.#entries);
    this.#undo = undo;
  }

  read(): JournalContents {
    return { entries: [...this.#entries.values()], inFlight: this.#requests.read(), ...this.#undo };
  }

  add(line: JournalLine): void {
    switch (line.t) {
      case 'entry':
        this.#addEntry(line.entry);
        return;
      case 'sending':
        this.#requests.add(line.inFlight, this.#entries);
        return;
      case 'taken':
        this.#remove(line.entryIds);
        this.#requests.dropFinished();
        return;
      case 'replaced':
        this.#remove([...line.entryIds, ...line.entries.map(({ id }) => id)]);
        for (const entry of line.entries) this.#addEntry(entry);
        this.#requests.clear();
        return;
      case 'undo':
        this.#addUndo(line);
        return;
      case 'history':
        this.#undo = {
          history: line.history,
          writeIds: line.writeIds ?? [],
          digests: line.digests ?? (line.writeIds ?? []).map(() => null),
        };
        return;
      case 'claimed':
        return;
      default:
        assertNever(line);
    }
  }

  #addEntry(entry: JournalEntry): void {
    if (this.#entries.has(entry.id)) return;
    this.#entries.set(entry.id, entry);
    this.#requests.entryAdded(entry.id);
  }

  #remove(ids: readonly string[]): void {
    for (const id of ids) if (this.#entries.delete(id)) this.#requests.entryRemoved(id);
  }

  #addUndo({ changes, writeId, digest }: Extract<JournalLine, { t: 'undo' }>): void {
    const { history, writeIds, digests } = this.#undo;
    if (writeId !== undefined && writeIds.includes(writeId)) return;
    this.#undo = {
      history: advanceUndoAll(history, changes),
      writeIds: writeId === undefined ? writeIds : [...writeIds, writeId].slice(-REMEMBERED_WRITES),
      digests: writeId === undefined ? digests : [...digests, digest ?? null].slice(-REMEMBERED_WRITES),
    };
  }
}

/** Requests without a response, each with how many of its entries are left. */
class OpenRequests {
  readonly #left = new Map<JournalInFlight, number>();
  /** The request that an entry is in: one at most. */
  readonly #ofEntry = new Map<string, JournalInFlight>();
  readonly #finished = new Set<JournalInFlight>();

  read(): JournalInFlight[] {
    return [...this.#left.keys()];
  }

  /** The same edits under a new key: the request before it is over. */
  add(request: JournalInFlight, entries: ReadonlyMap<string, JournalEntry>): void {
    const ids = new Set(request.entryIds);
    for (const id of ids) {
      const before = this.#ofEntry.get(id);
      if (before) this.#end(before);
    }
    let left = 0;
    for (const id of ids) {
      this.#ofEntry.set(id, request);
      left += Number(entries.has(id));
    }
    this.#set(request, left);
  }

  entryAdded(id: string): void {
    this.#change(id, 1);
  }

  entryRemoved(id: string): void {
    this.#change(id, -1);
  }

  /** A request none of whose entries is left has nothing to ask for any more. */
  dropFinished(): void {
    for (const request of this.#finished) this.#end(request);
  }

  clear(): void {
    for (const request of this.read()) this.#end(request);
  }

  #change(id: string, by: number): void {
    const request = this.#ofEntry.get(id);
    if (request) this.#set(request, (this.#left.get(request) ?? 0) + by);
  }

  #set(request: JournalInFlight, left: number): void {
    this.#left.set(request, left);
    if (left === 0) this.#finished.add(request);
    else this.#finished.delete(request);
  }

  #end(request: JournalInFlight): void {
    this.#left.delete(request);
    this.#finished.delete(request);
    for (const id of request.entryIds) this.#ofEntry.delete(id);
  }
}
