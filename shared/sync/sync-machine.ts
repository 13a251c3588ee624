import { clashId } from '../documents/clash.ts';
import type { Failure } from '../documents/saving-events.ts';
import { backoffMs, type Backoff } from '../http/backoff.ts';
import { assertNever } from '../language/assert-never.ts';
import { CANVAS_LOST } from './canvas-edits.ts';
import { basesOf } from './edit-base.ts';
import { demoted, mirrored, promoted } from './following.ts';
import { responded, fetched, olderResolved, openQuestions } from './merge-step.ts';
import { canvasRefused, refusedCanvas, send, startSave, withDoubt } from './save-step.ts';
import type { SyncEvent, SyncSource } from './sync-events.ts';
import {
  canvasOf,
  entryOf,
  fetchTheirs,
  openRequest,
  operationsOf,
  questionOf,
  screenCanvasOf,
  screenOf,
  split,
  type PendingEdit,
  type Step,
  type SyncState,
} from './sync-state.ts';

/**
 * Saving as a pure state machine: events in, a new state and effects out. The driver performs the effects and feeds
 * their results back. Rules: an edit is journaled before the page says "saved locally"; a request is recorded with its key
 * before it is sent; an unknown outcome is asked again under the same key; a stale version is rebased under a new one.
 */

const BACKOFF: Backoff = { firstMs: 200, maxMs: 20_000 };

/** Full jitter: anywhere up to the doubled bound. Milliseconds. */
export const saveBackoff = (attempt: number, random: number): number =>
  Math.round(backoffMs(BACKOFF, attempt, random));

