import { assertNever } from '../language/assert-never.ts';
import { demoted, mirrored } from './following.ts';
import { fetched, olderResolved, resolved, responded } from './merge-step.ts';
import { fetchFailed } from './read-step.ts';
import type { SavedTypes, SavingKind } from './saving-kind.ts';
import {
  andThen,
  fetching,
  journaling,
  proceed,
  requestable,
  send,
  resend,
  startSave,
  withBackoff,
  withTasks,
} from './save-step.ts';
import type { Failure, SavingEffect, SavingEvent } from './saving-events.ts';
import { journalingEdits, promoted } from './taking-over.ts';
import { isUnsaved, openRequest, screenOf, split, type SavingState, type Step } from './saving-state.ts';

/**
 * Saving of a document of any kind as a pure state machine: events in, a new state and effects out. The driver performs the
 * effects and feeds their results back. Rules: an edit is journaled before anything calls it saved on this computer; a request is
 * in the journal with its key before it is sent; an unknown outcome is asked again under the same key; a stale version is merged
 * with what the service holds, under a new key; while a pointer is down nothing comes in and nothing goes out.
 */

/** One step of the machine. Late events (a response to a key no longer in flight) change nothing. */
export function advance<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  event: SavingEvent<T>,
): Step<T> {
  if (state.phase.kind === 'stopped') return [state, []];
  const [next, effects] = stepped(kind, state, event);
  // What is written behind other edits cannot be joined with what comes: those may be in the journal without it.
  const isBehind = effects.some((effect) => effect.type === 'journal' && effect.replaced.length > 0);
  const isSettled = isBehind && event.type !== 'edited';
  return [isSettled ? { ...next, writing: next.pending.map(({ id }) => id) } : next, effects];
}

function stepped<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  event: SavingEvent<T>,
): Step<T> {
  switch (event.type) {
    case 'edited':
      return edited(kind, state, event.change);
    case 'save-due':
      return saveDue(kind, state, event.awaited === true);
    case 'retry-due':
      return retryDue(kind, state);
    case 'online':
      return online(kind, state);
    case 'retry':
      return retry(kind, state);
    case 'noticed':
      return noticed(kind, state, event.version);
    case 'held':
      return [{ ...state, held: true }, []];
    case 'released':
      return released(kind, state);
    case 'stopped':
      return [{ ...state, phase: { kind: 'stopped' } }, []];
    case 'writing':
    case 'journaled':
    case 'journal-failed':
    case 'request-recorded':
    case 'demoted':
    case 'mirrored':
    case 'promoted':
      return journalReceived(kind, state, event);
    default:
      return received(kind, state, event);
  }
}

/** What comes from the journal of this computer. */
function journalReceived<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  event: Extract<
    SavingEvent<T>,
    {
      type:
        | 'writing'
        | 'journaled'
        | 'journal-failed'
        | 'request-recorded'
        | 'demoted'
        | 'mirrored'
        | 'promoted';
    }
  >,
): Step<T> {
  switch (event.type) {
    case 'writing':
      return [{ ...state, writing: [...state.writing, ...event.ids] }, []];
    case 'journaled': {
      const ids = new Set(event.ids);
      const pending = state.pending.map((edit) => (ids.has(edit.id) ? { ...edit, journaled: true } : edit));
      const writing = state.writing.filter((id) => !ids.has(id));
      return arrive(kind, { ...state, pending, writing, journalProblem: null });
    }
    case 'journal-failed':
      // Saving goes on without the journal; only the words "saved locally" are no longer said.
      return andThen(replaceRequest(kind, { ...state, journalProblem: event.message }), (next) =>
        arrive(kind, next),
      );
    case 'request-recorded': {
      const { phase } = state;
      const isAwaited =
        phase.kind === 'sending' && phase.stage === 'writing' && phase.request.key === event.key;
      return isAwaited ? send(kind, state, phase.request) : [state, []];
    }
    case 'demoted':
      return andThen(demoted(kind, state, event.stored), (next) => arrive(kind, next));
    case 'mirrored':
      return mirrored(kind, state, event);
    case 'promoted':
      return promoted(kind, state, event);
    default:
      return assertNever(event);
  }
}

/** A request that waits to be written down is made anew where a part of its edits cannot be. */
function replaceRequest<T extends SavedTypes>(kind: SavingKind<T>, state: SavingState<T>): Step<T> {
  const { phase } = state;
  if (phase.kind !== 'sending' || phase.stage !== 'writing') return [state, []];
  const [edits] = split(state, phase.request.entryIds);
  if (requestable(state, edits) === edits) return [state, []];
  return startSave(kind, { ...state, phase: { kind: 'idle' } }, phase.request.conflicts);
}

