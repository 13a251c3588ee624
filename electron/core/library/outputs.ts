import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { LibraryOutput, OutputFacets, OutputSearch, OutputsChange } from '#shared/desk/index.ts';
import { Vocabulary } from '#shared/search/index.ts';
import { DeskError } from '../desk-error.ts';
import type { OutputBytes } from '../runs/equal-bytes.ts';
import type { RunOutputs } from '../runs/run-outputs.ts';
import { transaction } from '../storage/transaction.ts';
import type { Team } from '../team/team-feature.ts';
import type { TeamChangeFields } from '../team/team-rows.ts';
import { latestPictures } from './latest-picture.ts';
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

const PAGE = 120;
const MAX_PREPARED = 200;

/** What runs made, as the gallery searches and marks it. */
export interface Outputs {
  /** @throws DeskError `INVALID_REQUEST` for a cursor that no page gave. */
  search(search: OutputSearch): { outputs: LibraryOutput[]; nextCursor: string | null; total: number | null };
  facets(connectionId: string, projectId: string | undefined): OutputFacets;
  /** All outputs of its project with its bytes, newest first, itself among them. */
  originsOf(output: LibraryOutput): LibraryOutput[];
  /** In the order of the ids; those that are not there are left out. */
  list(ids: readonly string[]): LibraryOutput[];
  /** Stars, notes and hides, on the disk when it returns. @returns them as they are then. */
  change(change: OutputsChange): LibraryOutput[];
  /** The newest picture of a project; one that a row of a batch or a cell of a grid made only when there is no other. */
  latestPicture(connectionId: string, projectId: string): { id: string; fileId: string } | null;
}

/** What a person changed of an output, for its service. */
function changesOf(
  { runId, key, note: before }: LibraryOutput,
  { starred, note, hidden }: Omit<OutputsChange, 'outputIds'>,
): TeamChangeFields[] {
  const output = { runId, key };
  const changes: TeamChangeFields[] = [];
  if (starred !== undefined) changes.push({ field: 'starred', output, value: starred });
  if (hidden !== undefined) changes.push({ field: 'hidden', output, value: hidden });
  if (note !== undefined) changes.push({ field: 'note', output, value: note === '' ? null : note, before });
  return changes;
}

const bytesOf = ({ connectionId, projectId, kind, contentKey }: LibraryOutput): OutputBytes => ({
  connectionId,
  projectId,
  kind,
  contentKey: contentKey ?? null,
});

/** @param record writes down what services are told, inside the transaction of the change */
export function createOutputs(
  database: DatabaseSync,
  recorded: RunOutputs,
  record: Team['change'] = () => {},
): Outputs {
  const { rows, bytes } = recorded;
  const byId = database.prepare('SELECT * FROM outputs WHERE id = ?');
  const change = {
    starred: database.prepare('UPDATE outputs SET starred = ? WHERE id = ?'),
    note: database.prepare('UPDATE outputs SET note = ? WHERE id = ?'),
    hidden: database.prepare('UPDATE outputs SET hidden = ? WHERE id = ?'),
  };
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

  const list = (ids: readonly string[]): LibraryOutput[] =>
    rows.present(ids.flatMap((id) => byId.all(Number(id))));

  return {
    search(requested) {
      const after = requested.cursor === undefined ? null : readCursor(requested.cursor);
      const limit = requested.limit ?? PAGE;
      const { search, rows: found } = readPage(requested, after, limit, { all, vocabulary });
      return {
        outputs: rows.present(found.slice(0, limit)),
        nextCursor: cursorBehind(found, limit),
        total: after === null ? Number(all(countQuery(search))[0]?.['count'] ?? 0) : null,
      };
    },

    facets: (connectionId, projectId) => readFacets(all, connectionId, projectId),

    originsOf: (output) => rows.present(bytes.origins(bytesOf(output))),

    list,

    change({ outputIds, starred, note, hidden }) {
      transaction(database, () => {
        for (const id of outputIds) {
          const found = rows.find(id);
          if (found === null) throw new DeskError('NOT_FOUND', 'This output is not listed any more.');
          const content = bytesOf(found.output);
          for (const fields of changesOf(found.output, { starred, note, hidden })) {
            record(found.output.connectionId, fields);
          }
          if (starred !== undefined) change.starred.run(starred ? 1 : 0, Number(id));
          if (starred !== undefined) bytes.setStar(content, starred);
          if (hidden !== undefined) change.hidden.run(hidden ? 1 : 0, Number(id));
          // Else another of them would stand in its place.
          if (hidden !== undefined) bytes.hide(content, hidden);
          if (note === undefined) continue;
          const text = note === '' ? null : note;
          change.note.run(text, Number(id));
          recorded.index({ ...found.output, note: text }, found.inputs);
        }
      });
      return list(outputIds);
    },

    latestPicture: latestPictures(database),
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
