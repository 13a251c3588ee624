import { clashId, type Side } from './clash.ts';
import { adoptScreen, fetchedByFollower, reading as readLatest } from './following.ts';
import { afterReading } from './read-step.ts';
import type { SavedTypes, SavingKind } from './saving-kind.ts';
import {
  andThen,
  atRest,
  fetching,
  isBeingJournaled,
  journaling,
  proceed,
  withArrived,
  withTasks,
} from './save-step.ts';
import type { SavingEffect, SavingEvent } from './saving-events.ts';
import {
  openClash,
  openRequest,
  screenOf,
  split,
  type Reading,
  type SavingState,
  type Step,
  type Theirs,
} from './saving-state.ts';

/** What answers of the service make of a state: taken edits leave, waiting ones are carried over to what it holds. */

/** The step of what was newer here than what the service went back to. */
const NEWER_STEP = 'keep the newer state';

export function responded<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  event: Extract<SavingEvent<T>, { type: 'responded' }>,
): Step<T> {
  const open = openRequest(state);
  if (open?.key !== event.key) return supersededResponse(state, event.key);
  const [edits, remaining] = split(state, open.entryIds);
  const { document, partial = false } = event;
  const { expected, actual, dropped } = kind.responded(state, edits, {
    document,
    partial,
    payload: open.payload,
  });
  // The service may have made something else of it, such as a rounded number: that comes in when nobody holds the document, and it
  // is merged with what the journal has all of.
  if (actual !== expected && (state.held || (actual !== null && isBeingJournaled(state))))
    return withArrived(state, event);
  const accepted = open.entryIds;
  const idle: SavingState<T> = { ...state, phase: { kind: 'idle' }, offline: false, failures: 0 };
  if (open.expectedVersion !== state.version || state.rebuild) {
    // Another window sent it first, on a document that is not known here: what it left is of no version that is.
    const pending = kind.behind(edits, remaining);
    const saved = actual === null ? null : { version: event.version, document: actual };
    const [read, effects] = fetching({ ...idle, confirmed: expected, rebuild: true, pending });
    return [read, [journaling<T>(state.pending, pending, accepted, saved), ...effects]];
  }
  const pending = kind.onTop(remaining, expected, event.version);
  const next: SavingState<T> = { ...idle, confirmed: expected, version: event.version, pending };
  if (dropped) return partlyDropped(next, state, { ...dropped, remaining });
  const saved = { version: event.version, document: expected };
  const journal = [journaling<T>(state.pending, pending, accepted, saved)];
  // The service made something else of it (normalized a value, say), or did not say all of it: what it holds now is read.
  if (actual === null) return andThen([next, journal], fetching);
  const settled: SavingState<T> = pending.length === 0 ? { ...next, answers: new Map() } : next;
  const step: Step<T> =
    actual === expected
      ? [settled, journal]
      : andThen([settled, journal], (after) => {
          const theirs = { version: event.version, document: actual };
          const [merged, effects] = carryOver(kind, after, theirs, new Map());
          // It is nobody's change: there is nothing to say of it, and no version to keep.
          return [merged, effects.filter(({ type }) => type !== 'merged' && type !== 'merging')];
        });
  return andThen(step, (after) => goOn(kind, after));
}

/** A request that was out when another window began to write was taken: what the service has with it is read. */
function supersededResponse<T extends SavedTypes>(state: SavingState<T>, key: string): Step<T> {
  const { orphaned } = state;
  if (orphaned?.key !== key) return [state, []];
  const next = { ...state, orphaned: { ...orphaned, isAccepted: true } };
  return openRequest(state) === null ? readLatest(next) : [next, []];
}

/** What was edited while the request was out goes out now, or when its own time comes. */
function goOn<T extends SavedTypes>(kind: SavingKind<T>, state: SavingState<T>): Step<T> {
  if (kind.savesOnResponse) return proceed(kind, withTasks(state, { add: ['save'] }));
  const scheduling: SavingEffect<T>[] = state.pending.length > 0 ? [{ type: 'schedule-save' }] : [];
  return andThen([state, scheduling], (next) => proceed(kind, next));
}

/** The service took a change and has lost a part of it: that stays here. What else it did is read. */
function partlyDropped<T extends SavedTypes>(
  state: SavingState<T>,
  before: SavingState<T>,
  dropped: { edits: readonly T['edit'][]; remaining: readonly T['edit'][]; message: string },
): Step<T> {
  const pending = [...dropped.edits, ...dropped.remaining];
  const { message } = dropped;
  return andThen(
    [
      { ...state, pending, withheld: { kind: 'refused', message } },
      [journaling<T>(before.pending, pending), { type: 'notify', message }],
    ],
    fetching,
  );
}