/** What was asked of the service, of the disk or of the person is there. */
function received<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  event: Extract<
    SavingEvent<T>,
    {
      type:
        | 'responded'
        | 'failed'
        | 'fetched'
        | 'fetch-failed'
        | 'resolved'
        | 'older-resolved'
        | 'moved-away';
    }
  >,
): Step<T> {
  switch (event.type) {
    case 'responded':
      return responded(kind, state, event);
    case 'failed':
      return failed(kind, state, event);
    case 'fetched':
      return fetched(kind, state, event);
    case 'fetch-failed':
      return fetchFailed(kind, state, event.outcome);
    case 'resolved':
      return resolved(kind, state, event.choices);
    case 'older-resolved':
      return olderResolved(kind, state, event);
    case 'moved-away':
      return movedAway(state);
    default:
      return assertNever(event);
  }
}

function edited<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  change: T['change'],
): Step<T> {
  const isFollowing = state.writer === 'following';
  const requested = openRequest(state)?.entryIds ?? [];
  // Who follows edits what is on screen, whatever of it has been taken meanwhile.
  const base = isFollowing ? screenOf(kind, state) : state.confirmed;
  const pending = kind.edited({ ...state, base, requested }, change);
  const next: SavingState<T> = { ...omitRejection(state), pending };
  // Who edits writes: what the other window has journaled comes over first.
  if (isFollowing) return [next, [{ type: 'take-over' }]];
  return [next, [journalingEdits(kind, state, pending), { type: 'schedule-save' }]];
}

function omitRejection<T extends SavedTypes>(state: SavingState<T>): SavingState<T> {
  const { phase } = state;
  switch (phase.kind) {
    case 'refused':
      return { ...state, phase: { kind: 'idle' } };
    case 'fetching':
    case 'resting':
      return { ...state, phase: { ...phase, refusal: null } };
    default:
      return state;
  }
}

/** Sends at once what waits for its next attempt, unless the service asked for the wait; else goes on with what is to be done. */
const sendAgainOr = <T extends SavedTypes>(kind: SavingKind<T>, state: SavingState<T>): Step<T> =>
  resend(kind, state, true) ?? proceed(kind, state);

function saveDue<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  awaited: boolean,
): Step<T> {
  const { phase } = state;
  if (phase.kind === 'refused' || phase.kind === 'gone' || state.writer === 'following') return [state, []];
  const next = withTasks(state, { add: ['save'] });
  return awaited ? sendAgainOr(kind, next) : proceed(kind, next);
}

/** What goes on by itself: the document is read where it is not known what the service has, else what is unsaved is saved. */
const withNextTask = <T extends SavedTypes>(state: SavingState<T>): SavingState<T> =>
  withTasks(state, {
    add: [
      ...(state.offline || !isUnsaved(state) ? (['look'] as const) : []),
      ...(isUnsaved(state) ? (['save'] as const) : []),
    ],
  });

/** A wait is over. */
const retryDue = <T extends SavedTypes>(kind: SavingKind<T>, state: SavingState<T>): Step<T> =>
  resend(kind, state, false) ?? proceed(kind, withNextTask(state));

/** Somebody asked for it. */
function retry<T extends SavedTypes>(kind: SavingKind<T>, state: SavingState<T>): Step<T> {
  const free = omitRejection(notRemoved({ ...state, withheld: null }));
  return resend(kind, free, false) ?? proceed(kind, withNextTask(withKey(free)));
}

/** There is a key again, or may be: with no request that waits for it, the document is read. */
const withKey = <T extends SavedTypes>(state: SavingState<T>): SavingState<T> =>
  state.phase.kind === 'key-needed' && state.phase.request === null
    ? { ...withTasks(state, { add: ['look'] }), phase: { kind: 'idle' } }
    : state;

function online<T extends SavedTypes>(kind: SavingKind<T>, state: SavingState<T>): Step<T> {
  const unsaved = isUnsaved(state);
  const isTrouble = state.offline || state.phase.kind === 'refused' || state.phase.kind === 'gone';
  const free = withKey(unsaved ? notRemoved(omitRejection(state)) : state);
  const next = withTasks(free, {
    add: [...(isTrouble ? (['look'] as const) : []), ...(unsaved ? (['save'] as const) : [])],
  });
  return sendAgainOr(kind, next);
}

/** The project may be there again. */
const notRemoved = <T extends SavedTypes>(state: SavingState<T>): SavingState<T> =>
  state.phase.kind === 'gone' ? { ...state, phase: { kind: 'idle' } } : state;

