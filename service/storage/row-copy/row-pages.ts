import type { Row, SqlValue } from '../database.ts';
import { RowHash, type TableContent } from './row-hash.ts';
import type { Table } from './tables.ts';

/** A database whose rows stand still while they are read. */
export interface RowSource {
  /** Rows of a statement, integers as bigints. */
  query(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Numbers of the migrations it has had. */
  migrations(): Promise<Set<number>>;
  /** Whether it is an earlier state of a database, and no service has noticed yet. */
  isCopy(): Promise<boolean>;
}

/** Reading goes on page by page; one holds about so many bytes, as single rows may be megabytes. */
const PAGE_BYTES = 8 * 1024 * 1024;
const FIRST_PAGE = 16;
const MAX_PAGE = 2000;

/** All rows of a table, in the order of its key. @param signal ends it between two pages */
export async function* pagesOf(
  source: RowSource,
  table: Table,
  signal?: AbortSignal,
): AsyncGenerator<Row[], void, void> {
  const columns = table.columns.map(({ name }) => name).join(', ');
  const key = table.key.join(', ');
  const positions = table.key.map(() => '?').join(', ');
  let last: SqlValue[] | null = null;
  let limit = FIRST_PAGE;
  for (;;) {
    signal?.throwIfAborted();
    const after = last === null ? '' : `WHERE (${key}) > (${positions})`;
    const rows: Row[] = await source.query(
      `SELECT ${columns} FROM ${table.name} ${after} ORDER BY ${key} LIMIT ?`,
      [...(last ?? []), limit],
    );
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < limit) return;
    last = table.key.map((name) => end[name] ?? null);
    limit = nextLimit(rows, limit);
  }
}

function nextLimit(rows: readonly Row[], limit: number): number {
  let bytes = 0;
  for (const row of rows) for (const value of Object.values(row)) bytes += sizeOf(value);
  const fitting = Math.floor(PAGE_BYTES / Math.max(1, bytes / rows.length));
  return Math.max(1, Math.min(MAX_PAGE, limit * 4, fitting));
}

const sizeOf = (value: SqlValue): number =>
  typeof value === 'string' ? value.length : value instanceof Uint8Array ? value.byteLength : 8;

/** What a table holds now. */
export async function contentOf(
  source: RowSource,
  table: Table,
  signal?: AbortSignal,
): Promise<TableContent> {
  const hash = new RowHash(table);
  for await (const rows of pagesOf(source, table, signal)) for (const row of rows) hash.add(row);
  return hash.content;
}
