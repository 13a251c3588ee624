import type { OpenRequest, SavedTypes, SavingKind } from './saving-kind.ts';
import type { SavingEffect, SavingEvent } from './saving-events.ts';
import { fetching, journaling, withArrived } from './save-step.ts';
import { screenOf, type SavingPhase, type SavingState, type Step, type Theirs } from './saving-state.ts';

/**
 * Windows of one computer on one document: one writes, the others follow what it keeps. A window that is edited in takes
 * over, with everything that is in the journal.
 */

const unjournaledOf = <T extends SavedTypes>({ pending }: SavingState<T>): T['edit'][] =>
  pending.filter((edit) => !edit.journaled);
const journaledEdits = <T extends SavedTypes>(entries: readonly T['edit'][]): T['edit'][] =>
  entries.map((entry) => ({ ...entry, journaled: true }));

export const adoptScreen = <T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
): SavingEffect<T> => ({ type: 'adopt', document: screenOf(kind, state) });

/** The same window, following: what it was sending or asking is the business of the window that writes. */
export function asFollower<T extends SavedTypes>(state: SavingState<T>): SavingState<T> {
  return {
    ...state,
    writer: 'following',
    phase: followingPhase(state.phase),
    mirror: null,
    rebuild: false,
    journalProblem: null,
  };
}

function followingPhase<T extends SavedTypes>(phase: SavingPhase<T>): SavingPhase<T> {
  switch (phase.kind) {
    case 'sending':
    case 'conflict':
    case 'older':
      return { kind: 'idle' };
    case 'key-needed':
      return { kind: 'key-needed', request: null };
    default:
      return phase;
  }
}

/** Another window took over. What this one has journaled goes with it; what it has not is a reason to take over again. */
export function demoted<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  stored: readonly T['edit'][] | undefined,
): Step<T> {
  if (state.writer === 'following') return [state, []];
  const arrived = state.arrived.filter(({ type }) => type !== 'promoted');
  // What came in while the document was held is not on screen: that is none that was taken away here.
  const isComplete = arrived.length === state.arrived.length;
  const pending = stored && isComplete ? beyond(kind, state, stored) : state.pending;
  const next = { ...asFollower(state), arrived, pending };
  return [next, unjournaledOf(next).length > 0 ? [{ type: 'take-over' }] : []];
}

/** What the journal has, and behind it what is on screen besides: what is pending may stand for others that the journal has. */
function beyond<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  stored: readonly T['edit'][],
): readonly T['edit'][] {
  const confirmed = kind.apply(state.confirmed, stored);
  return [...journaledEdits<T>(stored), ...kind.carried({ ...state, confirmed }, screenOf(kind, state))];
}

export function mirrored<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  event: Extract<SavingEvent<T>, { type: 'mirrored' }>,
): Step<T> {
  if (state.writer === 'own') return [state, []];
  if (state.held) return withArrived(state, event);
  const entries = journaledEdits<T>(event.entries);
  const isFetching = state.phase.kind === 'fetching';
  if (event.fetch) {
    if (isFetching) return [{ ...state, mirror: { entries, fetchAgain: true } }, []];
    const next: SavingState<T> = { ...state, mirror: { entries, fetchAgain: false } };
    // A pause that the service asked for ends with reading the document.
    return state.phase.kind === 'resting' ? [next, []] : fetching(next);
  }
  const present = new Set(state.pending.map(({ id }) => id));
  const added = entries.filter(({ id }) => !present.has(id));
  // What was taken stays on screen until the document that has it is here.
  const journaled = state.mirror ? [...state.pending.filter((edit) => edit.journaled), ...added] : entries;
  const next: SavingState<T> = {
    ...state,
    pending: [...journaled, ...unjournaledOf(state)],
    mirror: isFetching ? { entries, fetchAgain: state.mirror?.fetchAgain ?? false } : null,
  };
  return [next, added.length > 0 ? [adoptScreen(kind, next)] : []];
}

/** What a follower shows: what the service holds with everything journaled on this computer. */
export function fetchedByFollower<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  theirs: Theirs<T>,
): Step<T> {
  const { mirror } = state;
  const next: SavingState<T> = {
    ...state,
    confirmed: theirs.document,
    version: theirs.version,
    pending: mirror ? [...mirror.entries, ...unjournaledOf(state)] : state.pending,
    mirror: null,
  };
  const adopt = adoptScreen(kind, next);
  if (!mirror?.fetchAgain) return [next, [adopt]];
  const [again, effects] = fetching({ ...next, mirror: { entries: mirror.entries, fetchAgain: false } });
  return [again, [adopt, ...effects]];
}

/** A request of a window before this one, to be sent again. */
export const unsettledPhase = <T extends SavedTypes>(
  request: Pick<OpenRequest<T>, 'key' | 'expectedVersion' | 'entryIds'>,
): SavingPhase<T> => ({
  kind: 'sending',
  request: { ...request, payload: null, attempts: 1, conflicts: 0 },
  stage: 'waiting',
  asked: false,
});

/** What was edited here and is not among what the journal had. */
function ownOf<T extends SavedTypes>(
  state: SavingState<T>,
  { entries, hidden }: Extract<SavingEvent<T>, { type: 'promoted' }>,
): T['edit'][] {
  const ids = new Set([...entries.map(({ id }) => id), ...(hidden ?? [])]);
  const edits = hidden === undefined ? unjournaledOf(state) : state.pending;
  return edits.filter(({ id }) => !ids.has(id));
}

/** This window writes from now on. What the one before journaled may stand on an older document than this one has. */
export function promoted<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  event: Extract<SavingEvent<T>, { type: 'promoted' }>,
): Step<T> {
  if (state.writer === 'own' && event.hidden === undefined) return [state, []];
  const { request } = event;
  const entries = journaledEdits<T>(event.entries);
  const ids = new Set(entries.map(({ id }) => id));
  const present = new Set(state.pending.map(({ id }) => id));
  const own = ownOf(state, event);
  if (state.held && entries.some(({ id }) => !present.has(id))) {
    // What is done meanwhile goes into the journal behind them, and they come when it is let go of.
    const hidden = state.pending.flatMap(({ id, journaled }) => (journaled ? [id] : []));
    const [next] = withArrived({ ...state, writer: 'own', mirror: null }, { ...event, hidden });
    return [next, own.length > 0 ? [journaling<T>([], own)] : []];
  }
  const isFetching = state.phase.kind === 'fetching';
  const rebuild =
    isFetching ||
    entries.some((entry) => !kind.isOnVersion(entry, state.version)) ||
    // The service has taken them: what is known here is older.
    state.pending.some((edit) => edit.journaled && !ids.has(edit.id));
  const pending = [...entries, ...own];
  const next: SavingState<T> = {
    ...state,
    writer: 'own',
    mirror: null,
    confirmed: rebuild ? kind.before(pending, state.confirmed) : state.confirmed,
    pending,
    phase: request ? unsettledPhase(request) : state.phase,
    rebuild,
  };
  // Held, nothing came in that was not on screen.
  const effects: SavingEffect<T>[] = rebuild || state.held ? [] : [adoptScreen(kind, next)];
  if (own.length > 0 && event.hidden === undefined) effects.push(journaling<T>(entries, next.pending));
  if (request) effects.push({ type: 'wait', ms: 0 });
  if (next.pending.length > 0) effects.push({ type: 'schedule-save' });
  if (!rebuild || request || isFetching) return [next, effects];
  const [read, additional] = fetching(next);
  return [read, [...effects, ...additional]];
}
