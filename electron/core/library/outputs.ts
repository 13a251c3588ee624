import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import {
  LibraryOutputKind,
  type OutputInput,
  type LibraryOutput,
  type OutputFacets,
  type OutputSearch,
  type OutputsChange,
} from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import type { CoreLog } from '../options.ts';
import type { Slices } from '#shared/reading/index.ts';
import { Vocabulary } from '#shared/search/index.ts';
import { jsonOf } from '../response-cache/json-of.ts';
import { transaction } from '../storage/transaction.ts';
import type { OutputEntry } from './output-entries.ts';
import { createEqualBytes, type OutputBytes } from './equal-bytes.ts';
import { createOutputIndex, readInputs } from './output-index.ts';
import { outputWriter, type RunOfOutputs } from './output-writer.ts';
import { latestPictures } from './latest-picture.ts';
import { outputOrigins } from './output-batches.ts';
import { readFacets } from './output-facets.ts';
import {
  countQuery,
  pageQuery,
  readCursor,
  withCorrectedWords,
  writeCursor,
  type Condition,
  type OutputCursor,
} from './output-search.ts';
import { isStarrable } from './starred-kinds.ts';

const PAGE = 120;
const MAX_PREPARED = 200;

/** What an output is known by among those with the same content. */
function contentOf({ hash, file_id: fileId }: { hash: string | null; file_id: string | null }) {
  const contentKey = hash ?? fileId;
  return contentKey === null ? {} : { contentKey };
}

const Row = z
  .object({
    id: z.number(),
    connection_id: z.string(),
    run_id: z.string(),
    key: z.string(),
    title: z.string(),
    kind: LibraryOutputKind,
    node_id: z.string().nullable(),
    node_type: z.string().nullable(),
    project_id: z.string().nullable(),
    project_version: z.number().nullable(),
    template_id: z.string().nullable(),
    content_type: z.string().nullable(),
    filename: z.string().nullable(),
    file_id: z.string().nullable(),
    size_bytes: z.number().nullable(),
    excerpt: z.string().nullable(),
    created_at: z.iso.datetime(),
    starred: z.number(),
    note: z.string().nullable(),
    hidden: z.number(),
    missing: z.number(),
    stack_size: z.number().default(1),
    copy_count: z.number().default(1),
    hash: z.string().nullable(),
  })
  .transform((row): Omit<LibraryOutput, 'projectName' | 'batch' | 'occasion'> => ({
    id: String(row.id),
    connectionId: row.connection_id,
    runId: row.run_id,
    key: row.key,
    title: row.title,
    kind: row.kind,
    nodeId: row.node_id,
    nodeType: row.node_type,
    projectId: row.project_id,
    projectVersion: row.project_version,
    templateId: row.template_id,
    contentType: row.content_type,
    filename: row.filename,
    fileId: row.file_id,
    sizeBytes: row.size_bytes,
    excerpt: row.excerpt,
    createdAt: row.created_at,
    starred: row.starred === 1,
    note: row.note,
    hidden: row.hidden === 1,
    missing: row.missing === 1,
    stackSize: row.stack_size,
    copyCount: Math.max(1, row.copy_count),
    ...contentOf(row),
  }));

/** A row that can be read, with what only details show. */
interface StoredOutput {
  output: LibraryOutput;
  inputs: OutputInput[];
  /** Undefined of a file, and of a value too long to be kept. */
  value: unknown;
}

/** What runs made, with stars and notes. */
export interface Outputs {
  /** Records all outputs of a run that ended; those there already stay. @returns how many are new. */
  record(run: RunOfOutputs, entries: readonly OutputEntry[]): number;
  /** @throws DeskError `INVALID_REQUEST` for a cursor that no page gave. */
  search(search: OutputSearch): { outputs: LibraryOutput[]; nextCursor: string | null; total: number | null };
  facets(connectionId: string, projectId: string | undefined): OutputFacets;
  ofRuns(connectionId: string, runIds: readonly string[]): LibraryOutput[];
  find(id: string): StoredOutput | null;
  /** All outputs of its project with its bytes, newest first, itself among them. */
  originsOf(output: LibraryOutput): LibraryOutput[];
  /** Which outputs have equal bytes. */
  bytes: Pick<ReturnType<typeof createEqualBytes>, 'candidates' | 'hasSize' | 'setHash' | 'setStar'>;
  /** In the order of the ids; those that are not there are left out. */
  list(ids: readonly string[]): LibraryOutput[];
  /** Stars, notes and hides, on the disk when it returns. @returns them as they are then. */
  change(change: OutputsChange): LibraryOutput[];
  /** The service has no such file any more, or has it. @returns projects whose outputs changed. */
  markMissing(connectionId: string, fileId: string, missing: boolean): (string | null)[];
  /** The newest picture of a project; one that a row of a batch or a cell of a grid made only when there is no other. */
  latestPicture(connectionId: string, projectId: string): { id: string; fileId: string } | null;
  unreadRuns(connectionId: string, projectId: string | undefined): number;
  /** Runs that ended and whose outputs are not recorded, newest first. */
  nextUnread(connectionId: string, limit: number): string[];
  /** There is nothing to be read of this run. */
  markRead(connectionId: string, runId: string): void;
  moveProject(connectionId: string, from: string, to: string): void;
  /** Lets outputs that an earlier version recorded be found as those of today. */
  refreshIndex(): Slices<void>;
  removeConnection(connectionId: string): void;
}

