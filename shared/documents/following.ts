import type { OpenRequest, SavedTypes, SavingKind } from './saving-kind.ts';
import type { JournaledSave, SavingEffect, SavingEvent } from './saving-events.ts';
import { andThen, fetching, withArrived } from './save-step.ts';
import {
  screenOf,
  split,
  type SavingPhase,
  type SavingState,
  type Step,
  type Theirs,
} from './saving-state.ts';

/**
 * Windows of one computer on one document: one writes, the others follow what it keeps. A window that is edited in takes
 * over, with everything that is in the journal.
 */

export const unjournaledOf = <T extends SavedTypes>({ pending }: SavingState<T>): T['edit'][] =>
  pending.filter((edit) => !edit.journaled);
export const journaledEdits = <T extends SavedTypes>(entries: readonly T['edit'][]): T['edit'][] =>
  entries.map((entry) => ({ ...entry, journaled: true }));

/** The version of the whole document that edits stand on; null where that is not known. */
export const baseVersionOf = <T extends SavedTypes>(
  kind: SavingKind<T>,
  edits: readonly T['edit'][],
): number | null => kind.baseOf(edits)?.version ?? null;

/** Edits of the journal, and behind them those of this window that are not in it, merged with what they had not seen. */
export function stacked<T extends SavedTypes>(
  kind: SavingKind<T>,
  { confirmed, writing }: Pick<SavingState<T>, 'confirmed' | 'writing'>,
  journaled: readonly T['edit'][],
  local: readonly T['edit'][],
): T['edit'][] {
  if (local.length === 0) return [...journaled];
  // What is on its way to the journal may be there as it is.
  const isFixed = local.some(({ id }) => writing.includes(id));
  return [...journaled, ...(isFixed ? local : kind.rebasedOn(local, kind.apply(confirmed, journaled)))];
}

export const adoptScreen = <T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
): SavingEffect<T> => ({ type: 'adopt', document: screenOf(kind, state) });

/**
 * The same window, following: what it was sending or asking is the business of the window that writes. What was on its way to the
 * journal may be there though nobody said so: it stays as it is, so that it is known again when the journal is read.
 */
export function asFollower<T extends SavedTypes>(state: SavingState<T>): SavingState<T> {
  return {
    ...state,
    orphaned: orphanedOf(state),
    writer: 'following',
    phase: followingPhase(state.phase),
    mirror: null,
    journalProblem: null,
  };
}

/** What was sent and could not be written down is of no concern to the window that writes. */
function orphanedOf<T extends SavedTypes>(state: SavingState<T>): SavingState<T>['orphaned'] {
  const { phase } = state;
  if (phase.kind !== 'sending' || phase.stage === 'writing') return state.orphaned;
  const { key, expectedVersion, entryIds } = phase.request;
  const isUnwritten = split(state, entryIds)[0].some(({ journaled }) => !journaled);
  return isUnwritten ? { key, expectedVersion, entryIds, isAccepted: false } : state.orphaned;
}

/**
 * Edits that this window sent and could not write down leave once a document of the service has them: shown beside it they would be
 * done twice.
 */
export function settleOrphaned<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  theirs: JournaledSave<T> | null | undefined,
): SavingState<T> {
  const { orphaned } = state;
  if (!orphaned || !theirs || theirs.version <= orphaned.expectedVersion) return state;
  const edits = split(state, orphaned.entryIds)[0].filter(({ journaled }) => !journaled);
  const { document } = theirs;
  const before = { ...state, confirmed: kind.before(edits, state.confirmed) };
  const isAccepted =
    orphaned.isAccepted || (document !== undefined && kind.isAccepted(before, edits, document));
  const pending = isAccepted ? state.pending.filter((edit) => !edits.includes(edit)) : state.pending;
  // Of an older version it can never be taken any more.
  return { ...state, pending, orphaned: null };
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
  const pending = stored ? behindStored(kind, state, stored) : state.pending;
  const next = { ...asFollower(state), arrived, pending };
  const effects: SavingEffect<T>[] = unjournaledOf(next).length > 0 ? [{ type: 'take-over' }] : [];
  const changesScreen = state.held && !kind.isSame(screenOf(kind, state), screenOf(kind, next));
  return [changesScreen ? deferStored(next, state, pending) : next, effects];
}

/**
 * While it is held, what is on screen stays, though the journal has it made on an older document: that shape of it comes when it is
 * let go of.
 */
function deferStored<T extends SavedTypes>(
  next: SavingState<T>,
  { pending }: SavingState<T>,
  stored: readonly T['edit'][],
): SavingState<T> {
  const local = new Set(unjournaledOf(next).map(({ id }) => id));
  const present = new Set(pending.map(({ id }) => id));
  // An edit that is in the journal in part cannot be told from what is.
  if ([...local].some((id) => !present.has(id))) return next;
  const onScreen = pending.map((edit) => (local.has(edit.id) ? edit : { ...edit, journaled: true }));
  const entries = stored.filter(({ id }) => !local.has(id));
  return withArrived({ ...next, pending: onScreen }, { type: 'mirrored', entries, fetch: false })[0];
}

