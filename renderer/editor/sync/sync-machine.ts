import type { PatchOperation } from '#shared/api/index.ts';
import type { JournalEntry, JournalInFlight } from '#shared/desk/index.ts';
import { assertNever } from '#shared/graph/assert-never.ts';
import { sameContent, sameGraph, samePosition } from '#shared/graph/diff.ts';
import { findNode, inputConnection } from '#shared/graph/graph.ts';
import { applyWhatFits } from '#shared/graph/operations.ts';
import { rebase, type RebaseClash } from '#shared/graph/rebase.ts';
import { sameValue } from '#shared/graph/stable-json.ts';
import type { Graph } from '#shared/graph/types.ts';
import { coalesce } from '../model/coalesce.ts';
import { baseOf } from './edit-base.ts';

/**
 * Saving as a pure state machine: events in, a new state and effects out. The driver performs the effects and feeds
 * their results back. Rules: an edit is journalled before the page says "kept"; a request is written down with its key
 * before it is sent; an unknown outcome is asked again under the same key; a stale version is rebased under a new one.
 */

export interface PendingEdit extends JournalEntry {
  /** True when the journal has it on disk. */
  kept: boolean;
}

interface Sending {
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

export type SaveStatus =
  | { kind: 'saved'; version: number }
  | { kind: 'kept'; waiting: number }
  | { kind: 'saving'; waiting: number }
  | { kind: 'offline'; waiting: number }
  | { kind: 'conflict'; clashes: number }
  | { kind: 'refused'; message: string; waiting: number }
  | { kind: 'gone'; waiting: number };

const BACKOFF_START = 100;
const BACKOFF_CAP = 20_000;

/** Full jitter: anywhere up to the doubled bound. */
export const backoff = (attempt: number, random: number): number =>
  Math.round(random * Math.min(BACKOFF_CAP, BACKOFF_START * 2 ** attempt));

export const clashId = (clash: RebaseClash): string => `${clash.nodeId}\u0000${clash.field}`;

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

export function statusOf(state: SyncState): SaveStatus {
  const waiting = coalesce(state.pending.flatMap((edit) => edit.operations)).length;
  if (state.gone) return { kind: 'gone', waiting };
  if (state.clash) return { kind: 'conflict', clashes: state.clash.clashes.length };
  if (state.problem !== null) return { kind: 'refused', message: state.problem, waiting };
  if (state.offline) return { kind: 'offline', waiting };
  if (state.sending) return { kind: 'saving', waiting };
  if (waiting > 0) {
    return state.pending.every((edit) => edit.kept) && !state.unkept
      ? { kind: 'kept', waiting }
      : { kind: 'saving', waiting };
  }
  return { kind: 'saved', version: state.version };
}

const entryOf = ({ kept: _kept, ...entry }: PendingEdit): JournalEntry => entry;
const operationsOf = (edits: readonly PendingEdit[]): PatchOperation[] =>
  coalesce(edits.flatMap((edit) => edit.operations));

type Step = [SyncState, SyncEffect[]];

/** One step of the machine. Late events (an answer to a key no longer in flight) change nothing. */
export function advance(state: SyncState, event: SyncEvent, source: SyncSource): Step {
  switch (event.type) {
    case 'edited': {
      const edit: PendingEdit = {
        id: source.newId(),
        label: event.label,
        at: source.now(),
        baseVersion: state.version,
        operations: event.operations,
        base: baseOf(state.confirmed, event.operations),
        kept: false,
      };
      const next = { ...state, pending: [...state.pending, edit], problem: null };
      return [next, [{ type: 'append', entries: [entryOf(edit)] }, { type: 'schedule-save' }]];
    }
    case 'kept': {
      const ids = new Set(event.ids);
      const pending = state.pending.map((edit) => (ids.has(edit.id) ? { ...edit, kept: true } : edit));
      return [{ ...state, pending, unkept: false }, []];
    }
    case 'keep-failed':
      // Saving goes on without the journal; only the word "kept" is no longer said.
      return [{ ...state, unkept: true }, []];
    case 'save-due':
      return startSave(state, source);
    case 'written-down': {
      if (state.sending?.inFlight.idempotencyKey !== event.key || state.sending.stage !== 'writing') {
        return [state, []];
      }
      return send(state, state.sending);
    }
    case 'answered':
      return answered(state, event, source);
    case 'failed':
      return failed(state, event, source);
    case 'retry-due':
    case 'online': {
      const wake: SyncState = event.type === 'online' ? { ...state, offline: false } : state;
      if (wake.sending?.stage === 'waiting') return send(wake, wake.sending);
      if (wake.sending || wake.fetching) return [wake, []];
      if (wake.offline) return fetchTheirs({ ...wake, offline: false });
      return startSave(wake, source);
    }
    case 'noticed':
      if (event.version <= state.version || state.sending || state.fetching || state.clash || state.gone) {
        return [state, []];
      }
      return fetchTheirs(state);
    case 'fetched':
      return fetched({ ...state, fetching: false, offline: false }, event, new Map(), source);
    case 'fetch-failed': {
      const idle = { ...state, fetching: false };
      if (event.outcome.kind === 'gone') return [{ ...idle, gone: true }, []];
      if (event.outcome.kind === 'refused') return [{ ...idle, problem: event.outcome.message }, []];
      const ms =
        event.outcome.kind === 'busy' && event.outcome.retryAfterMs !== null
          ? event.outcome.retryAfterMs
          : 1000 + backoff(6, source.random());
      return [{ ...idle, offline: true }, [{ type: 'wait', ms }]];
    }
    case 'resolved': {
      if (!state.clash) return [state, []];
      const { version, theirs } = state.clash;
      return fetched({ ...state, clash: null }, { version, graph: theirs }, event.choices, source);
    }
    case 'retry':
      return startSave({ ...state, problem: null }, source);
    default:
      return assertNever(event);
  }
}

function startSave(state: SyncState, source: SyncSource): Step {
  if (state.sending || state.fetching || state.clash || state.gone || state.problem !== null)
    return [state, []];
  if (state.pending.length === 0) return [state, []];
  const inFlight: JournalInFlight = {
    idempotencyKey: source.newKey(),
    expectedVersion: state.version,
    entryIds: state.pending.map((edit) => edit.id),
  };
  const operations = operationsOf(state.pending);
  if (
    operations.length === 0 ||
    sameGraph(applyWhatFits(state.confirmed, operations).graph, state.confirmed)
  ) {
    // Everything was taken back again: there is nothing to tell the server.
    return [{ ...state, pending: [] }, [{ type: 'acknowledge', ids: inFlight.entryIds }]];
  }
  return [
    { ...state, sending: { inFlight, stage: 'writing', attempts: 0 } },
    [{ type: 'write-down', inFlight }],
  ];
}

/** The edits of a request, and those made after it. */
function split(state: SyncState, inFlight: JournalInFlight): [PendingEdit[], PendingEdit[]] {
  const ids = new Set(inFlight.entryIds);
  return [
    state.pending.filter((edit) => ids.has(edit.id)),
    state.pending.filter((edit) => !ids.has(edit.id)),
  ];
}

function send(state: SyncState, sending: Sending): Step {
  const { inFlight } = sending;
  const [edits] = split(state, inFlight);
  const operations = operationsOf(edits);
  const { supported } = state;
  const change =
    supported && operations.some((operation) => !supported.has(operation.op))
      ? { graph: applyWhatFits(state.confirmed, operations).graph }
      : { operations };
  return [
    { ...state, sending: { ...sending, stage: 'sent' } },
    [
      {
        type: 'send',
        key: inFlight.idempotencyKey,
        expectedVersion: inFlight.expectedVersion,
        change,
      },
    ],
  ];
}

/** Whether a partial answer says of everything the operations touched what is expected of it. */
function agreesWith(expected: Graph, part: Graph, operations: readonly PatchOperation[]): boolean {
  return operations.every((operation) => {
    if (operation.op === 'connect' || operation.op === 'disconnect') {
      const [nodeId, pin] = operation.to;
      return sameValue(inputConnection(expected, nodeId, pin), inputConnection(part, nodeId, pin));
    }
    const nodeId = operation.op === 'addNode' ? operation.node.id : operation.nodeId;
    const [mine, theirs] = [findNode(expected, nodeId), findNode(part, nodeId)];
    return mine && theirs ? sameContent(mine, theirs) && samePosition(mine, theirs) : mine === theirs;
  });
}

function answered(
  state: SyncState,
  event: Extract<SyncEvent, { type: 'answered' }>,
  source: SyncSource,
): Step {
  if (state.sending?.inFlight.idempotencyKey !== event.key) return [state, []];
  const { inFlight } = state.sending;
  const [taken, rest] = split(state, inFlight);
  const expected = applyWhatFits(state.confirmed, operationsOf(taken)).graph;
  const acknowledge: SyncEffect = { type: 'acknowledge', ids: inFlight.entryIds };
  const next: SyncState = { ...state, sending: null, offline: false, version: event.version };
  const agreed = event.partial
    ? agreesWith(expected, event.graph, operationsOf(taken))
    : sameGraph(expected, event.graph);
  if (agreed) {
    if (rest.length === 0) return [{ ...next, confirmed: expected, pending: rest }, [acknowledge]];
    // Edits made meanwhile stand on what was just taken: kept with their old base they would clash with it.
    const onTop = rest.map((edit): PendingEdit => ({
      ...edit,
      baseVersion: event.version,
      base: baseOf(expected, edit.operations),
    }));
    const replaced = [...inFlight.entryIds, ...rest.map((edit) => edit.id)];
    return [
      { ...next, confirmed: expected, pending: onTop },
      [{ type: 'replace-journal', replaced, entries: onTop.map(entryOf) }, { type: 'schedule-save' }],
    ];
  }
  // The server made something else of it (normalised a value, say): carry on from what it holds.
  if (event.partial) {
    const [fetching, effects] = fetchTheirs({ ...next, confirmed: expected, pending: rest });
    return [fetching, [acknowledge, ...effects]];
  }
  const [rebased, more] = fetched(
    { ...next, confirmed: expected, pending: rest },
    { version: event.version, graph: event.graph },
    new Map(),
    source,
  );
  return [rebased, [acknowledge, ...more]];
}

function failed(state: SyncState, event: Extract<SyncEvent, { type: 'failed' }>, source: SyncSource): Step {
  const { sending } = state;
  if (sending?.inFlight.idempotencyKey !== event.key) return [state, []];
  const { outcome } = event;
  switch (outcome.kind) {
    case 'unreachable':
    case 'busy': {
      const attempts = sending.attempts + 1;
      const ms =
        outcome.kind === 'busy' && outcome.retryAfterMs !== null
          ? outcome.retryAfterMs
          : backoff(attempts, source.random());
      // One lost request is not "offline" yet; a second one in a row is.
      const offline = outcome.kind === 'unreachable' ? attempts > 1 : attempts > 3;
      return [
        { ...state, offline, sending: { ...sending, stage: 'waiting', attempts } },
        [{ type: 'wait', ms }],
      ];
    }
    case 'stale':
      return fetchTheirs({ ...state, sending: null });
    case 'gone':
      return [{ ...state, sending: null, gone: true }, []];
    case 'refused':
      return [{ ...state, sending: null, problem: outcome.message }, []];
    default:
      return assertNever(outcome);
  }
}

const fetchTheirs = (state: SyncState): Step => [{ ...state, fetching: true }, [{ type: 'fetch' }]];

/** Carries what is pending over to what the server holds now. */
function fetched(
  state: SyncState,
  theirs: { version: number; graph: Graph },
  choices: ReadonlyMap<string, 'mine' | 'theirs'>,
  source: SyncSource,
): Step {
  // An answer to a request of ours may have brought a newer version while this one was on its way.
  if (theirs.version < state.version) return startSave(state, source);
  if (state.sending) return [state, []];
  const mine = operationsOf(state.pending);
  if (mine.length === 0) {
    const acknowledge: SyncEffect[] =
      state.pending.length > 0 ? [{ type: 'acknowledge', ids: state.pending.map((edit) => edit.id) }] : [];
    if (sameGraph(state.confirmed, theirs.graph)) {
      return [{ ...state, version: theirs.version, pending: [] }, acknowledge];
    }
    return [
      { ...state, confirmed: theirs.graph, version: theirs.version, pending: [] },
      [...acknowledge, { type: 'adopt', graph: theirs.graph }],
    ];
  }
  const rebased = rebase(state.confirmed, mine, theirs.graph);
  const open = rebased.clashes.filter((clash) => !choices.has(clashId(clash)));
  if (open.length > 0) {
    const clash = { version: theirs.version, theirs: theirs.graph, clashes: rebased.clashes };
    return [{ ...state, clash }, []];
  }
  const chosen = rebased.clashes.flatMap((clash) =>
    choices.get(clashId(clash)) === 'theirs' ? [] : clash.operations,
  );
  const { graph, applied } = applyWhatFits(theirs.graph, [...rebased.operations, ...chosen]);
  const last = state.pending.at(-1);
  const pending: PendingEdit[] =
    applied.length === 0
      ? []
      : [
          {
            id: source.newId(),
            label: last?.label ?? 'merged changes',
            at: source.now(),
            baseVersion: theirs.version,
            operations: applied,
            base: baseOf(theirs.graph, applied),
            kept: false,
          },
        ];
  const effects: SyncEffect[] = [
    {
      type: 'replace-journal',
      replaced: state.pending.map((edit) => edit.id),
      entries: pending.map(entryOf),
    },
    { type: 'adopt', graph },
  ];
  const reasons = [...new Set(rebased.dropped.map((dropped) => dropped.reason))];
  if (reasons.length > 0) {
    effects.push({ type: 'tell', message: `Someone else changed this project: ${reasons.join('; ')}` });
  }
  if (pending.length > 0) effects.push({ type: 'schedule-save' });
  return [{ ...state, confirmed: theirs.graph, version: theirs.version, pending, clash: null }, effects];
}
