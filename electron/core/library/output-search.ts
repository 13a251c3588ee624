import type { OutputSearch } from '#shared/desk/index.ts';
import { foldText, type Vocabulary } from '#shared/search/index.ts';
import { jsonOf } from '../response-cache/json-of.ts';
import { DeskError } from '../desk-error.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { z } from 'zod';

/** A search for outputs as SQL. */

type SqlValue = string | number;

export interface Condition {
  sql: string;
  values: SqlValue[];
}

const MAX_WORDS = 16;
const MAX_WORD_LENGTH = 64;

/** The words of a text as FTS5 asks for them, each as the beginning of one; empty where it has none. */
const prefixesOf = (text: string): string =>
  text
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
    .map((word) => `"${word.slice(0, MAX_WORD_LENGTH).toWellFormed()}"*`)
    .join(' ');

/**
 * A text as FTS5 asks for it: all of its words, each as the beginning of one. Null when it has no word. Words are indexed
 * folded; those as they were typed find what an earlier version indexed.
 */
export function wordsQuery(text: string): string | null {
  const typed = text.toWellFormed();
  const previous = prefixesOf(typed);
  const folded = prefixesOf(foldText(typed));
  if (folded === '' || folded === previous.toLowerCase()) return previous === '' ? null : previous;
  return `(${folded}) OR (${previous === '' ? folded : previous})`;
}

/** The search with typing errors in its words corrected; null where there are none. @param vocabulary of all that outputs are found by. */
export function withCorrectedWords(search: OutputSearch, vocabulary: () => Vocabulary): OutputSearch | null {
  if (search.text === undefined || search.text.trim() === '') return null;
  const text = vocabulary().correct(search.text);
  return text === null ? null : { ...search, text };
}

const Cursor = z.tuple([z.string(), z.int()]);

/** A place in the order of outputs: newest first, of the same time the one recorded last. */
export interface OutputCursor {
  createdAt: string;
  id: number;
}

export const writeCursor = ({ createdAt, id }: OutputCursor): string =>
  Buffer.from(JSON.stringify([createdAt, id])).toString('base64url');

/** @throws DeskError `INVALID_REQUEST` for a cursor that no page gave. */
export function readCursor(cursor: string): OutputCursor {
  const parsed = Cursor.safeParse(jsonOf(Buffer.from(cursor, 'base64url')));
  if (!parsed.success) {
    throw new DeskError('INVALID_REQUEST', 'This page of the outputs is not known. Open the list again.');
  }
  return { createdAt: parsed.data[0], id: parsed.data[1] };
}

const OF_BATCHES = '$.run_id IN (SELECT run_id FROM runs WHERE connection_id = ? AND batch_id';

/** Whether runs of grids and batches are asked for, or the others. */
function addOriginFilter(
  { connectionId, madeBy, batchId }: OutputSearch,
  add: (sql: string, ...operands: SqlValue[]) => void,
): void {
  if (batchId !== undefined) add(`${OF_BATCHES} = ?)`, connectionId, batchId);
  switch (madeBy) {
    case undefined:
      return;
    case 'runs':
      return add(`NOT EXISTS (SELECT 1 FROM runs r
        WHERE r.connection_id = $.connection_id AND r.run_id = $.run_id AND r.batch_id IS NOT NULL)`);
    case 'deleted':
      return add(
        `${OF_BATCHES} IS NOT NULL AND batch_id NOT IN (SELECT id FROM batches WHERE connection_id = ?))`,
        connectionId,
        connectionId,
      );
    case 'grids':
    case 'tables':
      return add(
        `${OF_BATCHES} IN (SELECT id FROM batches WHERE connection_id = ? AND kind = ?))`,
        connectionId,
        connectionId,
        madeBy === 'grids' ? 'grid' : 'table',
      );
    default:
      return assertNever(madeBy);
  }
}

/** Which values of an input are asked for: of one node or of all, one value or a range. */
function valueCondition({
  nodeId,
  name,
  value,
  from,
  to,
}: NonNullable<OutputSearch['inputs']>[number]): Condition {
  const conditions: [string, SqlValue | undefined][] = [
    ['name = ?', name],
    ['node_id = ?', nodeId],
    ['value = ?', value],
    ['number >= ?', from],
    ['number <= ?', to],
  ];
  const filters = conditions.flatMap(([sql, filter]) =>
    filter === undefined ? [] : [{ sql, operand: filter }],
  );
  return {
    sql: filters.map(({ sql }) => sql).join(' AND '),
    values: filters.map(({ operand }) => operand),
  };
}

/** Whether two outputs are the same file, or files of equal bytes as far as that is known. */
const sameBytes = (a: string, b: string): string =>
  `coalesce(${a}.hash, ${a}.file_id) = coalesce(${b}.hash, ${b}.file_id)`;

/** Outputs of equal bytes that are counted; more are as many. */
const MAX_COPIES = 1000;

