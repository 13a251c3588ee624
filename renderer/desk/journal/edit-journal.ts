import type { JournalInFlight, UndoChange, UndoStacks } from '#shared/desk/index.ts';

/** What the service holds with edits that it has taken. `document`: left out where the window that is told has it already. */
export interface JournaledSave<D> {
  version: number;
  document?: D | undefined;
}

/** What the window that writes does in the journal of a document. */
export type JournalChange<Entry, D = unknown> =
  | { kind: 'appended'; entries: readonly Entry[]; history: readonly UndoChange[] }
  /** `isSaved`: what the service holds has not changed with it. */
  | {
      kind: 'replaced';
      ids: readonly string[];
      entries: readonly Entry[];
      isSaved?: false;
      saved?: JournaledSave<D> | null;
    }
  | { kind: 'writer'; writer: string | null };

/** The journal as a window finds it. */
export interface ClaimedJournal<Entry, D = unknown> {
  /** Whether the asking window writes from now on. Else another one does, and this one follows. */
  writing: boolean;
  entries: Entry[];
  /** Without entries: what the service holds since it has all there were; null where that is not known. */
  saved?: JournaledSave<D> | null;
  inFlight: JournalInFlight[];
  history: UndoStacks;
  notice?: string | null | undefined;
}

/**
 * The journal of one document. Each call resolves when the change is on disk; calls that write are refused with
 * `NOT_WRITER` while another window of this computer writes.
 */
export interface EditJournal<Entry, D = unknown> {
  /**
   * What is in the journal.
   * @param force to write from now on, whoever did before.
   * @param version of the document that this window has; left out by one that reads it anyway.
   */
  claim(force: boolean, version?: number): Promise<ClaimedJournal<Entry, D>>;
  /** What this window knows to be in the journal; left out where nothing else is ever pending in its place. */
  stored?(): readonly Entry[];
  /** @param writeId the same when it is repeated: then it counts once. */
  append(entries: readonly Entry[], history: readonly UndoChange[], writeId: string): Promise<void>;
  sending(inFlight: JournalInFlight): Promise<void>;
  /** @param saved what the service holds with them; null where that is not known. */
  acknowledge(entryIds: readonly string[], saved: Required<JournaledSave<D>> | null): Promise<void>;
  /** Puts entries in the place of those named, in one step. */
  replace(change: { replaced: readonly string[]; entries: readonly Entry[] }): Promise<void>;
  /** The window closes the document: what it still has in the journal is for the next to take up. */
  leave(): void;
  /**
   * What the window that writes does. `missed` is called when changes may have been lost: then the journal is claimed anew.
   * @returns a function that ends it.
   */
  watch(listener: (change: JournalChange<Entry, D> | 'missed') => void): () => void;
}