/** Of what the journal has, what is on screen: not what came in while the document was held, which nobody took away here. */
function onScreenOf<T extends SavedTypes>(
  { arrived, pending }: SavingState<T>,
  stored: readonly T['edit'][],
): readonly T['edit'][] {
  const deferred = arrived.findLast((event) => event.type === 'promoted');
  if (!deferred) return stored;
  const ids = new Set(deferred.covered);
  const present = new Map(pending.map((edit) => [edit.id, edit]));
  const local = stored.flatMap((edit) => (ids.has(edit.id) ? [] : [present.get(edit.id) ?? edit]));
  const localIds = new Set(local.map(({ id }) => id));
  return [...pending.filter(({ id, journaled }) => journaled && !localIds.has(id)), ...local];
}

/** What the journal has, and behind it what was done here and is not in it. */
function behindStored<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  stored: readonly T['edit'][],
): readonly T['edit'][] {
  const ids = new Set(stored.map(({ id }) => id));
  const local = unjournaledOf(state).filter(({ id }) => !ids.has(id));
  return [...journaledEdits<T>(onScreenOf(state, stored)), ...kind.remaining(local)];
}

export function mirrored<T extends SavedTypes>(
  kind: SavingKind<T>,
  before: SavingState<T>,
  event: Extract<SavingEvent<T>, { type: 'mirrored' }>,
): Step<T> {
  if (before.writer === 'own') return [before, []];
  if (before.held) return withArrived(before, event);
  const entries = journaledEdits<T>(event.entries);
  const state = settleOrphaned(kind, before, savedWith(kind, entries, event.saved));
  const isFetching = state.phase.kind === 'fetching';
  const base = kind.baseOf(entries);
  if (base) return withBase(kind, state, entries, base);
  if (entries.length === 0 && event.saved && !(state.rebuild && event.saved.document === undefined)) {
    // All of it is at the service: what that has besides, such as a rounded number, is read.
    const next = { ...latestOf(state, event.saved), pending: unjournaledOf(state), mirror: null };
    return andThen([next, changeOnScreen(kind, state, next)], event.fetch ? reading : (same) => [same, []]);
  }
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
    pending: stacked(kind, state, journaled, unjournaledOf(state)),
    mirror: isFetching ? { entries, fetchAgain: state.mirror?.fetchAgain ?? false } : null,
  };
  return [next, added.length > 0 ? [adoptScreen(kind, next)] : []];
}

/** What the journal knows of the service: what edits stand on, or what it has without any. */
export function savedWith<T extends SavedTypes>(
  kind: SavingKind<T>,
  entries: readonly T['edit'][],
  saved: JournaledSave<T> | null | undefined,
): JournaledSave<T> | null {
  const base = kind.baseOf(entries);
  if (base === null) return saved ?? null;
  return base.version === null ? null : { version: base.version, document: base.document };
}

/** Of what is known here and what the journal knows of the service, the newer. */
export const latestOf = <T extends SavedTypes>(
  state: SavingState<T>,
  { version, document }: JournaledSave<T>,
): SavingState<T> =>
  document !== undefined && (state.rebuild || version > state.version)
    ? { ...state, rebuild: false, confirmed: document, version }
    : state;

/**
 * The edits stand on a document that came with them: where that is newer than what is known here, it is what the service has. Where
 * nobody knows which version it is of, what is known here may have the edits already.
 */
function withBase<T extends SavedTypes>(
  kind: SavingKind<T>,
  state: SavingState<T>,
  entries: readonly T['edit'][],
  { version, document }: NonNullable<ReturnType<SavingKind<T>['baseOf']>>,
): Step<T> {
  const base: SavingState<T> =
    version === null
      ? { ...state, rebuild: true, confirmed: document }
      : latestOf(state, { version, document });
  const pending = stacked(kind, base, entries, unjournaledOf(state));
  const next: SavingState<T> = { ...base, pending, mirror: null };
  return [next, changeOnScreen(kind, state, next)];
}

const changeOnScreen = <T extends SavedTypes>(
  kind: SavingKind<T>,
  before: SavingState<T>,
  after: SavingState<T>,
): SavingEffect<T>[] =>
  kind.isSame(screenOf(kind, before), screenOf(kind, after)) ? [] : [adoptScreen(kind, after)];

/** Reads the document as it is from now on. A pause that the service asked for ends with reading it. */
export function reading<T extends SavedTypes>(state: SavingState<T>): Step<T> {
  const { phase } = state;
  if (phase.kind === 'resting') return [state, []];
  return phase.kind === 'fetching'
    ? [{ ...state, phase: { ...phase, isOutdated: true } }, []]
    : fetching(state);
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

/** What a follower shows: what the service holds with everything journaled on this computer. */
export function fetchedByFollower<T extends SavedTypes>(
  kind: SavingKind<T>,
  before: SavingState<T>,
  theirs: Theirs<T>,
): Step<T> {
  const state = settleOrphaned(kind, before, theirs);
  const { mirror } = state;
  const base = kind.baseOf(mirror?.entries ?? state.pending.filter(({ journaled }) => journaled));
  // It may have some of them: the window that writes will say so. And what was asked for before may be older than they are.
  if (base && base.version !== theirs.version) return [before, []];
  const next: SavingState<T> = {
    ...state,
    rebuild: false,
    confirmed: theirs.document,
    version: theirs.version,
    pending: mirror
      ? stacked(kind, { ...state, confirmed: theirs.document }, mirror.entries, unjournaledOf(state))
      : state.pending,
    mirror: null,
  };
  const adopt = adoptScreen(kind, next);
  if (!mirror?.fetchAgain) return [next, [adopt]];
  const [again, effects] = fetching({ ...next, mirror: { entries: mirror.entries, fetchAgain: false } });
  return [again, [adopt, ...effects]];
}
