import type { SavedTypes } from './saving-kind.ts';
import { isUnsaved, rejectionOf, type SavingState } from './saving-state.ts';

/**
 * How safe a document is. `saving`: on its way to the disk or the service. `waiting`: on this computer's disk, and sent in a
 * moment. `offline`: on the disk, and the service cannot be reached. `older`: the service went back, and somebody has to choose.
 * `refused`: the service does not take it. `unjournaled`: the disk does not have it; it is in this window only.
 */
export type DocumentSaveStatus =
  | 'saved'
  | 'saving'
  | 'waiting'
  | 'offline'
  | 'older'
  | 'refused'
  | 'unjournaled';

/** Whether what is shown is on the disk of this computer or at the service. */
export const isOnDisk = <T extends SavedTypes>({ pending, journalProblem }: SavingState<T>) =>
  pending.length === 0 || (journalProblem === null && pending.every(({ journaled }) => journaled));

/** Why the service does not take a document, a sentence for people; null where it does. */
export function problemOf<T extends SavedTypes>(state: SavingState<T>): string | null {
  switch (state.phase.kind) {
    case 'key-needed':
      return 'The service does not accept the key. Enter a new one under Connections.';
    case 'older':
      return 'The service went back to an older state. Choose first which one stands.';
    case 'gone':
      return 'This project was deleted elsewhere. What is on screen is still here.';
    default:
      return rejectionOf(state);
  }
}

/** The one state that all words about saving follow: `waiting` and `offline` only where the disk has what is shown. */
export function savingStatus<T extends SavedTypes>(state: SavingState<T>): DocumentSaveStatus {
  const { phase, offline, journalProblem } = state;
  const unsaved = isUnsaved(state);
  if (phase.kind === 'older') return 'older';
  if (problemOf(state) !== null) return 'refused';
  if (unsaved && journalProblem !== null) return 'unjournaled';
  if (unsaved && !isOnDisk(state)) return 'saving';
  if (offline) return 'offline';
  if (phase.kind === 'sending' && phase.stage === 'sent') return 'saving';
  return unsaved ? 'waiting' : 'saved';
}
