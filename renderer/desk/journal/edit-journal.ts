import type { JournalInFlight, UndoChange, UndoStacks } from '#shared/desk/index.ts';

/** What the window that writes does in the journal of a document. */
export type JournalChange<Entry> =
  | { kind: 'appended'; entries: readonly Entry[]; history: readonly UndoChange[] }
  /** `isSaved`: what the service holds has not changed with it. */
  | { kind: 'replaced'; ids: readonly string[]; entries: readonly Entry[]; isSaved?: false }
  | { kind: 'writer'; writer: string | null };

/** The journal as a window finds it. */
export interface ClaimedJournal<Entry> {
  /** Whether the asking window writes from now on. Else another one does, and this one follows. */
  writing: boolean;
  entries: Entry[];
  inFlight: JournalInFlight[];
  history: UndoStacks;
  notice?: string | null | undefined;
}

/**
 * The journal of one document. Each call resolves when the change is on disk; calls that write are refused with
 * `NOT_WRITER` while another window of this computer writes.
 */
export interface EditJournal<Entry> {
  /** What is in the journal. @param force to write from now on, whoever did before. */
  claim(force: boolean): Promise<ClaimedJournal<Entry>>;
  /** What this window knows to be in the journal; left out where nothing else is ever pending in its place. */
  stored?(): readonly Entry[];
  /** @param writeId the same when it is repeated: then it counts once. */
  append(entries: readonly Entry[], history: readonly UndoChange[], writeId: string): Promise<void>;
  sending(inFlight: JournalInFlight): Promise<void>;
  acknowledge(entryIds: readonly string[]): Promise<void>;
  /** Puts entries in the place of those named, in one step. */
  replace(change: { replaced: readonly string[]; entries: readonly Entry[] }): Promise<void>;
  /** The window closes the document: what it still has in the journal is for the next to take up. */
  leave(): void;
  /**
   * What the window that writes does. `missed` is called when changes may have been lost: then the journal is claimed anew.
   * @returns a function that ends it.
   */
  watch(listener: (change: JournalChange<Entry> | 'missed') => void): () => void;
}
