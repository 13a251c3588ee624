import type { PatchOperation } from '../api/schemas/documents.ts';
import type { JournalEntry, JournalInFlight } from '../desk/journal.ts';
import { coalesce } from '../graph/coalesce.ts';
import { applyWhatFits } from '../graph/operations.ts';
import type { RebaseClash } from '../graph/rebase.ts';
import { stableStringify } from '../graph/stable-json.ts';
import type { Graph } from '../graph/types.ts';
import { joinKey } from '../language/join-key.ts';
import type { Side, SyncEffect } from './sync-events.ts';

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
  /** The service itself said how long to wait. */
  asked: boolean;
}

export interface OpenClash {
  version: number;
  theirs: Graph;
  /** Those that nobody has answered yet. */
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
  /** Following: what is being fetched may be older than what was told since. */
  fetchAgain: boolean;
  /** The last request did not reach the service. */
  offline: boolean;
  /** The service asked for a pause when the document was read: nothing is asked of it until that is over. */
  resting: boolean;
  clash: OpenClash | null;
  /** Answers given while their edits are not saved yet, so that a merge that is repeated does not ask again. */
  answers: ReadonlyMap<string, Side>;
  /** The server refused the change; a sentence. Cleared by the next edit or a retry. */
  problem: string | null;
  /** The service does not take the key any more: edits wait until there is another one. */
  keyNeeded: boolean;
  /** The service holds an older state than it had confirmed: nothing is sent until somebody says what stands. */
  older: { version: number; graph: Graph } | null;
  /** The project was deleted elsewhere. */
  gone: boolean;
  /** Why the journal could not be written: edits are only as safe as this page. Null when it could. */
  unkept: string | null;
  /** Another window of this computer writes; `pending` mirrors what it has kept, and nothing is sent from here. */
  following: boolean;
  /** Following: what `pending` will be when the document is here that it stands on. */
  mirror: readonly PendingEdit[] | null;
  /** `confirmed` is not what the pending edits stand on: their own bases count when the document is here. */
  rebuild: boolean;
  /**
   * Edits of a request whose outcome nobody heard and whose key tells no more (expired, or the whole graph was sent and is
   * another one now): the document will show whether they were taken.
   */
  doubtful: readonly string[];
  /** Patch operations the server knows; null when it did not say. */
  supported: ReadonlySet<string> | null;
}

/** @param unsettled a request that an earlier session sent and never heard of; it waits to be asked again. */
export function initialSync(
  confirmed: Graph,
  version: number,
  pending: readonly PendingEdit[],
  supported: ReadonlySet<string> | null,
  unsettled: JournalInFlight | null = null,
): SyncState {
  return {
    confirmed,
    version,
    pending,
    sending: unsettled && { inFlight: unsettled, stage: 'waiting', attempts: 1, asked: false },
    fetching: false,
    fetchAgain: false,
    offline: false,
    resting: false,
    clash: null,
    answers: new Map(),
    problem: null,
    keyNeeded: false,
    older: null,
    gone: false,
    unkept: null,
    following: false,
    mirror: null,
    rebuild: false,
    doubtful: [],
    supported,
  };
}

/** The field a clash is about. */
export const clashId = (clash: RebaseClash): string => joinKey(clash.nodeId, clash.field);

/** The very question: another value on either side makes it another one. */
export const questionOf = (clash: RebaseClash): string =>
  stableStringify([clash.nodeId, clash.field, clash.mine, clash.theirs]);

/** What one event makes of a state: the next state, and what is to be done. */
export type Step = [SyncState, SyncEffect[]];

/** The graph on screen. */
export const screenOf = (state: SyncState): Graph =>
  applyWhatFits(
    state.confirmed,
    state.pending.flatMap((edit) => edit.operations),
  ).graph;

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

/** Whether nothing may be sent now, whatever waits. */
export const isHeldUp = (state: SyncState): boolean =>
  state.sending !== null ||
  state.fetching ||
  state.resting ||
  state.clash !== null ||
  state.gone ||
  state.problem !== null ||
  state.keyNeeded ||
  state.older !== null ||
  state.following;

/** Reads the document as the server has it now. */
export const fetchTheirs = (state: SyncState): Step => [{ ...state, fetching: true }, [{ type: 'fetch' }]];
