import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { BatchItemState, BatchValue, type BatchCounts, type NewBatchItem } from '#shared/desk/index.ts';

/** Rows of the items of batches. Every change of an item goes through here, so that the counts stay true. */

const json = z.string().transform((text): unknown => JSON.parse(text));

const Row = z
  .object({
    item: z.number(),
    place: json.pipe(z.array(z.number())),
    item_values: json.pipe(z.array(BatchValue)),
    state: BatchItemState,
    starred: z.number(),
    hidden: z.number(),
    attempt: z.number(),
    submitted_at: z.number().nullable(),
    run_id: z.string().nullable(),
    error: z.string().nullable(),
    perhaps_charged: z.string().nullable(),
    already_paid: z.string().nullable(),
  })
  .transform((row) => ({
    index: row.item,
    place: row.place,
    values: row.item_values,
    state: row.state,
    starred: row.starred === 1,
    hidden: row.hidden === 1,
    attempt: row.attempt,
    runId: row.run_id,
    error: row.error,
    perhapsCharged: row.perhaps_charged,
    /** What tries that did not work were charged for results that the next one takes, in microcredits. */
    alreadyPaid: row.already_paid,
    /** When its run was first asked for, in milliseconds since the epoch; null before. */
    submittedAt: row.submitted_at,
  }));
export type StoredItem = z.infer<typeof Row>;

export interface ItemRows {
  /** Adds items from an index on; those that are there already stay. @returns bytes of the values that were added. */
  append(batchId: string, from: number, items: readonly NewBatchItem[]): number;
  find(batchId: string, item: number): StoredItem | null;
  /** In order of their index. */
  page(batchId: string, from: number, limit: number, state?: BatchItemState): StoredItem[];
  nextPending(batchId: string): StoredItem | null;
  /** The next one that waits and was run before. */
  nextRetried(batchId: string): StoredItem | null;
  submitted(batchId: string): StoredItem[];
  /** Some runs that are done, those of the last items. */
  finishedRuns(batchId: string): string[];
  /** Other values for an item. @returns by how many bytes they are longer. */
  setValues(batchId: string, item: StoredItem, values: StoredItem['values']): number;
  /** Writes all that may change of an item but for its values. */
  save(batchId: string, item: StoredItem): void;
  counts(batchId: string): BatchCounts;
}

export function createItemRows(database: DatabaseSync): ItemRows {
  const insert = database.prepare(`
    INSERT INTO batch_items (batch_id, item, place, item_values, state, error) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (batch_id, item) DO NOTHING`);
  const byIndex = database.prepare('SELECT * FROM batch_items WHERE batch_id = ? AND item = ?');
  const page = database.prepare(
    'SELECT * FROM batch_items WHERE batch_id = ? AND item >= ? ORDER BY item LIMIT ?',
  );
  const pageOfState = database.prepare(
    'SELECT * FROM batch_items WHERE batch_id = ? AND item >= ? AND state = ? ORDER BY item LIMIT ?',
  );
  const ofState = database.prepare(
    'SELECT * FROM batch_items WHERE batch_id = ? AND state = ? ORDER BY item LIMIT ?',
  );
  const retried = database.prepare(
    `SELECT * FROM batch_items WHERE batch_id = ? AND state = 'waiting' AND attempt > 0 ORDER BY item LIMIT 1`,
  );
  const selectFinished = database.prepare(
    `SELECT run_id FROM batch_items WHERE batch_id = ? AND state = 'done' AND run_id IS NOT NULL
     ORDER BY item DESC LIMIT 200`,
  );
  const save = database.prepare(`
    UPDATE batch_items SET state = ?, starred = ?, hidden = ?, attempt = ?, submitted_at = ?, run_id = ?, error = ?,
      perhaps_charged = ?, already_paid = ?
    WHERE batch_id = ? AND item = ?`);

  const readAll = (rows: unknown[]) => rows.map((row) => Row.parse(row));
  const readRow = (row: unknown) => (row === undefined ? null : Row.parse(row));

  return {
    append(batchId, from, items) {
      let bytes = 0;
      items.forEach(({ place, values, skipped, reason }, at) => {
        const text = JSON.stringify(values);
        const state = skipped === true ? 'skipped' : 'waiting';
        const { changes } = insert.run(
          batchId,
          from + at,
          JSON.stringify(place),
          text,
          state,
          reason ?? null,
        );
        if (changes > 0) bytes += Buffer.byteLength(text);
      });
      return bytes;
    },
    find: (batchId, item) => readRow(byIndex.get(batchId, item)),
    page: (batchId, from, limit, state) =>
      readAll(
        state === undefined ? page.all(batchId, from, limit) : pageOfState.all(batchId, from, state, limit),
      ),
    nextPending: (batchId) => readRow(ofState.get(batchId, 'waiting', 1)),
    finishedRuns: (batchId) => selectFinished.all(batchId).map((row) => String(row['run_id'])),
    nextRetried: (batchId) => readRow(retried.get(batchId)),
    submitted: (batchId) => readAll(ofState.all(batchId, 'submitted', 1000)),
    setValues: createValuesWriter(database),
    save(batchId, item) {
      save.run(
        item.state,
        item.starred ? 1 : 0,
        item.hidden ? 1 : 0,
        item.attempt,
        item.submittedAt,
        item.runId,
        item.error,
        item.perhapsCharged,
        item.alreadyPaid,
        batchId,
        item.index,
      );
    },
    counts: createItemCounts(database),
  };
}

/** Writes other values of an item. */
function createValuesWriter(database: DatabaseSync): ItemRows['setValues'] {
  const write = database.prepare('UPDATE batch_items SET item_values = ? WHERE batch_id = ? AND item = ?');
  return (batchId, { index, values: before }, values) => {
    const text = JSON.stringify(values);
    write.run(text, batchId, index);
    return Buffer.byteLength(text) - Buffer.byteLength(JSON.stringify(before));
  };
}

/** Items of a batch by their state, and those that a person has marked. */
function createItemCounts(database: DatabaseSync): ItemRows['counts'] {
  const byState = database.prepare(
    'SELECT state, count(*) AS items FROM batch_items WHERE batch_id = ? GROUP BY state',
  );
  const marks = database.prepare(
    `SELECT sum(starred) AS starred, sum(hidden) AS hidden, count(perhaps_charged) AS uncertain
     FROM batch_items WHERE batch_id = ?`,
  );
  return (batchId) => {
    const counts: BatchCounts = {
      total: 0,
      waiting: 0,
      submitted: 0,
      done: 0,
      failed: 0,
      canceled: 0,
      skipped: 0,
      starred: 0,
      hidden: 0,
      perhapsCharged: 0,
    };
    for (const row of byState.all(batchId)) {
      const state = BatchItemState.parse(row['state']);
      counts[state] = Number(row['items']);
      counts.total += counts[state];
    }
    const marked = marks.get(batchId);
    counts.starred = Number(marked?.['starred'] ?? 0);
    counts.hidden = Number(marked?.['hidden'] ?? 0);
    counts.perhapsCharged = Number(marked?.['uncertain'] ?? 0);
    return counts;
  };
}
