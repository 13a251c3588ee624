import type { PatchOperation } from '../api/schemas/documents.ts';
import type { CanvasItems } from '../canvas/items.ts';
import type { SavedCanvas } from '../canvas/metadata.ts';
import type { CanvasOperation } from '../canvas/operations.ts';
import type { JournalEntry, JournalInFlight } from '../desk/journal.ts';
import type { Side } from '../documents/clash.ts';
import type { Failure } from '../documents/saving-events.ts';
import type { Graph } from '../graph/types.ts';

/** Metadata of a project as the service holds it. */
export type Metadata = Readonly<Record<string, unknown>>;

/** What the service answered: the document and what it has beside it. */
export interface TheirDocument {
  version: number;
  graph: Graph;
  metadata?: Metadata | undefined;
}

/** The canvas items on screen, or the sentence why there are none. */
export type ScreenCanvas = Pick<SavedCanvas, 'items' | 'problem'>;

export type SyncEvent =
  | { type: 'edited'; label: string; operations: PatchOperation[]; canvas?: CanvasOperation[] }
  | { type: 'journaled'; ids: readonly string[] }
  /** `message`: a sentence with the reason, such as a full disk. The driver goes on trying. */
  | { type: 'journal-failed'; message: string }
  /** The quiet time after an edit is over, or somebody waits for the save. */
  | { type: 'save-due' }
  | { type: 'request-recorded'; key: string }
  /**
   * `partial`: the graph holds only what the operations touched (`Prefer: return=minimal`). `metadata`: as the service has
   * it now; without it, it is as it was sent.
   */
  | ({ type: 'responded'; key: string; partial?: boolean } & TheirDocument)
  | { type: 'failed'; key: string; outcome: Failure }
  | { type: 'retry-due' }
  /** The network, the service or a key is there again. */
  | { type: 'online' }
  | { type: 'noticed'; version: number }
  | ({ type: 'fetched' } & TheirDocument)
  | { type: 'fetch-failed'; outcome: Failure }
  /** By `clashId`; what is not named keeps mine. */
  | { type: 'resolved'; choices: ReadonlyMap<string, Side> }
  /** What stands when the service went back: what this window shows, or what the service holds. */
  | { type: 'older-resolved'; side: Side }
  /** Everything on screen is in another project now: nothing waits here any more. */
  | { type: 'moved-away' }
  | { type: 'retry' }
  /** Another window writes from now on. */
  | { type: 'demoted' }
  /** What the window that writes has in the journal now. `fetch`: what the server holds has changed with it. */
  | { type: 'mirrored'; entries: readonly JournalEntry[]; fetch: boolean }
  /** This window writes from now on, and has all that is in the journal. */
  | { type: 'promoted'; entries: readonly JournalEntry[]; inFlight: JournalInFlight | null };

/**
 * Patch operations; or the whole graph, for a server that lacks one of them and for a change that goes with canvas items;
 * or the metadata alone.
 */
export type SentChange =
  | { operations: PatchOperation[] }
  | { graph: Graph; metadata?: Metadata }
  | { metadata: Metadata };

export type SyncEffect =
  | { type: 'append'; entries: JournalEntry[] }
  | { type: 'schedule-save' }
  | { type: 'record-request'; inFlight: JournalInFlight }
  | {
      type: 'send';
      key: string;
      expectedVersion: number;
      change: SentChange;
    }
  | { type: 'acknowledge'; ids: readonly string[] }
  /** `replaced`: the edits that `entries` stand for now. `taken`: those among them that the service has. */
  | {
      type: 'replace-journal';
      replaced: readonly string[];
      entries: JournalEntry[];
      taken?: readonly string[];
    }
  | { type: 'fetch' }
  | { type: 'adopt'; graph: Graph; canvas: ScreenCanvas }
  /** Ids of mine that a merge had to change. */
  | { type: 'rename'; ids: ReadonlyMap<string, string> }
  /** Before a merge gives up anything: everything here, made on `version`. Their side is what the server answered. */
  | { type: 'merging'; version: number; mine: Graph; canvas: CanvasItems }
  | { type: 'wait'; ms: number }
  | { type: 'notify'; message: string }
  | { type: 'take-over' };

/** What the machine takes from outside: unique ids, keys, time, random numbers. */
export interface SyncSource {
  newId(): string;
  newKey(): string;
  now(): string;
  /** 0 to 1. */
  random(): number;
}
