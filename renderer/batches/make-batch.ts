import {
  DEFAULT_IN_FLIGHT,
  MAX_ITEMS_IN_REQUEST,
  type BatchField,
  type NewBatchItem,
} from '#shared/desk/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import type { RunsOfBatch } from '#renderer/costs/index.ts';
import type { LoadedSource } from './batch-source.ts';

export interface BatchToMake {
  connectionId: string;
  name: string;
  source: LoadedSource['source'];
  fields: BatchField[];
  items: readonly NewBatchItem[];
  /** Runs so many at once and stops there; null: nothing runs yet. */
  tried: number | null;
  /** Asked before those start: where the answer is no, the batch waits. */
  mayRun: (batchId: string, runs: RunsOfBatch) => Promise<boolean>;
}

/**
 * Makes a batch of a table. One that cannot be written whole is removed again.
 * @param onRow called with the row that is written next, counted from 1. @returns its id. @throws ApiError, DeskError
 */
export async function makeBatch(
  { connectionId, name, source, fields, items, tried, mayRun }: BatchToMake,
  onRow: (row: number) => void,
): Promise<string> {
  const batchId = `batch_${crypto.randomUUID()}`;
  const params = { batchId };
  const limits = { maxRuns: tried, maxMicrocredits: null, inFlight: DEFAULT_IN_FLIGHT };
  await callDesk('createBatch', {
    body: {
      id: batchId,
      connectionId,
      kind: 'table',
      name: name.slice(0, 200),
      source,
      fields,
      layout: null,
      limits,
    },
  });
  try {
    for (let from = 0; from < items.length; from += MAX_ITEMS_IN_REQUEST) {
      onRow(from + 1);
      await callDesk('appendBatchItems', {
        params,
        body: { from, items: items.slice(from, from + MAX_ITEMS_IN_REQUEST) },
      });
    }
  } catch (error) {
    await callDesk('deleteBatch', { params }).catch(() => undefined);
    throw error;
  }
  if (tried !== null && (await mayRun(batchId, { runs: tried }))) {
    await callDesk('resumeBatch', { params, body: { limits } });
  }
  return batchId;
}
