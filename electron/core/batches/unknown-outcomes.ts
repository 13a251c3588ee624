import type { ItemOutcome } from './batch-store.ts';
import { failedOutcome } from './outcome.ts';

/** Items of which nobody can tell whether their run was begun: another request may be paid a second time, so a person is asked. */

/** Services forget idempotency keys; a request that is older is not sent again. Milliseconds. */
const MAX_RESEND_AGE_MS = 20 * 3_600_000;

const CHECK_RUNS =
  'Look whether its run is in the list of runs, or what your provider charged, before you try it again.';

/** An item that may have been charged; how much is not known. */
const uncertainOutcome = (error: string): ItemOutcome => ({ ...failedOutcome(error), perhapsCharged: '0' });

/**
 * Why a request whose answer was lost is not sent again under its key; null when it may be.
 * @param restoredAt when the database of the service was last replaced by a backup, which knows the key no more. Milliseconds.
 */
export function unknownOutcomeOf(
  submittedAt: number,
  timestamp: number,
  restoredAt: number | null,
): ItemOutcome | null {
  if (restoredAt !== null && submittedAt <= restoredAt)
    return uncertainOutcome(
      `The service was replaced by its backup while this one was on its way, so it may have run and may have been charged. ${CHECK_RUNS}`,
    );
  // A clock that was set back says nothing about the age.
  if (timestamp - submittedAt > MAX_RESEND_AGE_MS)
    return uncertainOutcome(
      `Patchbay was closed for so long that it cannot tell whether this one was started. ${CHECK_RUNS}`,
    );
  return null;
}

/** The service took it and knows it no more: it was removed there, or a backup is used that is older. */
export const missingRunOutcome = (): ItemOutcome =>
  uncertainOutcome(
    'The service does not have this run any more, so its result is lost; it may have been charged. Try it again if you want it.',
  );