function noticed<T extends SavedTypes>(kind: SavingKind<T>, state: SavingState<T>, version: number): Step<T> {
  const { phase } = state;
  // The service takes the key again.
  if (phase.kind === 'key-needed') return sendAgainOr(kind, withKey(state));
  if (phase.kind === 'gone') return proceed(kind, withTasks(notRemoved(state), { add: ['look', 'save'] }));
  const isOwn =
    phase.kind === 'sending' && phase.stage === 'sent' && version <= phase.request.expectedVersion + 1;
  if (isOwn || version === state.version) return [state, []];
  return sendAgainOr(kind, withTasks(state, { add: ['look'] }));
}

function released<T extends SavedTypes>(kind: SavingKind<T>, state: SavingState<T>): Step<T> {
  return andThen(
    andThen(arrive(kind, { ...state, held: false }), (next) => proceed(kind, next)),
    (next) => [next, isUnsaved(next) ? [{ type: 'schedule-save' }] : []],
  );
}

/** What could not come in before comes in now, as far as it can. */
function arrive<T extends SavedTypes>(kind: SavingKind<T>, state: SavingState<T>): Step<T> {
  const { arrived } = state;
  if (state.held || arrived.length === 0) return [state, []];
  const free: Step<T> = [{ ...state, arrived: [] }, []];
  return arrived.reduce((before, event) => andThen(before, (next) => advance(kind, next, event)), free);
}

/** Everything on screen is elsewhere now: there is nothing to send, and nothing to ask about. */
function movedAway<T extends SavedTypes>(state: SavingState<T>): Step<T> {
  const next: SavingState<T> = { ...state, pending: [] };
  const effects: SavingEffect<T>[] = state.pending.length > 0 ? [journaling<T>(state.pending, [])] : [];
  const { kind } = state.phase;
  if (kind === 'key-needed') return [{ ...next, phase: { kind, request: null } }, effects];
  const isOver = kind === 'sending' || kind === 'conflict' || kind === 'older';
  return [isOver ? { ...next, phase: { kind: 'idle' } } : next, effects];
}

/** A request that was out when another window began to write was not taken, or nobody knows. */
const supersededFailure = <T extends SavedTypes>(
  state: SavingState<T>,
  key: string,
  { kind }: Failure,
): SavingState<T> => {
  const isUnknown = kind === 'unreachable' || kind === 'busy';
  return state.orphaned?.key === key && !isUnknown ? { ...state, orphaned: null } : state;
};

function failed<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  { key, outcome }: { key: string; outcome: Failure },
): Step<T> {
  const request = openRequest(state);
  if (request?.key !== key) return [supersededFailure(state, key, outcome), []];
  const [edits] = split(state, request.entryIds);
  const isCurrent = request.expectedVersion === state.version;
  const idle: SavingState<T> = { ...state, phase: { kind: 'idle' } };
  const inDoubt = { ...idle, uncertain: request.attempts > 0 ? request.entryIds : [] };
  switch (outcome.kind) {
    case 'unreachable':
    case 'busy': {
      const requestedMs = outcome.kind === 'busy' ? outcome.retryAfterMs : null;
      const { unreachable, busy } = kind.offlineAfter;
      const attempts = request.attempts + 1;
      const phaseAfter = {
        kind: 'sending',
        request: { ...request, attempts },
        stage: 'waiting',
        asked: requestedMs !== null,
      } as const;
      const offline = attempts > (outcome.kind === 'unreachable' ? unreachable : busy);
      return withBackoff(kind, { ...state, offline, phase: phaseAfter }, requestedMs);
    }
    case 'stale':
      return fetching(inDoubt, { for: 'stale', conflicts: request.conflicts + 1 });
    case 'key':
      // An attempt before may have been taken: with the new key it is asked again under the same idempotency key.
      return [{ ...state, phase: { kind: 'key-needed', request } }, []];
    case 'gone':
    case 'refused': {
      const reason = outcome.kind === 'refused' ? outcome.message : null;
      const left = isCurrent ? kind.rejected(idle, edits, reason) : null;
      if (left) return partlyRejected(idle, left);
      if (reason === null) return [{ ...state, phase: { kind: 'gone' } }, []];
      // Of a session before this one: what the edits stand on is not known to be what the service holds.
      if (!isCurrent) return fetching(inDoubt);
      return proceed(kind, { ...state, phase: { kind: 'refused', message: reason } });
    }
    default:
      return assertNever(outcome);
  }
}

/** The service refused a part of a request: that is tried by itself, or stays on this computer. */
function partlyRejected<T extends SavedTypes>(
  state: SavingState<T>,
  { pending, withheld, message }: NonNullable<ReturnType<SavingKind<T>['rejected']>>,
): Step<T> {
  return [
    { ...state, pending, withheld },
    [
      ...(pending === state.pending ? [] : [journaling<T>(state.pending, pending)]),
      ...(message === null ? [] : [{ type: 'notify', message } as const]),
      { type: 'schedule-save' },
    ],
  ];
}
