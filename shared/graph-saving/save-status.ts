import { coalesce } from '../graph/coalesce.ts';
import { coalesceCanvas } from '../canvas/operations.ts';
import { canvasProblemOf } from './canvas-edits.ts';
import { rejectionOf } from '../documents/saving-state.ts';
import type { GraphState } from './graph-edits.ts';

/**
 * How safe the work is, for people. `waiting` counts changes the service has not taken. `journalProblem`: why the journal cannot be
 * written meanwhile; then they are in the page alone. `isJournaling`: the journal has not answered yet for all of them, so that
 * nothing may call them saved.
 */
export type SaveStatus =
  | { kind: 'saved'; version: number }
  /** The service has the graph and not the canvas items: those are on this computer only, with the reason. */
  | { kind: 'canvas-held'; version: number; waiting: number; message: string }
  | { kind: 'journaled'; waiting: number }
  | { kind: 'saving'; waiting: number }
  | { kind: 'offline'; waiting: number; isJournaling?: true }
  | { kind: 'conflict'; clashes: number }
  | { kind: 'refused'; message: string; waiting: number; journalProblem?: string; isJournaling?: true }
  /** The journal cannot be written: the page alone holds the changes. */
  | { kind: 'unjournaled'; message: string; waiting: number }
  | { kind: 'key-needed'; waiting: number; journalProblem?: string; isJournaling?: true }
  /** The service holds `theirs`, this window had `mine` from it. */
  | {
      kind: 'older';
      theirs: number;
      mine: number;
      waiting: number;
      journalProblem?: string;
      isJournaling?: true;
    }
  | { kind: 'gone'; waiting: number; journalProblem?: string; isJournaling?: true };

export function statusOf(state: GraphState): SaveStatus {
  const { phase } = state;
  const ofGraph = coalesce(state.pending.flatMap((edit) => edit.operations)).length;
  const waiting = ofGraph + coalesceCanvas(state.pending.flatMap((edit) => edit.canvas ?? [])).length;
  const isJournaling = state.pending.some((edit) => !edit.journaled);
  const location = {
    ...(waiting > 0 && state.journalProblem !== null ? { journalProblem: state.journalProblem } : {}),
    ...(isJournaling && { isJournaling: true as const }),
  };
  switch (phase.kind) {
    case 'gone':
      return { kind: 'gone', waiting, ...location };
    case 'older':
      return { kind: 'older', theirs: phase.theirs.version, mine: state.version, waiting, ...location };
    case 'conflict':
      return { kind: 'conflict', clashes: phase.clash.clashes.length };
    case 'key-needed':
      return { kind: 'key-needed', waiting, ...location };
    default:
      return runningStatus(state, ofGraph, waiting, location);
  }
}

/** Nothing stands in the way of saving but the service or the disk. */
function runningStatus(
  state: GraphState,
  ofGraph: number,
  waiting: number,
  location: { journalProblem?: string; isJournaling?: true },
): SaveStatus {
  const { isJournaling } = location;
  const rejection = rejectionOf(state);
  if (rejection !== null) return { kind: 'refused', message: rejection, waiting, ...location };
  if (waiting > 0 && state.journalProblem !== null)
    return { kind: 'unjournaled', message: state.journalProblem, waiting };
  if (state.offline) return { kind: 'offline', waiting, ...(isJournaling && { isJournaling }) };
  if (state.phase.kind === 'sending') return { kind: 'saving', waiting };
  if (waiting > 0) return pendingStatus(state, ofGraph, waiting);
  return { kind: 'saved', version: state.version };
}

/** @param ofGraph how many of the waiting changes are of the graph. */
function pendingStatus(state: GraphState, ofGraph: number, waiting: number): SaveStatus {
  if (state.pending.some((edit) => !edit.journaled)) return { kind: 'saving', waiting };
  const message = canvasProblemOf(state);
  return ofGraph === 0 && message !== null
    ? { kind: 'canvas-held', version: state.version, waiting, message }
    : { kind: 'journaled', waiting };
}