export function fetched<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  event: Extract<SavingEvent<T>, { type: 'fetched' }>,
): Step<T> {
  const { phase } = state;
  // Fetched beside a request of a window before this one: what it will bring is read after it.
  if (openRequest(state)) return [state, []];
  if (phase.kind === 'fetching' && phase.isOutdated === true)
    return fetching({ ...state, phase: atRest(phase.refusal) }, phase.reading);
  // Another window may have taken over what was there before, and saved it: merged with all that is pending, what was added in the one
  // part and removed in the other would come back. Once the journal has all of it, this window is known to be the one that writes.
  if (state.held || isBeingJournaled(state)) return withArrived(state, event);
  const reading: Reading = phase.kind === 'fetching' ? phase.reading : { for: 'look' };
  const current: SavingState<T> = {
    ...state,
    phase: phase.kind === 'fetching' ? atRest(phase.refusal) : phase,
    offline: false,
  };
  const document = kind.read(current.confirmed, event.document);
  if (document === null) {
    const message = `The ${kind.name} was changed elsewhere to one that has problems and cannot be shown. Correct it there, then try again.`;
    return [{ ...current, phase: { kind: 'refused', message } }, []];
  }
  return current.rebuild && current.writer === 'own'
    ? rebuilt(kind, current, { version: event.version, document }, reading)
    : readAs(kind, current, { version: event.version, document }, reading);
}

/** The document is here that edits of another window stand on. */
function rebuilt<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  theirs: Theirs<T>,
  reading: Reading,
): Step<T> {
  const version = Math.min(state.version, theirs.version);
  const confirmed = kind.before(state.pending, theirs.document);
  const document = kind.isSame(confirmed, theirs.document) ? confirmed : theirs.document;
  const base = { ...state, rebuild: false, confirmed, version };
  const [next, effects] = readAs(kind, base, { version: theirs.version, document }, reading);
  const shows = effects.some((effect) => effect.type === 'adopt') || openClash(next) !== null;
  return [next, shows ? effects : [adoptScreen(kind, next), ...effects]];
}

function readAs<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  theirs: Theirs<T>,
  reading: Reading,
): Step<T> {
  if (state.writer === 'following') return fetchedByFollower(kind, state, theirs);
  if (theirs.version < state.version) {
    // Restored from a backup perhaps: merged, it would take away what was saved since.
    return [{ ...state, phase: { kind: 'older', theirs, reading } }, [mergingOf(kind, state)]];
  }
  if (state.phase.kind === 'older') return [state, []];
  return carriedThenGoOn(kind, state, theirs, reading);
}

function carriedThenGoOn<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  theirs: Theirs<T>,
  reading: Reading,
): Step<T> {
  const step = carryOver(kind, state, theirs, new Map());
  return andThen(step, (next) => afterReading(kind, next, reading));
}

/**
 * Carries what is pending over to what the service holds now.
 * @param choices answers just given, by `clashId`.
 */
export function carryOver<T extends SavedTypes>(
  kind: SavingKind<T>,
  before: SavingState<T>,
  fetchedDocument: Theirs<T>,
  choices: ReadonlyMap<string, Side>,
): Step<T> {
  const { state, accepted } = omitAccepted(kind, before, fetchedDocument);
  const isCurrent =
    state.confirmed === fetchedDocument.document || kind.isSame(state.confirmed, fetchedDocument.document);
  const theirs = isCurrent ? { ...fetchedDocument, document: state.confirmed } : fetchedDocument;
  if (isCurrent) {
    // Only something else of the project changed, or nothing: the edits stand on the same document as before.
    const next = { ...state, version: theirs.version };
    return [next, changesOf(kind, before, next, { accepted, isRead: true })];
  }
  const answerTo = (clash: T['clash']): Side | undefined =>
    choices.get(clashId(clash)) ?? state.answers.get(kind.question(clash));
  const merged = kind.merge(state, theirs, answerTo);
  const merging: SavingEffect<T>[] = before.pending.length > 0 ? [mergingOf(kind, before)] : [];
  if (merged.open.length > 0) {
    const clash = { ...theirs, clashes: merged.open };
    return [
      { ...state, phase: { kind: 'conflict', clash } },
      [...changesOf(kind, before, state, { accepted }), ...merging],
    ];
  }
  const { pending } = merged;
  const next: SavingState<T> = {
    ...state,
    confirmed: theirs.document,
    version: theirs.version,
    pending,
    phase: state.phase.kind === 'conflict' ? { kind: 'idle' } : state.phase,
    answers: pending.length > 0 ? state.answers : new Map<string, Side>(),
  };
  const effects = [
    ...merging,
    ...changesOf(kind, before, next, { accepted, isRead: true, renamed: merged.renamed }),
  ];
  if (merged.settled.length > 0) effects.push({ type: 'merged', clashes: merged.settled });
  if (merged.message !== null) effects.push({ type: 'notify', message: merged.message });
  return [next, effects];
}

