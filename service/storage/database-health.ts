import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { migrations } from './migrations/index.ts';
import { appliedMigrations } from './schema-version.ts';

/** Whether a database can be trusted: told by what SQLite answers, by its own check, and by the tables it holds. */

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
const SQLITE_CONSTRAINT = 19;
/** Extended code: the file is shorter than its own header says. */
const SQLITE_IOERR_SHORT_READ = 522;

/** Whether an error says that the database's bytes are damaged, rather than that reading failed this once. */
export function isDatabaseDamage(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  if (typeof errcode !== 'number') return false;
  // Extended codes keep the plain one in their low byte.
  return (
    errcode === SQLITE_IOERR_SHORT_READ ||
    (errcode & 0xff) === SQLITE_CORRUPT ||
    (errcode & 0xff) === SQLITE_NOTADB
  );
}

const listeners = new WeakMap<object, (error: unknown) => void>();

/** Calls `listener` for each error of this database that says that it is damaged. */
export function onDatabaseDamage(db: object, listener: (error: unknown) => void): void {
  listeners.set(db, listener);
}

/** Passes an error on when it says that the database is damaged. @returns whether it does. */
export function noteDatabaseDamage(db: object, error: unknown): boolean {
  if (!isDatabaseDamage(error)) return false;
  listeners.get(db)?.(error);
  return true;
}

/** A larger file is checked while it is backed up, off the main thread, instead of at opening. Bytes. */
const MAX_CHECKED_AT_OPENING = 256 * 1024 * 1024;

/**
 * Looks for damage. Opens the file for writing, as SQLite puts its write-ahead log in order on opening.
 * @param maxBytes a larger file is only looked at for its tables; Infinity checks every page.
 * @returns what is wrong, in a few words, or null. @throws NewerDatabaseError, or what the system says when the file
 * cannot be read at all.
 */
export function findDatabaseDamage(file: string, maxBytes = MAX_CHECKED_AT_OPENING): string | null {
  return inspect(file, (db, sizeBytes) => {
    if (sizeBytes > maxBytes || checks(db, 'quick_check')) return null;
    return 'its pages are damaged';
  });
}

/** Whether damage was found; `mended`: only indexes did not fit their tables, and were made anew from them. */
export type Examined = { damage: string | null; mended: boolean };

/** As `findDatabaseDamage`, and compares indexes with their tables. Takes several times as long. */
export function examineDatabase(file: string): Examined {
  let mended = false;
  const damage = inspect(file, (db) => {
    if (checks(db, 'integrity_check')) return null;
    if (!checks(db, 'quick_check')) return 'its pages are damaged';
    // The pages are sound, so what is wrong is in an index.
    mended = remakeIndexes(db) && checks(db, 'integrity_check');
    return mended ? null : 'its indexes are damaged';
  });
  return { damage, mended };
}

const checks = (db: DatabaseSync, check: 'quick_check' | 'integrity_check'): boolean =>
  db.prepare(`PRAGMA ${check}(1)`).get()?.[check] === 'ok';

/** @returns false when rows of a table contradict each other. */
function remakeIndexes(db: DatabaseSync): boolean {
  try {
    db.exec('REINDEX');
    return true;
  } catch (error) {
    const { errcode } = (error ?? {}) as { errcode?: unknown };
    if (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_CONSTRAINT) return false;
    throw error;
  }
}

/** Opens the file, looks at its tables, then calls `check`, which says what is wrong. */
function inspect(file: string, check: (db: DatabaseSync, sizeBytes: number) => string | null): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return 'it is missing';
  if (!found.isFile()) return 'something else stands in its place';
  if (found.size === 0) return 'it is empty';
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file);
    db.exec('PRAGMA busy_timeout = 5000');
    const missing = findMissingColumns(db);
    if (missing !== null) return missing;
    return check(db, found.size);
  } catch (error) {
    if (isDatabaseDamage(error)) return 'its pages are damaged';
    throw error;
  } finally {
    db?.close();
  }
}

type Columns = Map<string, Set<string>>;

function columnsOf(db: DatabaseSync): Columns {
  const rows = db
    .prepare(
      `SELECT t.name AS t, c.name AS c FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'`,
    )
    .all();
  const columns: Columns = new Map();
  for (const row of rows) {
    const table = String(row['t']);
    columns.set(table, (columns.get(table) ?? new Set()).add(String(row['c'])));
  }
  return columns;
}

/** What the migrations a database names have made, and is not there. @throws NewerDatabaseError */
function findMissingColumns(db: DatabaseSync): string | null {
  const present = columnsOf(db);
  // As a stop in the middle of the first start leaves it.
  if (present.size === 0) return 'it is empty';
  if (!present.has('migrations')) return 'its tables are missing';
  const applied = appliedMigrations(db);
  const expected = new DatabaseSync(':memory:');
  try {
    for (const { number, sql } of migrations) if (applied.has(number)) expected.exec(sql);
    for (const [table, columns] of columnsOf(expected)) {
      for (const column of columns) {
        if (present.get(table)?.has(column) !== true) return `its table ${table} is damaged`;
      }
    }
    return null;
  } finally {
    expected.close();
  }
}
