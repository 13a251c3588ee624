import { DatabaseSync } from 'node:sqlite';
import { migrations } from './migrations/index.ts';

export type Database = DatabaseSync;

/** SQLite's result code for a database that cannot grow. */
const SQLITE_FULL = 13;

/** Whether an error says that the disk is full, be it of a file or of the database. */
export function isDiskFull(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || errcode === SQLITE_FULL;
}

/**
 * Opens (or creates) the service's database and brings its schema up to date.
 * WAL with `synchronous=FULL`: a 2xx answer promises that the write survives a power cut.
 * @param file path, or `:memory:` for tests of pure SQL.
 * @throws Error when the file is of a newer version of Patchbay.
 */
export function openDatabase(file: string): Database {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA busy_timeout = 5000');
  db.exec('PRAGMA journal_mode = WAL');
  db.exec('PRAGMA synchronous = FULL');
  db.exec('PRAGMA foreign_keys = ON');
  migrate(db);
  return db;
}

/** One transaction over all of it: a second process that opens the file meanwhile waits and finds it done. */
function migrate(db: Database): void {
  transaction(db, () => {
    db.exec('CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT');
    const applied = new Set(
      db
        .prepare('SELECT number FROM migrations')
        .all()
        .map((row) => Number(row['number'])),
    );
    const known = new Set(migrations.map((migration) => migration.number));
    for (const number of applied) {
      if (!known.has(number)) {
        throw new Error(
          'This data directory was written by a newer Patchbay. Start that version, or choose another directory.',
        );
      }
    }
    for (const migration of migrations) {
      if (applied.has(migration.number)) continue;
      db.exec(migration.sql);
      db.prepare('INSERT INTO migrations (number, name) VALUES (?, ?)').run(migration.number, migration.name);
    }
  });
}

const rollbackListeners = new WeakMap<Database, (() => void)[]>();

/** Inside a transaction: calls `listener` if it is rolled back, for what is kept in memory beside the rows. */
export function onRollback(db: Database, listener: () => void): void {
  if (!db.isTransaction) return;
  const listeners = rollbackListeners.get(db);
  if (listeners) listeners.push(listener);
  else rollbackListeners.set(db, [listener]);
}

/**
 * Runs `work` in one write transaction: all of it, or none. `work` must be synchronous.
 * Inside an open transaction it simply joins it.
 */
export function transaction<T>(db: Database, work: () => T): T {
  if (db.isTransaction) return work();
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    for (const listener of rollbackListeners.get(db) ?? []) listener();
    throw error;
  } finally {
    rollbackListeners.delete(db);
  }
}
