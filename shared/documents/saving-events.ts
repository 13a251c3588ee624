import type { ClashOf, Side } from './clash.ts';
import type { LeftDraft } from './left-drafts.ts';
import type { DocumentRequest } from './requests.ts';

/** How a request ended when it did not succeed. */
export type Failure =
  | { kind: 'unreachable' }
  | { kind: 'busy'; retryAfterMs: number | null }
  | { kind: 'stale' }
  | { kind: 'gone' }
  /** The key is missing or not accepted any more; nothing was done. */
  | { kind: 'key' }
  | { kind: 'refused'; message: string };

export type SavingEvent<D, Operation> =
  | { type: 'edited'; label: string; operations: Operation[] }
  | { type: 'journaled'; ids: readonly string[] }
  /** `message`: a sentence with the reason, such as a full disk. The driver goes on trying. */
  | { type: 'journal-failed'; message: string }
  /** The quiet time after an edit is over. `awaited`: somebody waits for the save, so that no wait of our own is kept. */
  | { type: 'save-due'; awaited?: boolean }
  /** The request is in the journal; or it could not be written there, and `behind` names what stands there instead. */
  | { type: 'request-recorded'; key: string; behind: number | null }
  | { type: 'responded'; key: string; version: number; document: unknown }
  | { type: 'failed'; key: string; outcome: Failure }
  | { type: 'retry-due' }
  /** The network, the service or a key is there again. */
  | { type: 'online' }
  /** The service has this version. */
  | { type: 'noticed'; version: number }
  | { type: 'fetched'; version: number; document: unknown }
  | { type: 'fetch-failed'; outcome: Failure }
  /** What stands when the service went back: what this window shows, or what the service holds. */
  | { type: 'older-resolved'; side: Side }
  | { type: 'retry' }
  /** A window is gone and left a draft. */
  | { type: 'left' }
  /** Drafts of windows that are gone, which are this window's from now on. */
  | { type: 'claimed'; drafts: readonly LeftDraft<D>[] }
  /** A pointer is down on the document, and up again. */
  | { type: 'held' }
  | { type: 'released' }
  | { type: 'stopped' };

export type SavingEffect<D> =
  /** What is pending, or what it stands on, is another: the journal is to have it, soon or at once. */
  | { type: 'journal'; when: 'soon' | 'now' }
  | { type: 'schedule-save' }
  /** The request goes into the journal before it goes to the service. */
  | { type: 'record-request'; key: string }
  /** The service has taken what is newer than what the journal has: that goes, unless it is another one meanwhile. */
  | { type: 'superseded'; behind: number }
  | { type: 'send'; request: DocumentRequest<D> }
  | { type: 'fetch' }
  | { type: 'claim' }
  /** The document on screen is this one now, with what others changed. */
  | { type: 'adopt'; document: D }
  /** What a window left that is gone is part of the document now; it can be taken back. */
  | { type: 'restored'; before: D; document: D }
  /** What both sides of a merge changed, and what became of it, is said in passing. */
  | { type: 'merged'; clashes: readonly ClashOf<'document'>[] }
  /** Drafts of these windows are part of the document: with the next writing they may go. */
  | { type: 'settled'; windows: readonly string[] }
  /** Drafts of these windows cannot be read; they stay where they are. */
  | { type: 'unreadable'; windows: readonly string[] }
  | { type: 'wait'; ms: number };
