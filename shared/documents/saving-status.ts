import { isUnsaved, refusalOf, type SavingState } from './saving-state.ts';

/**
 * How safe a document is. `saving`: on its way to the disk or the service. `waiting`: on this computer's disk, and sent in a
 * moment. `offline`: on the disk, and the service cannot be reached. `older`: the service went back, and somebody has to choose. `refused`: the service does not take it.
 * `unjournaled`: the disk does not have it; it is in this window only.
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
export const isOnDisk = ({
  pending,
  journalProblem,
}: Pick<SavingState<unknown, unknown>, 'pending' | 'journalProblem'>) =>
  pending.length === 0 || (journalProblem === null && pending.every(({ journaled }) => journaled));

/** The one state that all words about saving follow: `waiting` and `offline` only where the disk has what is shown. */
export function savingStatus(state: SavingState<unknown, unknown>): DocumentSaveStatus {
  const { phase, offline, journalProblem } = state;
  const unsaved = isUnsaved(state);
  if (phase.kind === 'older') return 'older';
  if (refusalOf(state) !== null) return 'refused';
  if (unsaved && journalProblem !== null) return 'unjournaled';
  if (unsaved && !isOnDisk(state)) return 'saving';
  if (offline) return 'offline';
  if (phase.kind === 'sending' && phase.stage === 'sent') return 'saving';
  return unsaved ? 'waiting' : 'saved';
}
