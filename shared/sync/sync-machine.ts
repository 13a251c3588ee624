import type { JournalInFlight } from '../desk/schemas.ts';
import { assertNever } from '../graph/assert-never.ts';
import { sameGraph } from '../graph/diff.ts';
import { applyWhatFits } from '../graph/operations.ts';
import { baseOf } from './edit-base.ts';
import { answered, fetched, fetchTheirs } from './merge-step.ts';
import type { SyncEvent, SyncSource } from './sync-events.ts';
import {
  entryOf,
  operationsOf,
  split,
  type PendingEdit,
  type Sending,
  type Step,
  type SyncState,
} from './sync-state.ts';

/**
 * Saving as a pure state machine: events in, a new state and effects out. The driver performs the effects and feeds
 * their results back. Rules: an edit is journalled before the page says "kept"; a request is written down with its key
 * before it is sent; an unknown outcome is asked again under the same key; a stale version is rebased under a new one.
 */

const BACKOFF_START = 100;
const BACKOFF_CAP = 20_000;

/** Full jitter: anywhere up to the doubled bound. */
export const backoff = (attempt: number, random: number): number =>
  Math.round(random * Math.min(BACKOFF_CAP, BACKOFF_START * 2 ** attempt));

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

export function startSave(state: SyncState, source: SyncSource): Step {
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
