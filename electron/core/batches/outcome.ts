import type { PublicRunDetail } from '#shared/api/index.ts';
import { EXPIRED_PAID_FILE, perhapsChargedOf, runCost } from '#shared/desk/index.ts';
import type { ItemOutcome } from './batch-store.ts';

/** Characters of a message that are held with the item. */
const MAX_MESSAGE = 16 * 1024;

/** The parts of a run's or a template run's detail that an item is about; what it made is recorded with all runs. */
type FinishedRun = Pick<
  PublicRunDetail,
  'status' | 'error' | 'creditsUsed' | 'creditsUsedMicrocredits' | 'spend'
>;

/** How an item ended, from the detail of its run. @param run of a terminal status. */
export function outcomeOf(run: FinishedRun): ItemOutcome {
  const state = run.status === 'succeeded' ? 'done' : run.status === 'canceled' ? 'canceled' : 'failed';
  return {
    state,
    error: state === 'failed' ? failureMessage(run.error) : null,
    perhapsCharged: state === 'failed' ? (perhapsChargedOf(run.error)?.microcredits ?? null) : null,
    ...(run.error?.['code'] === EXPIRED_PAID_FILE && { isExpired: true }),
    cost: runCost(run),
  };
}

/** An item that did not run. @param error a sentence */
export const failedOutcome = (error: string): ItemOutcome => ({
  state: 'failed',
  error,
  perhapsCharged: null,
  cost: null,
});

function failureMessage(error: PublicRunDetail['error']): string {
  const message = error?.['message'];
  return typeof message === 'string' && message !== ''
    ? message.slice(0, MAX_MESSAGE)
    : 'The run failed, and the service does not say why.';
}
