import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { OutputInput, type LibraryOutput } from '#shared/desk/index.ts';
import type { Slices } from '#shared/reading/index.ts';
import { jsonOf } from '../response-cache/json-of.ts';
import { runInSlices } from '../slices.ts';
import { transaction } from '../storage/transaction.ts';
import { filterValues, wordsOf } from './output-entries.ts';
import { hashOfValue } from './equal-bytes.ts';
import type { outputOrigins } from './output-origins.ts';

/** Outputs that are indexed in one transaction. */
const SLICE = 20;

const Indexed = z.object({
  id: z.number(),
  connection_id: z.string(),
  run_id: z.string(),
  title: z.string(),
  note: z.string().nullable(),
  excerpt: z.string().nullable(),
  inputs: z.string(),
  key: z.string(),
  /** Null of a file. */
  value: z.string().nullable(),
});

const Inputs = z.array(OutputInput);

/** The inputs of an output as its row holds them; none of a row that is damaged. */
export const readInputs = (stored: unknown): OutputInput[] =>
  Inputs.safeParse(jsonOf(Buffer.from(String(stored)))).data ?? [];

/** What an output is found by: words, and values of inputs. */
interface IndexedOutput extends Pick<LibraryOutput, 'title' | 'note' | 'excerpt' | 'connectionId' | 'runId'> {
  inputs: readonly OutputInput[];
}

export interface OutputIndex {
  /** Writes what an output is found by, in the place of what was there; inside a transaction. */
  write(id: number | bigint, output: IndexedOutput): void;
  /** Indexes the outputs that an earlier version recorded, the newest first; a slice is in the database when it ends. */
  refresh(): Slices<void>;
}

export function createOutputIndex(
  database: DatabaseSync,
  origins: ReturnType<typeof outputOrigins>,
): OutputIndex {
  const dropWords = database.prepare('DELETE FROM output_words WHERE rowid = ?');
  const addWords = database.prepare('INSERT INTO output_words (rowid, words) VALUES (?, ?)');
  const dropValues = database.prepare('DELETE FROM output_inputs WHERE output_id = ?');
  const addValue = database.prepare(`
    INSERT INTO input_values (name, value, node_id, node_title, number) VALUES (?1, ?2, ?3, ?4, ?5)
    ON CONFLICT (name, node_id, value) DO UPDATE SET node_title = excluded.node_title, number = excluded.number`);
  const linkValue = database.prepare(`
    INSERT OR IGNORE INTO output_inputs (value_id, output_id)
    SELECT id, ? FROM input_values WHERE name = ? AND value = ? AND node_id = ?`);
  const markIndexed = database.prepare('UPDATE outputs SET is_indexed = 1 WHERE id = ?');
  const setHash = database.prepare('UPDATE outputs SET hash = ? WHERE id = ? AND file_id IS NULL');
  const selectPending = database.prepare(
    `SELECT id, connection_id, run_id, title, note, excerpt, inputs, key, value FROM outputs
      WHERE is_indexed = 0 ORDER BY id DESC LIMIT ${SLICE}`,
  );

  function write(id: number | bigint, output: IndexedOutput): void {
    dropWords.run(id);
    addWords.run(id, wordsOf({ ...output, ...origins()(output.connectionId, output.runId) }));
    dropValues.run(id);
    for (const { name, value, nodeId, nodeTitle, number } of filterValues(output.inputs)) {
      addValue.run(name, value, nodeId, nodeTitle, number);
      linkValue.run(id, name, value, nodeId);
    }
    markIndexed.run(id);
  }

  /** A row that is damaged is found by nothing, and is not looked at again. */
  function refreshRow(row: unknown): void {
    const id = z.object({ id: z.number() }).parse(row).id;
    const { data } = Indexed.safeParse(row);
    if (data === undefined) return void markIndexed.run(id);
    const { connection_id: connectionId, run_id: runId, title, note, excerpt } = data;
    write(id, { connectionId, runId, title, note, excerpt, inputs: readInputs(data.inputs) });
    if (data.value !== null) setHash.run(hashOfValue(data.key, data.value), id);
  }

  return {
    write,
    *refresh() {
      for (;;) {
        const rows = selectPending.all();
        if (rows.length === 0) break;
        transaction(database, () => rows.forEach(refreshRow));
        yield;
      }
      database.exec('DELETE FROM input_values WHERE id NOT IN (SELECT value_id FROM output_inputs)');
    },
  };
}

/** Renews the index beside all else until it is closed; what is left goes on at the next start. */
export function createIndexRenewal(refresh: () => Slices<void>, onFailed: (error: unknown) => void) {
  const slices = refresh();
  let running: Promise<void> = Promise.resolve();
  return {
    start() {
      running = runInSlices(slices).catch(onFailed);
    },
    /** Resolves when nothing is being indexed any more. */
    settled: () => running,
    async close() {
      slices.return();
      await running;
    },
  };
}
