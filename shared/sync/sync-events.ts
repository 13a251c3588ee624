import type { PatchOperation } from '../api/schemas/documents.ts';
import type { JournalEntry, JournalInFlight } from '../desk/schemas.ts';
import type { Graph } from '../graph/types.ts';

export type SyncEvent =
  | { type: 'edited'; label: string; operations: PatchOperation[] }
  | { type: 'kept'; ids: readonly string[] }
  | { type: 'keep-failed' }
  /** The quiet time after an edit is over, or somebody waits for the save. */
  | { type: 'save-due' }
  | { type: 'written-down'; key: string }
  /** `partial`: the graph holds only what the operations touched (`Prefer: return=minimal`). */
  | { type: 'answered'; key: string; version: number; graph: Graph; partial?: boolean }
  | { type: 'failed'; key: string; outcome: Failure }
  | { type: 'retry-due' }
  | { type: 'online' }
  | { type: 'noticed'; version: number }
  | { type: 'fetched'; version: number; graph: Graph }
  | { type: 'fetch-failed'; outcome: Failure }
  /** By `clashId`; what is not named keeps mine. */
  | { type: 'resolved'; choices: ReadonlyMap<string, 'mine' | 'theirs'> }
  | { type: 'retry' };

/** How a request ended when it did not succeed. */
export type Failure =
  | { kind: 'unreachable' }
  | { kind: 'busy'; retryAfterMs: number | null }
  | { kind: 'stale' }
  | { kind: 'gone' }
  | { kind: 'refused'; message: string };

export type SyncEffect =
  | { type: 'append'; entries: JournalEntry[] }
  | { type: 'schedule-save' }
  | { type: 'write-down'; inFlight: JournalInFlight }
  | {
      type: 'send';
      key: string;
      expectedVersion: number;
      /** Patch operations, or the whole graph for a server that lacks one of them. */
      change: { operations: PatchOperation[] } | { graph: Graph };
    }
  | { type: 'acknowledge'; ids: readonly string[] }
  /** `replaced`: the edits that `entries` stand for now. */
  | { type: 'replace-journal'; replaced: readonly string[]; entries: JournalEntry[] }
  | { type: 'fetch' }
  | { type: 'adopt'; graph: Graph }
  | { type: 'wait'; ms: number }
  | { type: 'tell'; message: string };

/** What the machine takes from outside: unique ascending ids, keys, time, chance. */
export interface SyncSource {
  newId(): string;
  newKey(): string;
  now(): string;
  /** 0 to 1. */
  random(): number;
}
