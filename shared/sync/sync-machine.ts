import type { PatchOperation } from '../api/index.ts';
import type { JournalInFlight } from '../desk/journal.ts';
import { assertNever } from '../language/assert-never.ts';
import { changeNothing } from '../graph/no-change.ts';
import { applyWhatFits } from '../graph/operations.ts';
import { baseOf } from './edit-base.ts';
import { demoted, mirrored, promoted } from './following.ts';
import { answered, editOn, fetched, olderResolved, openQuestions } from './merge-step.ts';
import type { Failure, SyncEvent, SyncSource } from './sync-events.ts';
import {
  entryOf,
  fetchTheirs,
  isHeldUp,
  operationsOf,
  questionOf,
  screenOf,
  clashId,
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
    case 'edited':
      return edited(state, event, source);
    case 'kept': {
      const ids = new Set(event.ids);
      const pending = state.pending.map((edit) => (ids.has(edit.id) ? { ...edit, kept: true } : edit));
      return [{ ...state, pending, unkept: null }, []];
    }
    case 'keep-failed':
      // Saving goes on without the journal; only the word "kept" is no longer said.
      return [{ ...state, unkept: event.message }, []];
    case 'save-due':
      return startSave(state, source);
    case 'written-down': {
      if (state.sending?.inFlight.idempotencyKey !== event.key || state.sending.stage !== 'writing') {
        return [state, []];
      }
      return send(state, state.sending);
    }
    case 'answered':
      return answered(state, event);
    case 'failed':
      return failed(state, event, source);
    case 'retry-due':
      return resume({ ...state, resting: false }, source);
    case 'online': {
      const wake: SyncState = { ...state, offline: false, keyNeeded: false };
      // Nothing hastens a wait that the service itself asked for.
      if (state.resting) return [{ ...state, keyNeeded: false }, []];
      if (wake.sending?.stage === 'waiting' && wake.sending.asked) return [wake, []];
      return state.offline && !wake.sending && !wake.fetching ? fetchTheirs(wake) : resume(wake, source);
    }
    case 'retry':
      return resume({ ...state, problem: null, keyNeeded: false, resting: false }, source);
    case 'noticed': {
      const back: SyncState = state.gone ? { ...state, gone: false } : state;
      const busy = back.sending || back.fetching || back.resting || back.clash || back.older;
      if (busy || (event.version === back.version && !state.gone)) return [back, []];
      return fetchTheirs(back);
    }
    case 'fetched':
      return fetched({ ...state, fetching: false, offline: false }, event, new Map(), source);
    case 'fetch-failed':
      return fetchFailed({ ...state, fetching: false }, event.outcome, source);
    case 'resolved': {
      if (!state.clash) return [state, []];
      const { version, theirs } = state.clash;
      const clashes = openQuestions(state);
      const choices = new Map(
        clashes.map((one) => [clashId(one), event.choices.get(clashId(one)) ?? 'mine']),
      );
      const answers = new Map(state.answers);
      for (const one of clashes) answers.set(questionOf(one), choices.get(clashId(one))!);
      return fetched({ ...state, clash: null, answers }, { version, graph: theirs }, choices, source);
    }
    case 'older-resolved':
      return olderResolved(state, event.side, source);
    case 'moved-away': {
      const ids = state.pending.map((edit) => edit.id);
      const next: SyncState = { ...state, pending: [], sending: null, clash: null, older: null };
      return [next, ids.length > 0 ? [{ type: 'acknowledge', ids }] : []];
    }
    case 'demoted':
      return demoted(state);
    case 'mirrored':
      return mirrored(state, event);
    case 'promoted':
      return promoted(state, event);
    default:
      return assertNever(event);
  }
}

function edited(state: SyncState, event: Extract<SyncEvent, { type: 'edited' }>, source: SyncSource): Step {
  const edit: PendingEdit = {
    id: source.newId(),
    label: event.label,
    at: source.now(),
    baseVersion: state.version,
    operations: event.operations,
    // Who follows edits what is on screen, whatever of it has been taken meanwhile.
    base: baseOf(state.following ? screenOf(state) : state.confirmed, event.operations),
    kept: false,
  };
  const next = { ...state, pending: [...state.pending, edit], problem: null };
  // Who edits writes: what the other window has kept comes over first.
  if (state.following) return [next, [{ type: 'take-over' }]];
  return [next, [{ type: 'append', entries: [entryOf(edit)] }, { type: 'schedule-save' }]];
}

