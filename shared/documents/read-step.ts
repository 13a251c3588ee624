import { assertNever } from '../language/assert-never.ts';
import { asUnknown, mergeDrafts, type LeftDraft } from './left-drafts.ts';
import type { SavedTypes, SavingKind } from './saving-kind.ts';
import {
  andThen,
  atRest,
  fetching,
  journaling,
  proceed,
  startSave,
  withBackoff,
  withTasks,
} from './save-step.ts';
import type { Failure, SavingEffect, SavingEvent } from './saving-events.ts';
import {
  openRequest,
  rejectionOf,
  screenOf,
  type Reading,
  type SavingState,
  type Step,
} from './saving-state.ts';

/** What is to be done once the document was read, or could not be; and what windows left that are gone. */

/** The step of what a window left that is gone. */
export const FOUND_STEP = 'unsaved changes found here';

export function afterReading<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  reading: Reading<T>,
): Step<T> {
  switch (reading.for) {
    case 'stale':
      return startSave(kind, state, reading.conflicts);
    case 'drafts':
      return withDrafts(kind, state, reading.drafts);
    case 'look': {
      // After that: a draft may take back what its window had saved and this one had not seen yet.
      const isFree = state.phase.kind === 'idle' || state.phase.kind === 'refused';
      if (isFree && state.tasks.has('claim')) return claim(state);
      const scheduling: SavingEffect<T>[] = state.pending.length > 0 ? [{ type: 'schedule-save' }] : [];
      return andThen([state, scheduling], (next) => proceed(kind, next));
    }
    default:
      return assertNever(reading);
  }
}

const claim = <T extends SavedTypes>(state: SavingState<T>): Step<T> => [
  { ...withTasks(state, { remove: 'claim' }), phase: { kind: 'claiming', refusal: rejectionOf(state) } },
  [{ type: 'claim' }],
];

export function fetchFailed<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  outcome: Failure,
): Step<T> {
  const { phase } = state;
  // What became of the request will say more than this.
  if (openRequest(state) || phase.kind === 'claiming' || phase.kind === 'settling') return [state, []];
  const reading: Reading<T> = phase.kind === 'fetching' ? phase.reading : { for: 'look' };
  const current: SavingState<T> =
    phase.kind === 'fetching' ? { ...state, phase: atRest(phase.refusal) } : state;
  // A question stays open, unless there is nothing left to decide about.
  const isAsking = phase.kind === 'conflict' || phase.kind === 'older';
  switch (outcome.kind) {
    case 'gone':
      return [{ ...current, phase: { kind: 'gone' } }, [journaling<T>([], [])]];
    case 'key':
      return [isAsking ? current : { ...current, phase: { kind: 'key-needed', request: null } }, []];
    case 'refused':
      return [isAsking ? current : { ...current, phase: { kind: 'refused', message: outcome.message } }, []];
    case 'busy':
      return outcome.retryAfterMs !== null && !isAsking
        ? pause(kind, current, reading, outcome.retryAfterMs)
        : retryRead(kind, current, reading);
    case 'unreachable':
    case 'stale':
      return retryRead(kind, current, reading);
    default:
      return assertNever(outcome);
  }
}

/** The service asked for a pause. */
const pause = <T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  reading: Reading<T>,
  ms: number,
): Step<T> => {
  const phase = { kind: 'resting', refusal: rejectionOf(state), reading } as const;
  return withBackoff(kind, { ...state, offline: true, phase }, ms);
};

/** Nobody knows what the service has: what can be done without that is done, and it is read again. */
function retryRead<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  reading: Reading<T>,
): Step<T> {
  if (reading.for === 'drafts') return withDrafts(kind, state, asUnknown(reading.drafts));
  // Drafts wait for the next look; what somebody waits for does not.
  if (reading.for === 'look' && state.tasks.has('save') && state.doubtful.length === 0)
    return startSave(kind, state);
  return withBackoff(kind, { ...state, offline: true });
}

export function claimed<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  event: Extract<SavingEvent<T>, { type: 'claimed' }>,
): Step<T> {
  const { phase } = state;
  if (phase.kind !== 'claiming') return [state, []];
  if (state.held) return [{ ...state, arrived: event }, []];
  const { drafts } = event;
  const current: SavingState<T> = { ...state, phase: atRest(phase.refusal) };
  // What the service has taken when it was asked again is not on screen yet.
  if (drafts.some(({ taken }) => taken.length > 0)) return fetching(current, { for: 'drafts', drafts });
  return withDrafts(kind, current, drafts);
}

/** It is known what became of a request of a window that is gone. */
export function settledAs<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  outcome: 'taken' | 'not-taken',
): Step<T> {
  const { phase } = state;
  if (phase.kind !== 'settling') return [state, []];
  const doubtful = state.doubtful.map((submitted) =>
    submitted.request.key === phase.key ? { ...submitted, outcome } : submitted,
  );
  return proceed(kind, { ...state, doubtful, phase: atRest(phase.refusal) });
}

/** Takes up what windows left that are gone. */
function withDrafts<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  drafts: readonly LeftDraft<T['document']>[],
): Step<T> {
  if (kind.drafts === null) return [state, []];
  const before = screenOf(kind, state);
  const found = mergeDrafts(kind.drafts.kind, drafts, state.confirmed, before);
  const uncertain = found.doubtful.map((submitted) => ({ ...submitted, outcome: 'unknown' as const }));
  const isChanged = !kind.isSame(before, found.document);
  const next: SavingState<T> = {
    ...state,
    doubtful: [...state.doubtful, ...uncertain],
    // Over with the next edit, as this is one.
    ...(isChanged && state.phase.kind === 'refused' && { phase: { kind: 'idle' } }),
    pending: isChanged ? kind.carried(state, found.document, FOUND_STEP) : state.pending,
  };
  const effects: SavingEffect<T>[] = [
    { type: 'settled', windows: found.windows },
    { type: 'unreadable', windows: found.unreadable },
  ];
  if (isChanged) effects.push({ type: 'restored', before, document: screenOf(kind, next) });
  if (found.clashes.length > 0) effects.push({ type: 'merged', clashes: found.clashes });
  effects.push(journaling<T>(state.pending, next.pending, { when: isChanged ? 'soon' : 'now' }));
  if (next.pending.length > 0 || next.doubtful.length > 0) effects.push({ type: 'schedule-save' });
  return andThen([next, effects], (after) => proceed(kind, after));
}
