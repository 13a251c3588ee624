import { isFileOutput, type PublicRunDetail, type RunOutput } from '#shared/api/index.ts';
import { runCost, type BatchOutput } from '#shared/desk/index.ts';
import type { ItemOutcome } from './batch-store.ts';

/** Characters of a value that are held with the item; the run has the rest. */
const MAX_TEXT = 16 * 1024;

/** The parts of a run's or a template run's detail that an item is about. */
type EndedRun = Pick<
  PublicRunDetail,
  'status' | 'outputs' | 'error' | 'executionTimeMs' | 'creditsUsed' | 'creditsUsedMicrocredits' | 'spend'
>;

/** How an item ended, from the detail of its run. @param run of a terminal status. */
export function outcomeOf(run: EndedRun): ItemOutcome {
  const state = run.status === 'succeeded' ? 'done' : run.status === 'canceled' ? 'canceled' : 'failed';
  return {
    state,
    error: state === 'failed' ? failureMessage(run.error) : null,
    outputs: Object.entries(run.outputs ?? {}).map(([key, output]) => shortOutput(key, output)),
    cost: runCost(run),
    executionTimeMs: run.executionTimeMs ?? null,
  };
}

/** An item that did not run. @param error a sentence */
export const failedOutcome = (error: string): ItemOutcome => ({
  state: 'failed',
  error,
  outputs: [],
  cost: null,
  executionTimeMs: null,
});

function failureMessage(error: PublicRunDetail['error']): string {
  const message = error?.['message'];
  return typeof message === 'string' && message !== ''
    ? message.slice(0, MAX_TEXT)
    : 'The run failed, and the service does not say why.';
}

function shortOutput(key: string, output: RunOutput): BatchOutput {
  if (isFileOutput(output)) {
    const { type, fileId, filename, contentType, sizeBytes } = output;
    return { key, type, fileId, filename, contentType, sizeBytes };
  }
  const { value } = output;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const isCut = text.length > MAX_TEXT;
  return {
    key,
    type: output.type,
    text: isCut ? text.slice(0, MAX_TEXT) : text,
    ...(isCut ? { isCut } : {}),
  };
}
