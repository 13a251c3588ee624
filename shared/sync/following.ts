import type { JournalEntry } from '../desk/journal.ts';
import type { Graph } from '../graph/types.ts';
import type { SyncEffect, SyncEvent } from './sync-events.ts';
import {
  entryOf,
  fetchTheirs,
  screenOf,
  type PendingEdit,
  type Sending,
  type Step,
  type SyncState,
} from './sync-state.ts';

/**
 * Windows of one computer on one project: one writes, the others follow what it keeps. A window that is edited in takes
 * over, with everything that is in the journal.
 */

const unkeptOf = (state: SyncState): PendingEdit[] => state.pending.filter((edit) => !edit.kept);
const keptOf = (entries: readonly JournalEntry[]): PendingEdit[] =>
  entries.map((entry) => ({ ...entry, kept: true }));

/** Another window took over. What this one has kept goes with it; what it has not is a reason to take over again. */
export function demoted(state: SyncState): Step {
  if (state.following) return [state, []];
  const next: SyncState = { ...state, following: true, sending: null, clash: null, unkept: null };
  return [next, unkeptOf(next).length > 0 ? [{ type: 'take-over' }] : []];
}

export function mirrored(state: SyncState, event: Extract<SyncEvent, { type: 'mirrored' }>): Step {
  if (!state.following) return [state, []];
  const mirror = keptOf(event.entries);
  if (event.fetch) {
    // What was taken stays on screen until the document that has it is here.
    if (state.fetching) return [{ ...state, mirror, fetchAgain: true }, []];
    return fetchTheirs({ ...state, mirror });
  }
  const known = new Set(state.pending.map(({ id }) => id));
  const added = mirror.filter(({ id }) => !known.has(id));
  const kept = state.pending.filter((edit) => edit.kept);
  const pending = [...kept, ...added, ...unkeptOf(state)];
  const next: SyncState = { ...state, pending, mirror: state.fetching ? mirror : null };
  return [next, added.length > 0 ? [{ type: 'adopt', graph: screenOf(next) }] : []];
}

/** What a follower shows: what the server holds with everything kept on this computer. */
export function fetchedByFollower(state: SyncState, theirs: { version: number; graph: Graph }): Step {
  const pending = state.mirror ? [...state.mirror, ...unkeptOf(state)] : state.pending;
  const next: SyncState = {
    ...state,
    confirmed: theirs.graph,
    version: theirs.version,
    pending,
    mirror: null,
    fetchAgain: false,
  };
  const adopt: SyncEffect = { type: 'adopt', graph: screenOf(next) };
  if (!state.fetchAgain) return [next, [adopt]];
  const [again, effects] = fetchTheirs({ ...next, mirror: state.mirror });
  return [again, [adopt, ...effects]];
}

/** This window writes from now on. What the one before kept may stand on an older document than is known here. */
export function promoted(state: SyncState, event: Extract<SyncEvent, { type: 'promoted' }>): Step {
  if (!state.following) return [state, []];
  const own = unkeptOf(state);
  const { inFlight, entries } = event;
  const sending: Sending | null = inFlight && { inFlight, stage: 'waiting', attempts: 1, asked: false };
  const rebuild = state.fetching || entries.some((entry) => entry.baseVersion !== state.version);
  const next: SyncState = {
    ...state,
    following: false,
    mirror: null,
    fetchAgain: false,
    pending: [...keptOf(entries), ...own],
    sending,
    rebuild,
  };
  const effects: SyncEffect[] = rebuild ? [] : [{ type: 'adopt', graph: screenOf(next) }];
  if (own.length > 0) effects.push({ type: 'append', entries: own.map(entryOf) });
  if (inFlight) effects.push({ type: 'wait', ms: 0 });
  if (next.pending.length > 0) effects.push({ type: 'schedule-save' });
  if (!rebuild || inFlight || state.fetching) return [next, effects];
  const [fetching, more] = fetchTheirs(next);
  return [fetching, [...effects, ...more]];
}