/** What a search asks of an output, but for its page and its stacks. @param alias of the table of outputs. */
function searchCondition(search: OutputSearch, alias: string): Condition {
  const clauses: string[] = [`${alias}.connection_id = ?`];
  const values: SqlValue[] = [search.connectionId];
  const add = (sql: string, ...operands: SqlValue[]) => {
    clauses.push(sql.replaceAll('$', alias));
    values.push(...operands);
  };
  if (search.projectId !== undefined) add('$.project_id = ?', search.projectId);
  if (search.templateId !== undefined) add('$.template_id = ?', search.templateId);
  if (search.runId !== undefined) add('$.run_id = ?', search.runId);
  if (search.nodeId !== undefined) add('$.node_id = ?', search.nodeId);
  if (search.fileId !== undefined) add('$.file_id = ?', search.fileId);
  if (search.kind !== undefined) add('$.kind = ?', search.kind);
  addOriginFilter(search, add);
  if (search.from !== undefined) add('$.created_at >= ?', search.from);
  if (search.to !== undefined) add('$.created_at < ?', search.to);
  if (search.starred === true) add('$.starred = 1');
  add(search.hidden === true ? '$.hidden = 1' : '$.hidden = 0');
  if (search.collectionId !== undefined) {
    add('$.id IN (SELECT output_id FROM collection_items WHERE collection_id = ?)', search.collectionId);
  }
  for (const input of search.inputs ?? []) {
    const inputCondition = valueCondition(input);
    add(
      `$.id IN (SELECT output_id FROM output_inputs
        WHERE value_id IN (SELECT id FROM input_values WHERE ${inputCondition.sql}))`,
      ...inputCondition.values,
    );
  }
  if (search.stackOf !== undefined) {
    add('$.stack = (SELECT stack FROM outputs WHERE id = ?)', Number(search.stackOf));
  }
  if (search.text !== undefined && search.text.trim() !== '') {
    const query = wordsQuery(search.text);
    if (query === null) add('0');
    else add('$.id IN (SELECT rowid FROM output_words WHERE output_words MATCH ?)', query);
  }
  if (search.distinct === true) {
    const twin = `${alias}_twin`;
    const condition = searchCondition({ ...search, distinct: undefined }, twin);
    clauses.push(`NOT EXISTS (SELECT 1 FROM outputs ${twin} WHERE ${twin}.run_id = ${alias}.run_id
      AND ${twin}.id < ${alias}.id AND ${twin}.kind = ${alias}.kind AND (${sameBytes(twin, alias)}
        OR (${twin}.file_id IS NULL AND ${alias}.file_id IS NULL AND ${twin}.value = ${alias}.value))
      AND ${condition.sql})`);
    // Of several runs the newest stands for all, but for one whose file was deleted.
    clauses.push(`NOT EXISTS (SELECT 1 FROM outputs ${twin} WHERE ${sameBytes(twin, alias)}
      AND ${twin}.run_id <> ${alias}.run_id AND ${twin}.kind = ${alias}.kind
      AND (1 - ${twin}.missing, ${twin}.created_at, ${twin}.id) > (1 - ${alias}.missing, ${alias}.created_at, ${alias}.id)
      AND ${condition.sql})`);
    values.push(...condition.values, ...condition.values);
  }
  return { sql: clauses.join(' AND '), values };
}

/** SQL of one page, newest first. @param limit rows. */
export function pageQuery(search: OutputSearch, after: OutputCursor | null, limit: number): Condition {
  const outputCondition = searchCondition(search, 'o');
  const values: SqlValue[] = [];
  let size = '1';
  if (search.stacked === true) {
    const members = searchCondition(search, 's');
    size = `(SELECT count(*) FROM outputs s WHERE s.stack = o.stack AND ${members.sql})`;
    values.push(...members.values);
  }
  let copies = '1';
  if (search.distinct === true) {
    const twins = searchCondition({ ...search, distinct: undefined }, 'c');
    copies = `(SELECT count(*) FROM (SELECT 1 FROM outputs c WHERE ${sameBytes('c', 'o')}
      AND c.kind = o.kind AND ${twins.sql} LIMIT ${MAX_COPIES}))`;
    values.push(...twins.values);
  }
  values.push(...outputCondition.values);
  let sql = `SELECT o.*, ${size} AS stack_size, ${copies} AS copy_count FROM outputs o WHERE ${outputCondition.sql}`;
  if (search.stacked === true) {
    const newer = searchCondition(search, 'n');
    sql += ` AND NOT EXISTS (SELECT 1 FROM outputs n WHERE n.stack = o.stack
      AND (n.created_at, n.id) > (o.created_at, o.id) AND ${newer.sql})`;
    values.push(...newer.values);
  }
  if (after !== null) {
    sql += ' AND (o.created_at, o.id) < (?, ?)';
    values.push(after.createdAt, after.id);
  }
  return { sql: `${sql} ORDER BY o.created_at DESC, o.id DESC LIMIT ?`, values: [...values, limit] };
}

/** SQL of how many there are. */
export function countQuery(search: OutputSearch): Condition {
  const outputCondition = searchCondition(search, 'o');
  const countExpression = search.stacked === true ? 'count(DISTINCT o.stack)' : 'count(*)';
  return {
    sql: `SELECT ${countExpression} AS count FROM outputs o WHERE ${outputCondition.sql}`,
    values: outputCondition.values,
  };
}
