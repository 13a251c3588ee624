import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { noteDatabaseDamage } from './database-health.ts';
import { migrations } from './migrations/index.ts';
import { appliedMigrations } from './schema-version.ts';

export type Database = DatabaseSync;

/**
 * Opens (or creates) the service's database and brings its schema up to date.
 * WAL with `synchronous=FULL`: a 2xx response promises that the write survives a power cut.
 * @param file path, or `:memory:` for tests of pure SQL.
 * @param beforeMigration called before the schema of a database with content is changed.
 * @throws NewerDatabaseError when the file is of a newer version of Patchbay.
 */
export function openDatabase(file: string, beforeMigration: (db: Database) => void = () => {}): Database {
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

/**
 * A new database file is its owner's alone: it holds the secrets that URLs are signed with. SQLite gives its WAL files
 * the same permissions. Those of a file that is there are the administrator's choice.
 */
function createPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/** One transaction over all of it: a second process that opens the file meanwhile waits and finds it done. */
function migrate(db: Database): void {
  transaction(db, () => {
    db.exec('CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT');
    const applied = appliedMigrations(db);
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
    noteDatabaseDamage(db, error);
    throw error;
  } finally {
    rollbackListeners.delete(db);
  }
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; error: unknown };

/**
 * Runs `work` as a part of the open transaction that can fail by itself: what it wrote is rolled back then, and the rest
 * of the transaction stands. `work` must be synchronous.
 * @throws what ended the whole transaction, as a full disk does.
 */
export function withSavepoint<T>(db: Database, work: () => T): Outcome<T> {
  const listenersBefore = rollbackListeners.get(db)?.length ?? 0;
  db.exec('SAVEPOINT part');
  try {
    const value = work();
    db.exec('RELEASE part');
    return { ok: true, value };
  } catch (error) {
    if (!db.isTransaction) throw error;
    db.exec('ROLLBACK TO part');
    db.exec('RELEASE part');
    for (const listener of rollbackListeners.get(db)?.splice(listenersBefore) ?? []) listener();
    noteDatabaseDamage(db, error);
    return { ok: false, error };
  }
}
