import type { JournalEntry } from '../desk/journal.ts';
import type { SavedCanvas } from '../canvas/metadata.ts';
import type { Graph } from '../graph/types.ts';
import type { SyncEffect, SyncEvent } from './sync-events.ts';
import {
  adoptScreen,
  asFollower,
  entryOf,
  fetchTheirs,
  unsettledPhase,
  type FollowingState,
  type OwnState,
  type PendingEdit,
  type Step,
  type SyncState,
} from './sync-state.ts';

/**
 * Windows of one computer on one project: one writes, the others follow what it keeps. A window that is edited in takes
 * over, with everything that is in the journal.
 */

const unjournaledOf = (state: SyncState): PendingEdit[] => state.pending.filter((edit) => !edit.journaled);
const journaledEdits = (entries: readonly JournalEntry[]): PendingEdit[] =>
  entries.map((entry) => ({ ...entry, journaled: true }));

/** Another window took over. What this one has journaled goes with it; what it has not is a reason to take over again. */
export function demoted(state: SyncState): Step {
  if (state.writer === 'following') return [state, []];
  const next = { ...asFollower(state), journalProblem: null };
  return [next, unjournaledOf(next).length > 0 ? [{ type: 'take-over' }] : []];
}

export function mirrored(state: SyncState, event: Extract<SyncEvent, { type: 'mirrored' }>): Step {
  if (state.writer === 'own') return [state, []];
  const entries = journaledEdits(event.entries);
  const isFetching = state.phase.kind === 'fetching';
  if (event.fetch) {
    // What was taken stays on screen until the document that has it is here.
    if (isFetching) return [{ ...state, mirror: { entries, fetchAgain: true } }, []];
    const next: FollowingState = { ...state, mirror: { entries, fetchAgain: false } };
    // A pause that the service asked for ends with reading the document.
    return state.phase.kind === 'resting' ? [next, []] : fetchTheirs(next);
  }
  const present = new Set(state.pending.map(({ id }) => id));
  const added = entries.filter(({ id }) => !present.has(id));
  const journaled = state.pending.filter((edit) => edit.journaled);
  const next: FollowingState = {
    ...state,
    pending: [...journaled, ...added, ...unjournaledOf(state)],
    mirror: isFetching ? { entries, fetchAgain: state.mirror?.fetchAgain ?? false } : null,
  };
  return [next, added.length > 0 ? [adoptScreen(next)] : []];
}

/** What a follower shows: what the server holds with everything journaled on this computer. */
export function fetchedByFollower(
  state: FollowingState,
  theirs: { version: number; graph: Graph; canvas: SavedCanvas },
): Step {
  const { mirror } = state;
  const next: FollowingState = {
    ...state,
    confirmed: theirs.graph,
    canvas: theirs.canvas,
    version: theirs.version,
    pending: mirror ? [...mirror.entries, ...unjournaledOf(state)] : state.pending,
    mirror: null,
  };
  const adopt = adoptScreen(next);
  if (!mirror?.fetchAgain) return [next, [adopt]];
  const [again, effects] = fetchTheirs({ ...next, mirror: { entries: mirror.entries, fetchAgain: false } });
  return [again, [adopt, ...effects]];
}

/** This window writes from now on. What the one before journaled may stand on an older document than this one has. */
export function promoted(state: SyncState, event: Extract<SyncEvent, { type: 'promoted' }>): Step {
  if (state.writer === 'own') return [state, []];
  const own = unjournaledOf(state);
  const { inFlight, entries } = event;
  const { mirror: _mirror, ...common } = state;
  const isFetching = state.phase.kind === 'fetching';
  const rebuild = isFetching || entries.some((entry) => entry.baseVersion !== state.version);
  const next: OwnState = {
    ...common,
    writer: 'own',
    pending: [...journaledEdits(entries), ...own],
    phase: inFlight ? unsettledPhase(inFlight) : state.phase,
    rebuild,
  };
  const effects: SyncEffect[] = rebuild ? [] : [adoptScreen(next)];
  if (own.length > 0) effects.push({ type: 'append', entries: own.map(entryOf) });
  if (inFlight) effects.push({ type: 'wait', ms: 0 });
  if (next.pending.length > 0) effects.push({ type: 'schedule-save' });
  if (!rebuild || inFlight || isFetching) return [next, effects];
  const [fetching, more] = fetchTheirs(next);
  return [fetching, [...effects, ...more]];
}