/** One step of the machine. Late events (a response to a key no longer in flight) change nothing. */
export function advance(state: SyncState, event: SyncEvent, source: SyncSource): Step {
  switch (event.type) {
    case 'edited':
      return edited(state, event, source);
    case 'journaled': {
      const ids = new Set(event.ids);
      const pending = state.pending.map((edit) => (ids.has(edit.id) ? { ...edit, journaled: true } : edit));
      return [{ ...state, pending, journalProblem: null }, []];
    }
    case 'journal-failed':
      // Saving goes on without the journal; only the words "saved locally" are no longer said.
      return [{ ...state, journalProblem: event.message }, []];
    case 'save-due':
      return startSave(state, source);
    case 'request-recorded': {
      const { phase } = state;
      if (state.writer === 'following' || phase.kind !== 'sending' || phase.stage !== 'writing')
        return [state, []];
      return phase.inFlight.idempotencyKey === event.key ? send(state, phase) : [state, []];
    }
    case 'responded':
      return responded(state, event, source);
    case 'failed':
      return failed(state, event, source);
    case 'retry-due':
      return resume(afterRest(state), source);
    case 'online':
      return online(state, source);
    case 'retry':
      return resume({ ...afterRest(withoutRefusal(withKey(state))), canvasHold: null }, source);
    case 'noticed': {
      const isGone = state.phase.kind === 'gone';
      return canLook(state) && (isGone || event.version !== state.version) ? fetchTheirs(state) : [state, []];
    }
    case 'fetched':
      return fetched({ ...afterFetch(state), offline: false }, event, new Map(), source);
    case 'fetch-failed':
      return fetchFailed(afterFetch(state), event.outcome, source);
    case 'resolved': {
      if (state.phase.kind !== 'conflict') return [state, []];
      const { version, theirs, metadata } = state.phase.clash;
      const clashes = openQuestions(state);
      const choices = new Map(
        clashes.map((one) => [clashId(one), event.choices.get(clashId(one)) ?? 'mine']),
      );
      const answers = new Map(state.answers);
      for (const one of clashes) answers.set(questionOf(one), choices.get(clashId(one))!);
      return fetched(
        { ...state, phase: { kind: 'idle' }, answers },
        { version, graph: theirs, metadata },
        choices,
        source,
      );
    }
    case 'older-resolved':
      return olderResolved(state, event.side, source);
    case 'moved-away': {
      const ids = state.pending.map((edit) => edit.id);
      return [movedAway(state), ids.length > 0 ? [{ type: 'acknowledge', ids }] : []];
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
  const isFollowing = state.writer === 'following';
  const edit: PendingEdit = {
    id: source.newId(),
    label: event.label,
    at: source.now(),
    baseVersion: state.version,
    operations: event.operations,
    // Who follows edits what is on screen, whatever of it has been taken meanwhile.
    ...basesOf(
      isFollowing
        ? { graph: screenOf(state), items: screenCanvasOf(state).items }
        : { graph: state.confirmed, items: state.canvas.items },
      event.operations,
      event.canvas,
    ),
    journaled: false,
  };
  const next = { ...withoutRefusal(state), pending: [...state.pending, edit] };
  // Who edits writes: what the other window has journaled comes over first.
  if (isFollowing) return [next, [{ type: 'take-over' }]];
  return [next, [{ type: 'append', entries: [entryOf(edit)] }, { type: 'schedule-save' }]];
}

/** Whether a newer version may be read now: nothing else is asked of the service, and no question is open. */
const canLook = ({ phase }: SyncState): boolean =>
  phase.kind === 'idle' ||
  phase.kind === 'refused' ||
  phase.kind === 'gone' ||
  (phase.kind === 'key-needed' && !phase.request);

const idle = (state: SyncState): SyncState => ({ ...state, phase: { kind: 'idle' } });

/** The document is here, or could not be had. */
function afterFetch(state: SyncState): SyncState {
  if (state.phase.kind !== 'fetching') return state;
  const { refusal } = state.phase;
  return refusal === null ? idle(state) : { ...state, phase: { kind: 'refused', message: refusal } };
}

const afterRest = (state: SyncState): SyncState => (state.phase.kind === 'resting' ? idle(state) : state);

function withoutRefusal(state: SyncState): SyncState {
  if (state.phase.kind === 'refused') return idle(state);
  return state.phase.kind === 'fetching' ? { ...state, phase: { kind: 'fetching', refusal: null } } : state;
}

/** There is a key again: the request that waited for it may be sent. */
function withKey(state: SyncState): SyncState {
  if (state.phase.kind !== 'key-needed') return state;
  const { request } = state.phase;
  if (state.writer === 'following' || !request) return idle(state);
  return { ...state, phase: { kind: 'sending', ...request, stage: 'waiting', asked: false } };
}

/** Everything on screen is elsewhere now: there is nothing to send, and nothing to ask about. */
function movedAway(state: SyncState): SyncState {
  const next: SyncState = { ...state, pending: [] };
  const { kind } = state.phase;
  if (kind === 'key-needed') return { ...next, phase: { kind, request: null } };
  return kind === 'sending' || kind === 'conflict' || kind === 'older' ? idle(next) : next;
}

/** The network, the service or a key is there again. */
function online(state: SyncState, source: SyncSource): Step {
  // Nothing hastens a wait that the service itself asked for.
  if (state.phase.kind === 'resting') return [state, []];
  const wake: SyncState = { ...withKey(state), offline: false };
  const { phase } = wake;
  if (phase.kind === 'sending' && phase.stage === 'waiting' && phase.asked) return [wake, []];
  const mayRead = phase.kind === 'idle' || phase.kind === 'refused';
  return state.offline && mayRead ? fetchTheirs(wake) : resume(wake, source);
}

/** Goes on with what was interrupted: the request that waits, else reading, else saving. */
function resume(state: SyncState, source: SyncSource): Step {
  const { phase } = state;
  if (state.writer === 'own' && phase.kind === 'sending' && phase.stage === 'waiting')
    return send(state, phase);
  if (phase.kind !== 'idle' && phase.kind !== 'refused') return [state, []];
  return state.offline ? fetchTheirs({ ...state, offline: false }) : startSave(state, source);
}

function failed(state: SyncState, event: Extract<SyncEvent, { type: 'failed' }>, source: SyncSource): Step {
  const request = openRequest(state);
  if (state.writer === 'following' || request?.inFlight.idempotencyKey !== event.key) return [state, []];
  const { inFlight } = request;
  const { outcome } = event;
  const [edits] = split(state, inFlight);
  const isOfCanvas = canvasOf(edits).length > 0 && inFlight.expectedVersion === state.version;
  switch (outcome.kind) {
    case 'unreachable':
    case 'busy': {
      const attempts = request.attempts + 1;
      const asked = outcome.kind === 'busy' && outcome.retryAfterMs !== null;
      // As long as is asked, and never at once: a server that says "now" is not asked a thousand times a second.
      const ms = Math.max(asked ? (outcome.retryAfterMs ?? 0) : 0, saveBackoff(attempts, source.random()));
      // One lost request is not "offline" yet; a second one in a row is.
      const offline = outcome.kind === 'unreachable' ? attempts > 1 : attempts > 3;
      return [
        { ...state, offline, phase: { kind: 'sending', inFlight, attempts, stage: 'waiting', asked } },
        [{ type: 'wait', ms }],
      ];
    }
    case 'key':
      // An attempt before may have been taken: with the new key it is asked again under the same idempotency key.
      return [{ ...state, phase: { kind: 'key-needed', request } }, []];
    case 'stale':
      return fetchTheirs(withDoubt(state, request));
    case 'gone':
      // A service without the way that canvas items go; that the project is gone is seen at the next look.
      if (isOfCanvas && operationsOf(edits).length === 0)
        return canvasRefused(state, edits, CANVAS_LOST, source);
      return [{ ...state, phase: { kind: 'gone' } }, []];
    case 'refused':
      if (isOfCanvas) return canvasRefused(state, edits, refusedCanvas(outcome.message), source);
      // Of a session before this one: what the edits stand on is not known to be what the server holds.
      if (inFlight.expectedVersion !== state.version) return fetchTheirs(withDoubt(state, request));
      return [{ ...state, phase: { kind: 'refused', message: outcome.message } }, []];
    default:
      return assertNever(outcome);
  }
}

function fetchFailed(state: SyncState, outcome: Failure, source: SyncSource): Step {
  // What became of the request will say more than this.
  if (openRequest(state)) return [state, []];
  // A question stays open, unless there is nothing left to decide about.
  const isAsking = state.phase.kind === 'conflict' || state.phase.kind === 'older';
  switch (outcome.kind) {
    case 'gone':
      return [{ ...state, phase: { kind: 'gone' } }, []];
    case 'key':
      return [isAsking ? state : { ...state, phase: { kind: 'key-needed', request: null } }, []];
    case 'refused':
      return [isAsking ? state : { ...state, phase: { kind: 'refused', message: outcome.message } }, []];
    case 'unreachable':
    case 'busy':
    case 'stale': {
      const asked = outcome.kind === 'busy' ? (outcome.retryAfterMs ?? 0) : 0;
      const ms = Math.max(asked, 1000 + saveBackoff(6, source.random()));
      const rests = asked > 0 && state.phase.kind === 'idle';
      return [
        { ...state, offline: true, ...(rests && { phase: { kind: 'resting' } }) },
        [{ type: 'wait', ms }],
      ];
    }
    default:
      return assertNever(outcome);
  }
}