/** What screen and journal have to have of a state that is another one now. `isRead`: the document was just read. */
function changesOf<T extends SavedTypes>(
  kind: SavingKind<T>,
  before: SavingState<T>,
  after: SavingState<T>,
  {
    accepted = [],
    isRead = false,
    renamed,
  }: { accepted?: readonly string[]; isRead?: boolean; renamed?: ReadonlyMap<string, string> } = {},
): SavingEffect<T>[] {
  const effects: SavingEffect<T>[] = [];
  const saved = isRead ? { version: after.version, document: after.confirmed } : null;
  if (after.pending !== before.pending || after.confirmed !== before.confirmed)
    effects.push(journaling<T>(before.pending, after.pending, accepted, saved));
  if (renamed && renamed.size > 0) effects.push({ type: 'rename', ids: renamed });
  const document = screenOf(kind, after);
  if (!kind.isSame(screenOf(kind, before), document)) effects.push({ type: 'adopt', document });
  return effects;
}

/**
 * Edits leave that the document shows to be taken. Merged instead, what they added and what was changed since would come a second
 * time.
 * @returns `accepted`: the edits that left.
 */
function omitAccepted<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  theirs: Theirs<T>,
): { state: SavingState<T>; accepted: string[] } {
  const { orphaned } = state;
  const isOver = orphaned !== null && theirs.version > orphaned.expectedVersion;
  const uncertain = theirs.version > state.version ? [] : state.uncertain;
  let next: SavingState<T> = { ...state, uncertain, orphaned: isOver ? null : orphaned };
  const accepted: string[] = [];
  const [edits, remaining] = split(state, [...state.uncertain, ...(isOver ? orphaned.entryIds : [])]);
  const isConfirmed = isOver && orphaned.isAccepted && state.uncertain.length === 0;
  if (edits.length > 0 && (isConfirmed || kind.isAccepted(state, edits, theirs.document))) {
    const confirmed = kind.apply(state.confirmed, edits);
    // With them it is a document of the service only where that has nothing besides, and none of the version before.
    const version = kind.isSame(confirmed, theirs.document) ? theirs.version : null;
    next = { ...next, confirmed, pending: kind.onTop(remaining, confirmed, version) };
    accepted.push(...edits.map(({ id }) => id));
  }
  return { state: next, accepted };
}

/** Before a merge gives up anything: everything here. */
const mergingOf = <T extends SavedTypes>(kind: SavingKind<T>, state: SavingState<T>): SavingEffect<T> => ({
  type: 'merging',
  version: state.version,
  mine: screenOf(kind, state),
});

/** The questions of an open clash as they stand now: edits go on beside it, and what was done since is what is asked about. */
export function openQuestions<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
): readonly T['clash'][] {
  const clash = openClash(state);
  if (!clash) return [];
  const answerTo = (question: T['clash']): Side | undefined => state.answers.get(kind.question(question));
  return kind.merge(state, clash, answerTo).open;
}

/** Somebody has chosen between both sides. */
export function resolved<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  sides: ReadonlyMap<string, Side>,
): Step<T> {
  const clash = openClash(state);
  if (!clash) return [state, []];
  const clashes = openQuestions(kind, state);
  const choices = new Map(
    clashes.map((question) => [clashId(question), sides.get(clashId(question)) ?? ('mine' as const)]),
  );
  const answers = new Map(state.answers);
  for (const question of clashes)
    answers.set(kind.question(question), choices.get(clashId(question)) ?? 'mine');
  const current: SavingState<T> = { ...state, phase: { kind: 'idle' }, answers };
  return andThen(carryOver(kind, current, clash, choices), (next) =>
    afterReading(kind, next, { for: 'look' }),
  );
}

/** Either what is on screen becomes an edit of what the service went back to, or that stands and only unsaved edits go on. */
export function olderResolved<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  event: Extract<SavingEvent<T>, { type: 'older-resolved' }>,
): Step<T> {
  if (state.phase.kind !== 'older') return [state, []];
  if (state.held) return withArrived(state, event);
  const { theirs, reading } = state.phase;
  const current: SavingState<T> = { ...state, phase: { kind: 'idle' }, version: theirs.version };
  if (event.side === 'theirs') return carriedThenGoOn(kind, current, theirs, reading);
  const base: SavingState<T> = { ...current, confirmed: theirs.document, uncertain: [] };
  const pending = kind.carried(base, screenOf(kind, state), NEWER_STEP);
  const next = { ...base, pending };
  return andThen([next, changesOf(kind, state, next)], (after) => afterReading(kind, after, reading));
}
