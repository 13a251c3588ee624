import { isFileOutput, type PublicRunDetail, type RunOutput } from '#shared/api/index.ts';
import { PAID_FILE_LOST, perhapsChargedOf, runCost, type BatchOutput } from '#shared/desk/index.ts';
import { areShort, MAX_OUTPUTS, shortText } from '../storage/row-limits.ts';
import type { ItemOutcome } from './batch-store.ts';

/** Characters of a value that are held with the item; the run has the rest. */
const MAX_TEXT = 16 * 1024;
/** Of all values of an item together. */
const MAX_TEXTS = 256 * 1024;

/** The parts of a run's or a template run's detail that an item is about. */
type FinishedRun = Pick<
  PublicRunDetail,
  'status' | 'outputs' | 'error' | 'executionTimeMs' | 'creditsUsed' | 'creditsUsedMicrocredits' | 'spend'
>;

/** How an item ended, from the detail of its run. @param run of a terminal status. */
export function outcomeOf(run: FinishedRun): ItemOutcome {
  const state = run.status === 'succeeded' ? 'done' : run.status === 'canceled' ? 'canceled' : 'failed';
  return {
    state,
    error: state === 'failed' ? failureMessage(run.error) : null,
    perhapsCharged: state === 'failed' ? (perhapsChargedOf(run.error)?.microcredits ?? null) : null,
    ...(run.error?.['code'] === PAID_FILE_LOST && { isPaidLost: true }),
    outputs: shortOutputs(run.outputs ?? {}),
    cost: runCost(run),
    executionTimeMs: run.executionTimeMs ?? null,
  };
}

/** An item that did not run. @param error a sentence */
export const failedOutcome = (error: string): ItemOutcome => ({
  state: 'failed',
  error,
  perhapsCharged: null,
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

/** As many outputs as an item shows; the texts of those that are too long together are left out. */
function shortOutputs(outputs: Record<string, RunOutput>): BatchOutput[] {
  let length = 0;
  return Object.entries(outputs)
    .slice(0, MAX_OUTPUTS)
    .filter(([key]) => areShort(key))
    .map(([key, output]) => {
      const short = shortOutput(key, output);
      length += short.text?.length ?? 0;
      return length <= MAX_TEXTS || short.text === undefined ? short : { ...short, text: '', isCut: true };
    });
}

function shortOutput(key: string, output: RunOutput): BatchOutput {
  if (isFileOutput(output)) {
    const { type, fileId, filename, contentType, sizeBytes } = output;
    return {
      key,
      type,
      fileId: shortText(fileId),
      filename: shortText(filename),
      contentType: shortText(contentType),
      sizeBytes,
    };
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
