import type { DatabaseSync } from 'node:sqlite';

/** All of it or nothing. @throws what the work throws */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite has done so itself when the disk failed.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
