import { DatabaseSync } from 'node:sqlite';
import type { Database } from './database.ts';
import { SqliteDatabase } from './sqlite-database.ts';

/**
 * A backup carries a mark in its head (`user_version`), so that the database knows when it is an earlier state of itself, whoever
 * put it in its place. The mark goes in the transaction that draws the conclusions.
 */
const COPY = 1;

/** Marks the copy of a database in a file that nobody has open. @throws what SQLite says */
export function markAsCopy(file: string): void {
  const db = new DatabaseSync(file);
  try {
    db.exec(`PRAGMA user_version = ${COPY}`);
  } finally {
    db.close();
  }
}

/** Inside a transaction: removes the mark. @returns whether there was one. */
export async function clearCopyMark(db: Database): Promise<boolean> {
  // Of others the service makes no copies.
  if (!(db instanceof SqliteDatabase)) return false;
  if ((await db.get('PRAGMA user_version'))?.['user_version'] !== COPY) return false;
  await db.run('PRAGMA user_version = 0');
  return true;
}
