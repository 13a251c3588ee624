import { assertNever } from '../language/assert-never.ts';
import type { Kind } from './kind.ts';
import { claimed, fetched, fetchFailed, olderResolved, responded, settledAs, andThen } from './merge-step.ts';
import { proceed, send, sendAgain, waiting, withTasks } from './save-step.ts';
import type { Failure, SavingEvent } from './saving-events.ts';
import {
  isUnsaved,
  joinedSteps,
  openRequest,
  screenOf,
  type PendingEdit,
  type SavingSource,
  type SavingState,
  type Step,
} from './saving-state.ts';

/**
 * Saving of a document of any kind as a pure state machine: events in, a new state and effects out. The driver performs the
 * effects and feeds their results back. Rules: a request is in the journal with its key before it is sent; an unknown outcome
 * is asked again under the same key; a stale version is merged with what the service holds, under a new key; while a pointer
 * is down nothing comes in and nothing goes out.
 */

/** One step of the machine. Late events (a response to a key no longer in flight) change nothing. */
export function advance<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  event: SavingEvent<D, Operation>,
  source: SavingSource,
): Step<D, Operation> {
  if (state.phase.kind === 'stopped') return [state, []];
  switch (event.type) {
    case 'edited':
      return edited(kind, state, event, source);
    case 'journaled':
      return journaled(state, event.ids);
    case 'journal-failed':
      return [{ ...state, journalProblem: event.message }, []];
    case 'save-due':
      return saveDue(kind, state, event.awaited === true, source);
    case 'request-recorded':
      return recorded(state, event);
    case 'retry-due':
      return retryDue(kind, state, source);
    case 'online':
      return online(kind, state, source);
    case 'retry':
      return retry(kind, state, source);
    case 'noticed':
      return noticed(kind, state, event.version, source);
    case 'left':
      return sendAgainOr(withTasks(state, { add: ['claim'] }), (next) => proceed(kind, next, source));
    case 'held':
      return [{ ...state, held: true }, []];
    case 'released':
      return released(kind, state, source);
    case 'stopped':
      return [{ ...state, phase: { kind: 'stopped' } }, []];
    default:
      return received(kind, state, event, source);
  }
}

/** What was asked of the service, the disk or the person is there. */
function received<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  event: Extract<
    SavingEvent<D, Operation>,
    { type: 'responded' | 'failed' | 'fetched' | 'fetch-failed' | 'claimed' | 'older-resolved' }
  >,
  source: SavingSource,
): Step<D, Operation> {
  switch (event.type) {
    case 'responded':
      return responded(kind, state, event, source);
    case 'failed':
      return failed(kind, state, event, source);
    case 'fetched':
      return fetched(kind, state, event, source);
    case 'fetch-failed':
      return fetchFailed(kind, state, event.outcome, source);
    case 'claimed':
      return claimed(kind, state, event, source);
    case 'older-resolved':
      return olderResolved(kind, state, event, source);
    default:
      return assertNever(event);
  }
}

function journaled<D, Operation>(
  state: SavingState<D, Operation>,
  ids: readonly string[],
): Step<D, Operation> {
  const pending = state.pending.map((edit) => (ids.includes(edit.id) ? { ...edit, journaled: true } : edit));
  return [{ ...state, pending, journalProblem: null }, []];
}

function recorded<D, Operation>(
  state: SavingState<D, Operation>,
  { key, behind }: { key: string; behind: number | null },
): Step<D, Operation> {
  const { phase } = state;
  const isAwaited =
    phase.kind === 'sending' && phase.stage === 'writing' && phase.request.request.key === key;
  return isAwaited ? send(state, { ...phase.request, behind }, phase.conflicts) : [state, []];
}

/** A wait is over. */
const retryDue = <D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  source: SavingSource,
): Step<D, Operation> =>
  sendAgain(state, false) ??
  proceed(kind, withTasks(state, { add: [isUnsaved(state) ? 'save' : 'look'] }), source);

/** Somebody asked for it. */
const retry = <D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  source: SavingSource,
): Step<D, Operation> =>
  sendAgain(state, false) ?? proceed(kind, withTasks(withoutRefusal(state), { add: ['save'] }), source);

function edited<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  { label, operations }: Extract<SavingEvent<D, Operation>, { type: 'edited' }>,
  source: SavingSource,
): Step<D, Operation> {
  const edit: PendingEdit<Operation> = { id: source.newId(), steps: [label], operations, journaled: false };
  const last = state.pending.at(-1);
  const open = openRequest(state);
  // What is in a request stays as it was sent.
  const isJoined = last !== undefined && open?.entryIds.includes(last.id) !== true;
  const pending = isJoined
    ? [
        ...state.pending.slice(0, -1),
        {
          ...edit,
          steps: joinedSteps(last.steps, edit.steps),
          operations: kind.coalesce([...last.operations, ...operations]),
        },
      ]
    : [...state.pending, edit];
  const next: SavingState<D, Operation> = { ...withoutRefusal(state), pending };
  const isBack = open === null && screenOf(kind, next) === state.confirmed;
  return [
    isBack ? { ...next, pending: [] } : next,
    [{ type: 'journal', when: 'soon' }, { type: 'schedule-save' }],
  ];
}

