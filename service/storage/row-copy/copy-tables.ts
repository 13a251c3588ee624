import { DatabaseProblem } from '../database-unavailable.ts';
import { migrations } from '../migrations/index.ts';
import type { SqlValue } from '../database.ts';
import { RowHash, type TableContent } from './row-hash.ts';
import { contentOf, pagesOf, type RowSource } from './row-pages.ts';
import { SqliteRows } from './sqlite-source.ts';
import { openFreshDatabase, serviceTables, type Table } from './tables.ts';

/** Where rows are put, inside one transaction. */
interface RowTarget extends RowSource {
  /** Runs a write once for each list of values. */
  writeMany(sql: string, values: readonly (readonly SqlValue[])[]): Promise<void>;
  /** Stands before the values of a row whose columns would number themselves. */
  readonly overriding: string;
  /** Marks the rows as an earlier state of a database. */
  markAsCopy(): Promise<void>;
}

/** What a database held, by table. */
export type DatabaseContent = Record<string, TableContent>;

export interface CopyOptions {
  /** The rows are an earlier state, which the service that opens them has to know; else as the source says. */
  isStale?: boolean | undefined;
  /** Stops between two pages of rows. */
  signal?: AbortSignal | undefined;
  onTable?: ((table: string, content: TableContent) => void) | undefined;
}

/**
 * Copies all rows of a database into one that nobody has used, and reads them back from there: each table has to have as many
 * rows, with the same values. Call it inside a transaction of the target, which is to be rolled back when this throws.
 * @throws DatabaseProblem where they are of different versions, the target holds something, or other rows came back
 */
export async function copyRows(
  source: RowSource,
  target: RowTarget,
  { signal, onTable, isStale }: CopyOptions = {},
): Promise<DatabaseContent> {
  await checkVersion(source, 'copied from');
  await checkVersion(target, 'copied into');
  const tables = serviceTables();
  await refuseUsed(target, tables);
  const content: DatabaseContent = {};
  for (const table of tables) {
    const copied = await copyTable(table, source, target, signal);
    content[table.name] = copied;
    onTable?.(table.name, copied);
  }
  await compare(content, target, tables, signal);
  if (isStale ?? (await source.isCopy())) await target.markAsCopy();
  return content;
}

/** What each table of a database holds. @throws DatabaseProblem where it is of another version */
export async function databaseContent(
  source: RowSource,
  { signal, onTable }: CopyOptions = {},
): Promise<DatabaseContent> {
  await checkVersion(source, 'read');
  const content: DatabaseContent = {};
  for (const table of serviceTables()) {
    content[table.name] = await contentOf(source, table, signal);
    onTable?.(table.name, content[table.name]!);
  }
  return content;
}

async function copyTable(
  table: Table,
  source: RowSource,
  target: RowTarget,
  signal: AbortSignal | undefined,
): Promise<TableContent> {
  // What its migrations and the triggers of other tables have put there comes from the source too.
  await target.writeMany(`DELETE FROM ${table.name}`, [[]]);
  const columns = table.columns.map(({ name }) => name);
  const sql = `INSERT INTO ${table.name} (${columns.join(', ')}) ${target.overriding} VALUES (${columns.map(() => '?').join(', ')})`;
  const hash = new RowHash(table);
  for await (const rows of pagesOf(source, table, signal)) {
    for (const row of rows) hash.add(row);
    await target.writeMany(
      sql,
      rows.map((row) => columns.map((name) => row[name] ?? null)),
    );
  }
  return hash.content;
}

async function compare(
  expected: DatabaseContent,
  target: RowSource,
  tables: readonly Table[],
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const table of tables) {
    const found = await contentOf(target, table, signal);
    const { rows, sha256 } = expected[table.name]!;
    if (found.rows === rows && found.sha256 === sha256) continue;
    throw new DatabaseProblem(
      `The table ${table.name} came back with other rows (${found.rows} of ${rows}). Nothing was kept in the new place, and the old one is as it was; say it again.`,
    );
  }
}

/** Rows are only read and written by the version that made the tables. */
async function checkVersion(source: RowSource, verb: string): Promise<void> {
  const applied = await source.migrations();
  const latest = migrations.at(-1)!.number;
  const highest = Math.max(0, ...applied);
  if (applied.size === migrations.length && highest === latest) return;
  if (highest > latest)
    throw new DatabaseProblem(
      `The database that is to be ${verb} was written by a newer Patchbay. Use that version.`,
    );
  throw new DatabaseProblem(
    applied.size === 0
      ? `The database that is to be ${verb} has no tables of Patchbay. Correct its address.`
      : `The database that is to be ${verb} was written by an earlier Patchbay (step ${highest} of ${latest}). Start the service with it once, which brings it up to date, then stop it and say this again.`,
  );
}

/** @throws DatabaseProblem unless every table is as its migrations left it */
async function refuseUsed(target: RowSource, tables: readonly Table[]): Promise<void> {
  const fresh = openFreshDatabase();
  try {
    const untouched = new SqliteRows(fresh);
    for (const table of tables) {
      const expected = await contentOf(untouched, table);
      const [count] = await target.query(`SELECT COUNT(*) AS n FROM ${table.name}`);
      const rows = Number(count?.['n']);
      if (rows === expected.rows && (await contentOf(target, table)).sha256 === expected.sha256) continue;
      throw new DatabaseProblem(
        `The database that is to be copied into is not empty: its table ${table.name} has rows already. Name an empty one; nothing is ever written over.`,
      );
    }
  } finally {
    fresh.close();
  }
}