const bytesOf = ({ connectionId, projectId, kind, contentKey }: LibraryOutput): OutputBytes => ({
  connectionId,
  projectId,
  kind,
  contentKey: contentKey ?? null,
});

const projectOf = (row: Record<string, unknown>): string | null => {
  const projectId = row['project_id'];
  return typeof projectId === 'string' ? projectId : null;
};

/** @param nameOf a project's name as far as it is known here. */
export function createOutputs(options: {
  database: DatabaseSync;
  nameOf: (connectionId: string, projectId: string) => string | null;
  log: CoreLog;
}): Outputs {
  const { database, nameOf, log } = options;
  const recorded = database.prepare(
    'UPDATE runs SET outputs_recorded = 1 WHERE connection_id = ? AND run_id = ?',
  );
  const byId = database.prepare('SELECT * FROM outputs WHERE id = ?');
  const ofRun = database.prepare('SELECT * FROM outputs WHERE connection_id = ? AND run_id = ? LIMIT 4');
  const change = {
    starred: database.prepare('UPDATE outputs SET starred = ? WHERE id = ?'),
    note: database.prepare('UPDATE outputs SET note = ? WHERE id = ?'),
    hidden: database.prepare('UPDATE outputs SET hidden = ? WHERE id = ?'),
  };
  const missing = database.prepare(
    'UPDATE outputs SET missing = ?1 WHERE connection_id = ?2 AND file_id = ?3 AND missing <> ?1 RETURNING project_id',
  );
  const FINISHED = "status IN ('succeeded', 'failed', 'canceled')";
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
  const move = database.prepare(
    'UPDATE outputs SET project_id = ? WHERE connection_id = ? AND project_id = ?',
  );
  const origins = outputOrigins(database);
  const index = createOutputIndex(database, origins);
  const equalBytes = createEqualBytes(database);
  const addEntry = outputWriter(database, index, equalBytes);
  const prepared = new Map<string, StatementSync>();
  const vocabulary = vocabularyOf(database);

  function prepare(sql: string): StatementSync {
    const existing = prepared.get(sql);
    if (existing) return existing;
    const statement = database.prepare(sql);
    prepared.set(sql, statement);
    if (prepared.size > MAX_PREPARED) prepared.delete(prepared.keys().next().value ?? '');
    return statement;
  }
  const all = ({ sql, values }: Condition) => prepare(sql).all(...values);

  /** A row that is damaged is left out, so that one bad row does not hide the others. */
  function visible(rows: readonly unknown[]): LibraryOutput[] {
    const originOf = origins();
    const names = new Map<string, string | null>();
    const nameIn = (connectionId: string, projectId: string): string | null => {
      if (!names.has(projectId)) names.set(projectId, nameOf(connectionId, projectId));
      return names.get(projectId) ?? null;
    };
    return rows.flatMap((row): LibraryOutput[] => {
      const parsed = Row.safeParse(row);
      if (!parsed.success) {
        log.warn({}, 'a recorded output is damaged and is not shown');
        return [];
      }
      const { connectionId, projectId, runId } = parsed.data;
      const projectName = projectId === null ? null : nameIn(connectionId, projectId);
      return [{ ...parsed.data, projectName, ...originOf(connectionId, runId) }];
    });
  }

  function stored(id: string): StoredOutput | null {
    const row = byId.get(Number(id));
    const [output] = row === undefined ? [] : visible([row]);
    if (row === undefined || output === undefined) return null;
    const value = row['value'];
    return {
      output,
      inputs: readInputs(row['inputs']),
      value: typeof value === 'string' ? jsonOf(Buffer.from(value)) : undefined,
    };
  }

  return {
    record: (run, entries) =>
      transaction(database, () => {
        recorded.run(run.connectionId, run.runId);
        return entries.filter((entry) => addEntry(run, entry, isStarrable(entry, entries))).length;
      }),

    search(requested) {
      const after = requested.cursor === undefined ? null : readCursor(requested.cursor);
      const limit = requested.limit ?? PAGE;
      const { search, rows } = readPage(requested, after, limit, { all, vocabulary });
      return {
        outputs: visible(rows.slice(0, limit)),
        nextCursor: cursorBehind(rows, limit),
        total: after === null ? Number(all(countQuery(search))[0]?.['count'] ?? 0) : null,
      };
    },

    facets: (connectionId, projectId) => readFacets(all, connectionId, projectId),

    ofRuns: (connectionId, runIds) => visible(runIds.flatMap((runId) => ofRun.all(connectionId, runId))),

    find: stored,
    originsOf: (output) => visible(equalBytes.origins(bytesOf(output))),
    bytes: equalBytes,

    list: (ids) => visible(ids.flatMap((id) => byId.all(Number(id)))),

    change({ outputIds, starred, note, hidden }) {
      transaction(database, () => {
        for (const id of outputIds) {
          const found = stored(id);
          if (found === null) throw new DeskError('NOT_FOUND', 'This output is not listed any more.');
          const bytes = bytesOf(found.output);
          if (starred !== undefined) change.starred.run(starred ? 1 : 0, Number(id));
          if (starred !== undefined) equalBytes.setStar(bytes, starred);
          if (hidden !== undefined) change.hidden.run(hidden ? 1 : 0, Number(id));
          // Else another of them would stand in its place.
          if (hidden !== undefined) equalBytes.hide(bytes, hidden);
          if (note === undefined) continue;
          const text = note === '' ? null : note;
          change.note.run(text, Number(id));
          index.write(Number(id), { ...found.output, inputs: found.inputs, note: text });
        }
      });
      return this.list(outputIds);
    },

    markMissing: (connectionId, fileId, isMissing) =>
      missing.all(isMissing ? 1 : 0, connectionId, fileId).map(projectOf),

    latestPicture: latestPictures(database),

    unreadRuns: (connectionId, projectId) =>
      Number(
        (projectId === undefined ? unread.get(connectionId) : unreadOfProject.get(connectionId, projectId))?.[
          'count'
        ] ?? 0,
      ),
    nextUnread: (connectionId, limit) =>
      nextUnread.all(connectionId, limit).map((row) => String(row['run_id'])),
    markRead: (connectionId, runId) => void recorded.run(connectionId, runId),

    moveProject: (connectionId, from, to) => void move.run(to, connectionId, from),
    refreshIndex: () => index.refresh(),
    removeConnection: (connectionId) => removeOutputs(database, connectionId),
  };
}