function withoutRefusal<D, Operation>(state: SavingState<D, Operation>): SavingState<D, Operation> {
  const { phase } = state;
  switch (phase.kind) {
    case 'refused':
    case 'gone':
      return { ...state, phase: { kind: 'idle' } };
    case 'fetching':
    case 'resting':
    case 'claiming':
    case 'settling':
      return { ...state, phase: { ...phase, refusal: null } };
    case 'idle':
    case 'sending':
    case 'key-needed':
    case 'older':
    case 'stopped':
      return state;
    default:
      return assertNever(phase);
  }
}

/** Sends at once what waits for its next attempt, unless the service asked for the wait; else something else. */
const sendAgainOr = <D, Operation>(
  state: SavingState<D, Operation>,
  other: (state: SavingState<D, Operation>) => Step<D, Operation>,
): Step<D, Operation> => sendAgain(state, true) ?? other(state);

function saveDue<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  awaited: boolean,
  source: SavingSource,
): Step<D, Operation> {
  const { phase } = state;
  if (phase.kind === 'refused' || phase.kind === 'gone') return [state, []];
  const due = withTasks(state, { add: ['save'] });
  return awaited ? sendAgainOr(due, (next) => proceed(kind, next, source)) : proceed(kind, due, source);
}

function online<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  source: SavingSource,
): Step<D, Operation> {
  const unsaved = isUnsaved(state);
  const isTrouble = state.offline || state.phase.kind === 'refused' || state.phase.kind === 'gone';
  const next = withTasks(unsaved ? withoutRefusal(state) : state, {
    add: [...(isTrouble ? (['look'] as const) : []), ...(unsaved ? (['save'] as const) : [])],
  });
  // The desktop process may have been started anew, with room on the disk now.
  return andThen([next, [{ type: 'journal', when: 'now' }]], (after) =>
    sendAgainOr(after, (free) => proceed(kind, free, source)),
  );
}

function noticed<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  version: number,
  source: SavingSource,
): Step<D, Operation> {
  const { phase } = state;
  // The service takes the key again.
  if (phase.kind === 'key-needed') return send(state, phase.request, 0);
  if (phase.kind === 'gone') {
    return proceed(kind, withTasks({ ...state, phase: { kind: 'idle' } }, { add: ['look', 'save'] }), source);
  }
  const isOwn =
    phase.kind === 'sending' &&
    phase.stage === 'sent' &&
    version <= phase.request.request.expectedVersion + 1;
  if (isOwn || (version === state.version && !state.tasks.has('claim'))) return [state, []];
  return sendAgainOr(withTasks(state, { add: ['look'] }), (next) => proceed(kind, next, source));
}

function released<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  source: SavingSource,
): Step<D, Operation> {
  const { arrived } = state;
  const free: SavingState<D, Operation> = { ...state, held: false, arrived: null };
  const first: Step<D, Operation> = arrived === null ? [free, []] : advance(kind, free, arrived, source);
  return andThen(
    andThen(first, (next) => proceed(kind, next, source)),
    (next) => [next, isUnsaved(next) ? [{ type: 'schedule-save' }] : []],
  );
}

function failed<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  { key, outcome }: { key: string; outcome: Failure },
  source: SavingSource,
): Step<D, Operation> {
  const { phase } = state;
  if (phase.kind === 'settling' && phase.key === key) return notSettled(kind, state, outcome, source);
  if (phase.kind !== 'sending' || phase.request.request.key !== key) return [state, []];
  const { request, conflicts } = phase;
  switch (outcome.kind) {
    case 'unreachable':
      return waiting({ ...state, offline: true, phase: { ...phase, stage: 'waiting', asked: false } });
    case 'busy': {
      const asked = outcome.retryAfterMs !== null;
      return waiting({ ...state, phase: { ...phase, stage: 'waiting', asked } }, outcome.retryAfterMs);
    }
    case 'stale': {
      const reading = { for: 'stale', sent: request.request.document, conflicts: conflicts + 1 } as const;
      return [{ ...state, phase: { kind: 'fetching', refusal: null, reading } }, [{ type: 'fetch' }]];
    }
    case 'key':
      // An attempt before may have been taken: with the new key it is asked again under the same idempotency key.
      return [{ ...state, phase: { kind: 'key-needed', request } }, []];
    case 'gone':
      return [{ ...state, phase: { kind: 'gone' } }, [{ type: 'journal', when: 'soon' }]];
    case 'refused': {
      const refused = { ...state, phase: { kind: 'refused', message: outcome.message } } as const;
      return andThen([refused, [{ type: 'journal', when: 'soon' }]], (next) => proceed(kind, next, source));
    }
    default:
      return assertNever(outcome);
  }
}

/** A request of a window that is gone was not answered with success. */
function notSettled<D, Operation>(
  kind: Kind<D, Operation>,
  state: SavingState<D, Operation>,
  outcome: Failure,
  source: SavingSource,
): Step<D, Operation> {
  const { phase } = state;
  if (phase.kind !== 'settling') return [state, []];
  switch (outcome.kind) {
    case 'stale':
    case 'refused':
    case 'gone':
      return settledAs(kind, state, 'not-taken', source);
    case 'unreachable':
    case 'busy':
    case 'key': {
      const askedMs = outcome.kind === 'busy' ? outcome.retryAfterMs : null;
      const stage = { stage: 'waiting', asked: askedMs !== null } as const;
      return waiting({ ...state, offline: true, phase: { ...phase, ...stage } }, askedMs);
    }
    default:
      return assertNever(outcome);
  }
}
