import { assertNever } from '../language/assert-never.ts';
import type { SavedTypes, SavingKind } from './saving-kind.ts';
import { andThen, atRest, proceed, startSave, withBackoff } from './save-step.ts';
import type { Failure, SavingEffect } from './saving-events.ts';
import { openRequest, rejectionOf, type Reading, type SavingState, type Step } from './saving-state.ts';

/** What is to be done once the document was read, or could not be. */

export function afterReading<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  reading: Reading,
): Step<T> {
  if (reading.for === 'stale') return startSave(kind, state, reading.conflicts);
  const scheduling: SavingEffect<T>[] = state.pending.length > 0 ? [{ type: 'schedule-save' }] : [];
  return andThen([state, scheduling], (next) => proceed(kind, next));
}

export function fetchFailed<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  outcome: Failure,
): Step<T> {
  const { phase } = state;
  // What became of the request will say more than this.
  if (openRequest(state)) return [state, []];
  const reading: Reading = phase.kind === 'fetching' ? phase.reading : { for: 'look' };
  const current: SavingState<T> =
    phase.kind === 'fetching' ? { ...state, phase: atRest(phase.refusal) } : state;
  // A question stays open, unless there is nothing left to decide about.
  const isAsking = phase.kind === 'conflict' || phase.kind === 'older';
  switch (outcome.kind) {
    case 'gone':
      return [{ ...current, phase: { kind: 'gone' } }, []];
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
  reading: Reading,
  ms: number,
): Step<T> => {
  const phase = { kind: 'resting', refusal: rejectionOf(state), reading } as const;
  return withBackoff(kind, { ...state, offline: true, phase }, ms);
};

/** Nobody knows what the service has: what can be done without that is done, and it is read again. */
function retryRead<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  reading: Reading,
): Step<T> {
  // What somebody waits for does not wait for the next look.
  if (reading.for === 'look' && state.tasks.has('save') && !state.rebuild) return startSave(kind, state);
  return withBackoff(kind, { ...state, offline: true });
}
