import type { Batch } from '#shared/desk/index.ts';
import { outputFileName } from '#shared/desk/index.ts';
import { callDesk, describeProblem, loadBatchResults } from '#renderer/desk/index.ts';
import { saveBlob, showToast } from '#renderer/ui/index.ts';
import { saveAddress } from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.batches.saveResultsTexts;

const notSaved = (error: unknown): void =>
  showToast({ kind: 'error', title: t.resultsNotSaved, description: describeProblem(error) });

/** Saves a row for each item: inputs, state, results, cost. */
export async function saveResultsAsCsv({ id, name }: Batch): Promise<void> {
  try {
    const bytes = await loadBatchResults(id);
    saveBlob(bytes, outputFileName({ project: null, output: name, version: null, extension: 'csv' }));
  } catch (error) {
    notSaved(error);
  }
}

/** Saves the table and a file for each result that is not dropped. */
export async function saveResultsAsZip({ id }: Batch): Promise<void> {
  try {
    const { url, name } = await callDesk('createBatchArchive', { params: { batchId: id } });
    await saveAddress(url, name);
  } catch (error) {
    notSaved(error);
  }
}
