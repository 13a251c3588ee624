import type { PatchOperation } from '../api/schemas/documents.ts';
import type { JournalEntry, JournalInFlight } from '../desk/schemas.ts';
import { coalesce } from '../graph/coalesce.ts';
import type { RebaseClash } from '../graph/rebase.ts';
import type { Graph } from '../graph/types.ts';
import type { SyncEffect } from './sync-events.ts';

export interface PendingEdit extends JournalEntry {
  /** True when the journal has it on disk. */
  kept: boolean;
}

export interface Sending {
  inFlight: JournalInFlight;
  /** `writing`: being written down; `sent`: on its way; `waiting`: to be sent again when the wait ends. */
  stage: 'writing' | 'sent' | 'waiting';
  /** Sends that ended without a known outcome. */
  attempts: number;
}

export interface OpenClash {
  version: number;
  theirs: Graph;
  clashes: RebaseClash[];
}

export interface SyncState {
  /** What the server holds at `version`. */
  confirmed: Graph;
  version: number;
  /** Edits the server has not taken yet, in order. `confirmed` with all of them applied is the graph on screen. */
  pending: readonly PendingEdit[];
  sending: Sending | null;
  fetching: boolean;
  /** The last request did not reach the service. */
  offline: boolean;
  clash: OpenClash | null;
  /** The server refused the change; a sentence. Cleared by the next edit or a retry. */
  problem: string | null;
  /** The project was deleted elsewhere. */
  gone: boolean;
  /** The journal could not be written: edits are only as safe as this page. */
  unkept: boolean;
  /** Patch operations the server knows; null when it did not say. */
  supported: ReadonlySet<string> | null;
}

export function initialSync(
  confirmed: Graph,
  version: number,
  pending: readonly PendingEdit[],
  supported: ReadonlySet<string> | null,
): SyncState {
  return {
    confirmed,
    version,
    pending,
    sending: null,
    fetching: false,
    offline: false,
    clash: null,
    problem: null,
    gone: false,
    unkept: false,
    supported,
  };
}

export const clashId = (clash: RebaseClash): string => `${clash.nodeId}\u0000${clash.field}`;

/** What one event makes of a state: the next state, and what is to be done. */
export type Step = [SyncState, SyncEffect[]];

export const entryOf = ({ kept: _kept, ...entry }: PendingEdit): JournalEntry => entry;

/** The operations of edits in as few as say the same. */
export const operationsOf = (edits: readonly PendingEdit[]): PatchOperation[] =>
  coalesce(edits.flatMap((edit) => edit.operations));

/** The edits of a request, and those made after it. */
export function split(state: SyncState, inFlight: JournalInFlight): [PendingEdit[], PendingEdit[]] {
  const ids = new Set(inFlight.entryIds);
  return [
    state.pending.filter((edit) => ids.has(edit.id)),
    state.pending.filter((edit) => !ids.has(edit.id)),
  ];
}
