import type { JournalEntry, JournalInFlight, MediaDocumentKind, UndoStacks } from '#shared/desk/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { advanceUndoAll, noUndo } from '#shared/graph-saving/index.ts';
import { advanceDocument, type DocumentContents } from './document-contents.ts';
import type { DocumentLine, GraphLine, JournalLine } from './journal-line.ts';
import { OpenRequests } from './open-requests.ts';

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
  /** Storyboard and timeline, those that have unsaved edits. */
  documents: ReadonlyMap<MediaDocumentKind, DocumentContents>;
}

export const emptyJournal: JournalContents = Object.freeze({
  entries: [],
  inFlight: [],
  history: noUndo,
  writeIds: [],
  digests: [],
  documents: new Map(),
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

/** @returns those of the lines that say of a request whose edits are all here that it is being sent. */
export const requestsOf = (
  { entries, documents }: JournalContents,
  lines: readonly JournalLine[],
): JournalLine[] =>
  lines.filter((line) => {
    if (line.t !== 'sending') return false;
    const existing = 'kind' in line ? (documents.get(line.kind)?.entries ?? []) : entries;
    const ids = new Set(existing.map(({ id }) => id));
    return line.inFlight.entryIds.every((id) => ids.has(id));
  });

/** A journal that is added up in place. */
class Contents {
  readonly #entries: Map<string, JournalEntry>;
  readonly #requests = new OpenRequests();
  readonly #documents: Map<MediaDocumentKind, DocumentContents>;
  #undo: Pick<JournalContents, 'history' | 'writeIds' | 'digests'>;

  constructor({ entries, inFlight, documents, ...undo }: JournalContents) {
    this.#entries = new Map(entries.map((entry) => [entry.id, entry]));
    for (const request of inFlight) this.#requests.add(request, this.#entries);
    this.#documents = new Map(documents);
    this.#undo = undo;
  }

  read(): JournalContents {
    return {
      entries: [...this.#entries.values()],
      inFlight: this.#requests.read(),
      documents: this.#documents,
      ...this.#undo,
    };
  }

  add(line: JournalLine): void {
    if ('kind' in line) this.#addOfDocument(line);
    else this.#addOfGraph(line);
  }

  #addOfDocument(line: DocumentLine): void {
    const next = advanceDocument(this.#documents.get(line.kind), line);
    if (next) this.#documents.set(line.kind, next);
    else this.#documents.delete(line.kind);
  }

  #addOfGraph(line: GraphLine): void {
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

  #addUndo({ changes, writeId, digest }: Extract<GraphLine, { t: 'undo' }>): void {
    const { history, writeIds, digests } = this.#undo;
    if (writeId !== undefined && writeIds.includes(writeId)) return;
    this.#undo = {
      history: advanceUndoAll(history, changes),
      writeIds: writeId === undefined ? writeIds : [...writeIds, writeId].slice(-REMEMBERED_WRITES),
      digests: writeId === undefined ? digests : [...digests, digest ?? null].slice(-REMEMBERED_WRITES),
    };
  }
}
