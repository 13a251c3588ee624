import type { Backoff } from '../http/backoff.ts';
import type { Clash, ClashOf, Side } from './clash.ts';

/** An edit that the service has not taken yet. */
export interface PendingEdit {
  id: string;
  /** True when the journal has it on disk. */
  journaled: boolean;
}

/** What is saved of one kind of document. */
export interface SavedTypes {
  document: unknown;
  edit: PendingEdit;
  /** What a person did, of which an edit is made. */
  change: unknown;
  /** What a request has in it. */
  payload: unknown;
  /** The document as the service gives it. */
  answer: unknown;
  clash: Clash;
}

/**
 * Why a part of the edits is not sent with the others. `apart`: a request with both was refused, so that each goes by itself;
 * `refused`: the service refuses or loses it; `size`: there is no room for it. The last two stay on this computer.
 */
export type Withheld = { kind: 'apart' } | { kind: 'refused' | 'size'; message: string };

/** What the service has, and the edits on top of it. */
export interface EditedDocument<T extends SavedTypes> {
  /** What the service holds at `version`. */
  confirmed: T['document'];
  version: number;
  /** In order. `confirmed` with all of them applied is the document on screen. */
  pending: readonly T['edit'][];
  /** `confirmed` is not the document of `version`: what the pending edits stand on counts, until that is read. */
  rebuild: boolean;
  withheld: Withheld | null;
}

/** A request of this window, under one idempotency key, with the edits that are in it. */
export interface OpenRequest<T extends SavedTypes> {
  key: string;
  expectedVersion: number;
  entryIds: readonly string[];
  /** What goes out; null where an earlier session made it. */
  payload: T['payload'] | null;
  /** Sends that ended without a known outcome. */
  attempts: number;
  /** How often in a row what was sent came too late. */
  conflicts: number;
}

/** What machine and kinds take from outside: unique ids and keys, time, random numbers. */
export interface SavingSource {
  newId(): string;
  newKey(): string;
  now(): string;
  /** 0 to 1. */
  random(): number;
}

/** What goes out when the time has come. */
export type Batch<T extends SavedTypes> = { withheld: Withheld | null } & (
  | { kind: 'wait' }
  /** These come to nothing: there is nothing to tell the service. */
  | { kind: 'nothing'; edits: readonly T['edit'][] }
  /** What is pending has to be other edits first. */
  | { kind: 'replace'; pending: readonly T['edit'][]; message: string | null }
  | { kind: 'send'; edits: readonly T['edit'][] }
);

/** What a response makes of the edits that were sent. */
interface AcceptedEdits<T extends SavedTypes> {
  /** The document as it was sent. */
  expected: T['document'];
  /** As the service has it: the same object where it is what was sent; null where that has to be read. */
  actual: T['document'] | null;
  /** What the service lost of the edits, and why it stays here. */
  dropped: { edits: T['edit'][]; message: string } | null;
}

/** What is left to do of the pending edits on top of what the service has now. */
interface MergedEdits<T extends SavedTypes> {
  /** Questions without an answer: as long as there are any, nothing else counts. */
  open: readonly T['clash'][];
  pending: readonly T['edit'][];
  /** What became of clashes that are not asked about. */
  settled: readonly ClashOf<'document'>[];
  /** Ids of mine that had to change. */
  renamed: ReadonlyMap<string, string>;
  message: string | null;
}

/** How documents of a kind are saved: all that the machine does not know of them. All of it is pure but `source`. */
export interface SavingKind<T extends SavedTypes> {
  readonly name: string;
  readonly source: SavingSource;
  readonly backoff: Backoff;
  /** Requests in a row that get lost, or are put off, before that is called being offline. */
  readonly offlineAfter: { unreachable: number; busy: number };
  /** Whether what was edited while a request was out goes out at once when that is over; else when its own time comes. */
  readonly savesOnResponse: boolean;
  /** @returns `known` itself where it says the same, made of its parts elsewhere; null for what cannot be shown. */
  read(before: T['document'], answer: T['answer']): T['document'] | null;
  apply(document: T['document'], edits: readonly T['edit'][]): T['document'];
  isSame(a: T['document'], b: T['document']): boolean;
  /**
   * What is pending with one change more. @param base what it was made on. @param requested edits that are in a request.
   * @param writing edits that are on their way to the journal as they are.
   */
  edited(
    at: EditedDocument<T> & { base: T['document']; requested: readonly string[]; writing: readonly string[] },
    change: T['change'],
  ): readonly T['edit'][];
  /** A document as edits of what is confirmed, in the place of what is pending. @param step what was done. */
  carried(at: EditedDocument<T>, document: T['document'], step?: string): readonly T['edit'][];
  /** Of edits that the journal has not: what it does not have in other edits, in whose place they were to come. */
  remaining(edits: readonly T['edit'][]): readonly T['edit'][];
  /**
   * Edits of this window behind those of others, which it had not seen when they were made.
   * @param document with those of others. @returns edits that take nothing away of what these did where both can stay.
   */
  rebasedOn(edits: readonly T['edit'][], document: T['document']): readonly T['edit'][];
  /** Whether an edit was made on this version. */
  isOnVersion(edit: T['edit'], version: number): boolean;
  /**
   * The document that the first of these was made on, the others behind it, and its version, null where that is not known; null of
   * no edits, and where they say no more of it than what they touch.
   */
  baseOf(edits: readonly T['edit'][]): { version: number | null; document: T['document'] } | null;
  /** Edits that stand on this document now. @param version null where nobody knows it. */
  onTop(edits: readonly T['edit'][], document: T['document'], version: number | null): readonly T['edit'][];
  /** Edits as they stand once those before them are taken, on a document that is not known. */
  behind(used: readonly T['edit'][], edits: readonly T['edit'][]): readonly T['edit'][];
  /** The document that edits of an earlier session stand on, as far as they touch it. */
  before(edits: readonly T['edit'][], document: T['document']): T['document'];
  /** Whether a document of the service has what these edits did. */
  isAccepted(at: EditedDocument<T>, edits: readonly T['edit'][], theirs: T['document']): boolean;
  responded(
    at: EditedDocument<T>,
    edits: readonly T['edit'][],
    response: { document: T['answer']; partial?: boolean; payload: T['payload'] | null },
  ): AcceptedEdits<T>;
  batch(at: EditedDocument<T>): Batch<T>;
  /** What a request has in it; null where that cannot be said of the document that is known here. */
  payload(
    at: EditedDocument<T>,
    edits: readonly T['edit'][],
    request: { key: string; expectedVersion: number; isCurrent: boolean },
  ): T['payload'] | null;
  /** What is tried next where only a part of a request was refused; null where all of it is. */
  rejected(
    at: EditedDocument<T>,
    edits: readonly T['edit'][],
    reason: string | null,
  ): { pending: readonly T['edit'][]; withheld: Withheld; message: string | null } | null;
  /** @param answerTo what was said to a question. */
  merge(
    at: EditedDocument<T>,
    theirs: { version: number; document: T['document'] },
    answerTo: (clash: T['clash']) => Side | undefined,
  ): MergedEdits<T>;
  /** The very question: another value on either side makes it another one. */
  question(clash: T['clash']): string;
}
