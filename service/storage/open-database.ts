import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from './database.ts';
import { migrations } from './migrations/index.ts';
import { appliedMigrations } from './schema-version.ts';
import { SqliteDatabase } from './sqlite-database.ts';

/**
 * Opens (or creates) the file of the service's database and brings its schema up to date: for work on the file itself.
 * WAL with `synchronous=FULL`: a 2xx response promises that the write survives a power cut.
 * @param file path, or `:memory:` for tests of pure SQL.
 * @param beforeMigration called before the schema of a database with content is changed.
 * @throws NewerDatabaseError when the file is of a newer version of Patchbay.
 */
export function openDatabaseFile(
  file: string,
  beforeMigration: (db: DatabaseSync) => void = () => {},
): DatabaseSync {
  if (file !== ':memory:') createPrivate(file);
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA busy_timeout = 5000');
    // Looked at before anything is set: a database of a newer version is left as it is.
    const applied = appliedMigrations(db);
    db.exec('PRAGMA journal_mode = WAL');
    db.exec('PRAGMA synchronous = FULL');
    db.exec('PRAGMA foreign_keys = ON');
    if (applied.size > 0 && applied.size < migrations.length) beforeMigration(db);
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** As `openDatabaseFile`, as the service uses it. */
export const openDatabase = (file: string, beforeMigration?: (db: DatabaseSync) => void): Database =>
  new SqliteDatabase(openDatabaseFile(file, beforeMigration));

/**
 * A new database file is its owner's alone: it holds the secrets that URLs are signed with. SQLite gives its WAL files
 * the same permissions. Those of a file that is there are the administrator's choice.
 */
function createPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/** One transaction over all of it: a second process that opens the file meanwhile waits and finds it done. */
function migrate(db: DatabaseSync): void {
  fileTransaction(db, () => {
    db.exec('CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT');
    const applied = appliedMigrations(db);
    for (const migration of migrations) {
      if (applied.has(migration.number)) continue;
      db.exec(migration.sql);
      db.prepare('INSERT INTO migrations (number, name) VALUES (?, ?)').run(migration.number, migration.name);
    }
  });
}

/**
 * Runs `work` in one write transaction of a connection that nobody else uses: all of it, or none. `work` must be
 * synchronous.
 */
export function fileTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
