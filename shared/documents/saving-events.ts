import type { ClashOf, Side } from './clash.ts';
import type { OpenRequest, SavedTypes } from './saving-kind.ts';

/** How a request ended when it did not succeed. */
export type Failure =
  | { kind: 'unreachable' }
  | { kind: 'busy'; retryAfterMs: number | null }
  | { kind: 'stale' }
  | { kind: 'gone' }
  /** The key is missing or not accepted any more; nothing was done. */
  | { kind: 'key' }
  | { kind: 'refused'; message: string };

/** A document of the service. */
export interface SavedDocument<T extends SavedTypes> {
  version: number;
  document: T['document'];
}

/** The same as the journal knows it; without a document it is no newer than what this window has read. */
export interface JournaledSave<T extends SavedTypes> {
  version: number;
  document?: T['document'] | undefined;
}

export type SavingEvent<T extends SavedTypes> =
  | { type: 'edited'; change: T['change'] }
  /** Edits are on their way to the journal, and there. */
  | { type: 'writing'; ids: readonly string[] }
  | { type: 'journaled'; ids: readonly string[] }
  /** `message`: a sentence with the reason, such as a full disk. The driver goes on trying. */
  | { type: 'journal-failed'; message: string }
  /** The quiet time after an edit is over. `awaited`: somebody waits for the save, so that no wait of our own is kept. */
  | { type: 'save-due'; awaited?: boolean }
  /** The request is in the journal, or could not be written there. */
  | { type: 'request-recorded'; key: string }
  /** `partial`: the document holds only what the request touched. */
  | { type: 'responded'; key: string; version: number; document: T['answer']; partial?: boolean }
  | { type: 'failed'; key: string; outcome: Failure }
  | { type: 'retry-due' }
  /** The network, the service or a key is there again. */
  | { type: 'online' }
  /** The service has this version. */
  | { type: 'noticed'; version: number }
  | { type: 'fetched'; version: number; document: T['answer'] }
  | { type: 'fetch-failed'; outcome: Failure }
  /** By `clashId`; what is not named keeps mine. */
  | { type: 'resolved'; choices: ReadonlyMap<string, Side> }
  /** What stands when the service went back: what this window shows, or what the service holds. */
  | { type: 'older-resolved'; side: Side }
  /** Everything on screen is in another project now: nothing waits here any more. */
  | { type: 'moved-away' }
  | { type: 'retry' }
  /**
   * Another window writes from now on. `stored`: what this one had in the journal, where other edits may be pending in its place.
   */
  | { type: 'demoted'; stored?: readonly T['edit'][] | undefined }
  /**
   * What the window that writes has in the journal now. `fetch`: what the service holds has changed with it. `saved`: what it holds
   * since, as far as the journal knows.
   */
  | { type: 'mirrored'; entries: readonly T['edit'][]; fetch: boolean; saved?: JournaledSave<T> | null }
  /** This window writes from now on, and has all that is in the journal. */
  | {
      type: 'promoted';
      entries: readonly T['edit'][];
      request: Pick<OpenRequest<T>, 'key' | 'expectedVersion' | 'entryIds'> | null;
      /** Without entries: what the service holds since the last of them were saved, as far as the journal knows. */
      saved?: JournaledSave<T> | null | undefined;
      /** It came while the document was held: edits of the journal that were on screen then. */
      hidden?: readonly string[] | undefined;
      /** And those that were not. */
      covered?: readonly string[];
    }
  /** A pointer is down on the document, and up again. */
  | { type: 'held' }
  | { type: 'released' }
  | { type: 'stopped' };

export type SavingEffect<T extends SavedTypes> =
  /**
   * What is pending is another: the journal is to have it. `entries` come in the place of those of `replaced`, or behind all where
   * there are none; `accepted`: those among them that the service has. `saved`: what it holds with those that leave, where that is
   * known.
   */
  | {
      type: 'journal';
      replaced: readonly string[];
      entries: readonly T['edit'][];
      accepted: readonly string[];
      saved: SavedDocument<T> | null;
    }
  | { type: 'schedule-save' }
  /** The request goes into the journal before it goes to the service. */
  | { type: 'record-request'; key: string; request: OpenRequest<T> }
  | { type: 'send'; key: string; expectedVersion: number; payload: T['payload'] }
  | { type: 'fetch' }
  /** The document on screen is this one now, with what others changed. */
  | { type: 'adopt'; document: T['document'] }
  /** Ids of mine that a merge had to change. */
  | { type: 'rename'; ids: ReadonlyMap<string, string> }
  /** Before a merge gives up anything: everything here, made on `version`. Their side is what the service gave. */
  | { type: 'merging'; version: number; mine: T['document'] }
  /** What both sides of a merge changed, and what became of it, is said in passing. */
  | { type: 'merged'; clashes: readonly ClashOf<'document'>[] }
  | { type: 'wait'; ms: number }
  | { type: 'notify'; message: string }
  | { type: 'take-over' };
