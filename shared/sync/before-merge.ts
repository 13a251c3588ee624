import { sameGraph } from '../graph/diff.ts';
import { applyWhatFits } from '../graph/operations.ts';
import type { Graph } from '../graph/types.ts';
import type { SyncEvent } from './sync-events.ts';
import { operationsOf, type SyncState } from './sync-state.ts';

/**
 * The project as it is here, unsaved edits included, when an event is about to merge somebody else's change into it.
 * @returns null when nothing is merged: no edits wait, or what came is what they were made on.
 */
export function stateBeforeMerge(
  state: SyncState,
  event: SyncEvent,
): { version: number; graph: Graph } | null {
  const theirs =
    event.type === 'fetched' ? event.graph : event.type === 'resolved' ? state.clash?.theirs : undefined;
  if (!theirs || state.pending.length === 0 || state.sending || sameGraph(state.confirmed, theirs))
    return null;
  if (event.type === 'fetched' && event.version < state.version) return null;
  return {
    version: state.version,
    graph: applyWhatFits(state.confirmed, operationsOf(state.pending)).graph,
  };
}