/** The words that outputs are found by, those of the most outputs first; read again once anything was written. */
function vocabularyOf(database: DatabaseSync): () => Vocabulary {
  database.exec(
    `CREATE VIRTUAL TABLE IF NOT EXISTS temp.output_vocabulary USING fts5vocab (main, output_words, row)`,
  );
  const terms = database.prepare('SELECT term FROM temp.output_vocabulary ORDER BY doc DESC LIMIT 20000');
  const writes = database.prepare('SELECT total_changes() AS count');
  const read = () => new Vocabulary(() => terms.all().map(({ term }) => String(term)));
  let existing = { at: writes.get()?.['count'], vocabulary: read() };
  return () => {
    const at = writes.get()?.['count'];
    if (existing.at !== at) existing = { at, vocabulary: read() };
    return existing.vocabulary;
  };
}

/** One page and the row behind it; where nothing is found, with typing errors in the words corrected. */
function readPage(
  requested: OutputSearch,
  after: OutputCursor | null,
  limit: number,
  { all, vocabulary }: { all: (query: Condition) => Record<string, unknown>[]; vocabulary: () => Vocabulary },
): { search: OutputSearch; rows: Record<string, unknown>[] } {
  const read = (search: OutputSearch) => ({ search, rows: all(pageQuery(search, after, limit + 1)) });
  const typed = read(requested);
  const corrected = typed.rows.length > 0 ? null : withCorrectedWords(requested, vocabulary);
  return corrected === null ? typed : read(corrected);
}

/** Where the next page begins; null where these rows are the last. */
function cursorBehind(rows: readonly Record<string, unknown>[], limit: number): string | null {
  const last = rows[limit - 1];
  return rows.length > limit && last !== undefined
    ? writeCursor({ createdAt: String(last['created_at']), id: Number(last['id']) })
    : null;
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