/** Goes on with what was interrupted: the request that waits, else looking, else saving. */
function resume(state: SyncState, source: SyncSource): Step {
  if (state.keyNeeded) return [state, []];
  if (state.sending?.stage === 'waiting') return send(state, state.sending);
  if (state.sending || state.fetching) return [state, []];
  if (state.offline) return fetchTheirs({ ...state, offline: false });
  return startSave(state, source);
}

function startSave(state: SyncState, source: SyncSource): Step {
  if (isHeldUp(state) || state.pending.length === 0) return [state, []];
  const inFlight: JournalInFlight = {
    idempotencyKey: source.newKey(),
    expectedVersion: state.version,
    entryIds: state.pending.map((edit) => edit.id),
  };
  const operations = operationsOf(state.pending);
  const { applied, refused } = applyWhatFits(state.confirmed, operations);
  if (refused.length > 0) return leaveOut(state, applied, source);
  if (operations.length === 0 || changeNothing(state.confirmed, operations)) {
    // Everything was taken back again: there is nothing to tell the server.
    return [{ ...state, pending: [] }, [{ type: 'acknowledge', ids: inFlight.entryIds }]];
  }
  return [
    { ...state, sending: { inFlight, stage: 'writing', attempts: 0, asked: false } },
    [{ type: 'write-down', inFlight }],
  ];
}

/**
 * An edit met a document in which what it is about is gone, as when two windows change the same nodes in one moment: the
 * server would refuse all that goes with it, again and again. What fits goes on, and the person is told.
 */
function leaveOut(state: SyncState, fits: PatchOperation[], source: SyncSource): Step {
  const { confirmed, version } = state;
  const label = state.pending.at(-1)?.label ?? '';
  const pending = fits.length === 0 ? [] : [editOn({ version, graph: confirmed }, fits, label, source)];
  const what = fits.length === 0 ? 'Your last step was' : 'A part of your last step was';
  return [
    { ...state, pending },
    [
      {
        type: 'replace-journal',
        replaced: state.pending.map(({ id }) => id),
        entries: pending.map(entryOf),
      },
      { type: 'tell', message: `${what} left out: what it changes has been deleted meanwhile.` },
      ...(pending.length > 0 ? [{ type: 'schedule-save' } as const] : []),
    ],
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
  const { idempotencyKey: key, expectedVersion } = inFlight;
  return [
    { ...state, sending: { ...sending, stage: 'sent' } },
    [{ type: 'send', key, expectedVersion, change }],
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
      const asked = outcome.kind === 'busy' && outcome.retryAfterMs !== null;
      // As long as is asked, and never at once: a server that says "now" is not asked a thousand times a second.
      const ms = Math.max(asked ? (outcome.retryAfterMs ?? 0) : 0, backoff(attempts, source.random()));
      // One lost request is not "offline" yet; a second one in a row is.
      const offline = outcome.kind === 'unreachable' ? attempts > 1 : attempts > 3;
      return [
        { ...state, offline, sending: { ...sending, stage: 'waiting', attempts, asked } },
        [{ type: 'wait', ms }],
      ];
    }
    case 'key':
      // An attempt before may have been taken: with the new key it is asked again under the same idempotency key.
      return [{ ...state, keyNeeded: true, sending: { ...sending, stage: 'waiting', asked: false } }, []];
    case 'stale':
      return fetchTheirs(withDoubt(state, sending));
    case 'gone':
      return [{ ...state, sending: null, gone: true }, []];
    case 'refused':
      // Of a session before this one: what the edits stand on is not known to be what the server holds.
      if (sending.inFlight.expectedVersion !== state.version) return fetchTheirs(withDoubt(state, sending));
      return [{ ...state, sending: null, problem: outcome.message }, []];
    default:
      return assertNever(outcome);
  }
}

/** The request is over. One that was lost before it was refused may have been taken all the same. */
const withDoubt = (state: SyncState, { attempts, inFlight }: Sending): SyncState => ({
  ...state,
  sending: null,
  doubtful: attempts > 0 ? inFlight.entryIds : [],
});

function fetchFailed(state: SyncState, outcome: Failure, source: SyncSource): Step {
  switch (outcome.kind) {
    case 'gone':
      return [{ ...state, gone: true }, []];
    case 'key':
      return [{ ...state, keyNeeded: true }, []];
    case 'refused':
      return [{ ...state, problem: outcome.message }, []];
    case 'unreachable':
    case 'busy':
    case 'stale': {
      const asked = outcome.kind === 'busy' ? (outcome.retryAfterMs ?? 0) : 0;
      const ms = Math.max(asked, 1000 + backoff(6, source.random()));
      return [{ ...state, offline: true, resting: asked > 0 }, [{ type: 'wait', ms }]];
    }
    default:
      return assertNever(outcome);
  }
}
