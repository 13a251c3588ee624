import type { DatabaseSync } from 'node:sqlite';
import type { LibraryOutput, OutputInput } from '#shared/desk/index.ts';
import type { Slices } from '#shared/reading/index.ts';
import type { CoreLog } from '../options.ts';
import { transaction } from '../storage/transaction.ts';
import { createEqualBytes } from './equal-bytes.ts';
import type { OutputEntry } from './output-entries.ts';
import { createOutputIndex } from './output-index.ts';
import { outputOrigins } from './output-origins.ts';
import { createOutputRows, type OutputRows } from './output-rows.ts';
import { outputWriter, type RunOfOutputs } from './output-writer.ts';
import { isStarrable } from './starred-kinds.ts';
import { MAX_OUTPUTS } from '../storage/row-limits.ts';

/** Outputs of one run that a list of runs shows. */
const MAX_PREVIEWS = 4;

/** The table of what runs made. Only the recorder of runs adds rows; what people mark is changed by the gallery. */
export interface RunOutputs {
  /** Records all outputs of a run that ended; those there already stay. @returns how many are new. */
  record(run: RunOfOutputs, entries: readonly OutputEntry[]): number;
  /** Whether all that a run made is recorded, or it is known that nothing can be read of it. */
  isRecorded(connectionId: string, runId: string): boolean;
  /** The first outputs of each run, as lists of runs show them. */
  ofRuns(connectionId: string, runIds: readonly string[]): LibraryOutput[];
  /** Rows of all outputs of a run, in the order in which its service named them. */
  allOf(connectionId: string, runId: string): Record<string, unknown>[];
  rows: OutputRows;
  /** Which outputs have equal bytes. */
  bytes: ReturnType<typeof createEqualBytes>;
  /** The service has no such file any more, or has it. @returns projects whose outputs changed. */
  markMissing(connectionId: string, fileId: string, missing: boolean): (string | null)[];
  unreadRuns(connectionId: string, projectId: string | undefined): number;
  /** Runs that ended and whose outputs are not recorded, newest first. */
  nextUnread(connectionId: string, limit: number): string[];
  /** There is nothing to be read of this run. */
  markRead(connectionId: string, runId: string): void;
  moveProject(connectionId: string, from: string, to: string): void;
  /** Writes what an output is found by; inside a transaction. */
  index(output: LibraryOutput, inputs: readonly OutputInput[]): void;
  /** Lets outputs that an earlier version recorded be found as those of today. */
  refreshIndex(): Slices<void>;
  removeConnection(connectionId: string): void;
}

const FINISHED = "status IN ('succeeded', 'failed', 'canceled')";

/** Runs that ended and whose outputs are not recorded yet. */
function createUnreadRuns(
  database: DatabaseSync,
): Pick<RunOutputs, 'unreadRuns' | 'nextUnread' | 'markRead' | 'isRecorded'> {
  const recorded = database.prepare(
    'UPDATE runs SET outputs_recorded = 1 WHERE connection_id = ? AND run_id = ?',
  );
  const recordedRun = database.prepare(
    'SELECT 1 FROM runs WHERE connection_id = ? AND run_id = ? AND outputs_recorded = 1',
  );
  const unread = database.prepare(
    `SELECT count(*) AS count FROM runs WHERE connection_id = ? AND outputs_recorded = 0 AND ${FINISHED}`,
  );
  const unreadOfProject = database.prepare(
    `SELECT count(*) AS count FROM runs
      WHERE connection_id = ? AND project_id = ? AND outputs_recorded = 0 AND ${FINISHED}`,
  );
  const nextUnread = database.prepare(
    `SELECT run_id FROM runs WHERE connection_id = ? AND outputs_recorded = 0 AND ${FINISHED}
      ORDER BY created_at DESC LIMIT ?`,
  );
  return {
    isRecorded: (connectionId, runId) => recordedRun.get(connectionId, runId) !== undefined,
    unreadRuns(connectionId, projectId) {
      const row =
        projectId === undefined ? unread.get(connectionId) : unreadOfProject.get(connectionId, projectId);
      return Number(row?.['count'] ?? 0);
    },
    nextUnread: (connectionId, limit) =>
      nextUnread.all(connectionId, limit).map((row) => String(row['run_id'])),
    markRead: (connectionId, runId) => void recorded.run(connectionId, runId),
  };
}

/** @param options.nameOf a project's name as far as it is known here. */
export function createRunOutputs(options: {
  database: DatabaseSync;
  nameOf: (connectionId: string, projectId: string) => string | null;
  log: CoreLog;
}): RunOutputs {
  const { database } = options;
  const previews = database.prepare(
    `SELECT * FROM outputs WHERE connection_id = ? AND run_id = ? LIMIT ${MAX_PREVIEWS}`,
  );
  const all = database.prepare(
    `SELECT * FROM outputs WHERE connection_id = ? AND run_id = ? ORDER BY id LIMIT ${MAX_OUTPUTS}`,
  );
  const missing = database.prepare(
    'UPDATE outputs SET missing = ?1 WHERE connection_id = ?2 AND file_id = ?3 AND missing <> ?1 RETURNING project_id',
  );
  const move = database.prepare(
    'UPDATE outputs SET project_id = ? WHERE connection_id = ? AND project_id = ?',
  );
  const origins = outputOrigins(database);
  const index = createOutputIndex(database, origins);
  const bytes = createEqualBytes(database);
  const addEntry = outputWriter(database, index, bytes);
  const rows = createOutputRows(database, { ...options, origins });
  const unread = createUnreadRuns(database);

  return {
    ...unread,
    record: (run, entries) =>
      transaction(database, () => {
        unread.markRead(run.connectionId, run.runId);
        return entries.filter((entry) => addEntry(run, entry, isStarrable(entry, entries))).length;
      }),
    ofRuns: (connectionId, runIds) =>
      rows.present(runIds.flatMap((runId) => previews.all(connectionId, runId))),
    allOf: (connectionId, runId) => all.all(connectionId, runId),
    rows,
    bytes,
    markMissing: (connectionId, fileId, isMissing) =>
      missing
        .all(isMissing ? 1 : 0, connectionId, fileId)
        .map(({ project_id: id }) => (typeof id === 'string' ? id : null)),
    moveProject: (connectionId, from, to) => void move.run(to, connectionId, from),
    index: (output, inputs) => index.write(Number(output.id), { ...output, inputs }),
    refreshIndex: () => index.refresh(),
    removeConnection: (connectionId) => removeOutputs(database, connectionId),
  };
}

function removeOutputs(database: DatabaseSync, connectionId: string): void {
  const outputIdsQuery = 'SELECT id FROM outputs WHERE connection_id = ?';
  const statements = [
    `DELETE FROM output_words WHERE rowid IN (${outputIdsQuery})`,
    `DELETE FROM output_inputs WHERE output_id IN (${outputIdsQuery})`,
    `DELETE FROM collection_items WHERE output_id IN (${outputIdsQuery})`,
    'DELETE FROM outputs WHERE connection_id = ?',
  ];
  transaction(database, () => {
    for (const sql of statements) database.prepare(sql).run(connectionId);
    database.exec('DELETE FROM input_values WHERE id NOT IN (SELECT value_id FROM output_inputs)');
  });
}
