import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from './database.ts';
import { markOriginStale, renewOrigin } from './postgres/database-origin.ts';
import { SqliteDatabase } from './sqlite-database.ts';

/**
 * A backup carries a mark in its head (`user_version`), so that the database knows when it is an earlier state of itself, whoever
 * put it in its place. The mark goes in the transaction that draws the conclusions. A database of PostgreSQL has a row for it.
 */
const COPY = 1;

export const MARK_AS_COPY = `PRAGMA user_version = ${COPY}`;

export const isMarkedAsCopy = (db: DatabaseSync): boolean =>
  db.prepare('PRAGMA user_version').get()?.['user_version'] === COPY;

/** Marks the copy of a database in a file that nobody has open. @throws what SQLite says */
export function markAsCopy(file: string): void {
  const db = new DatabaseSync(file);
  try {
    db.exec(MARK_AS_COPY);
  } finally {
    db.close();
  }
}

/** Inside a transaction: removes the mark. @returns whether there was one. */
export async function clearCopyMark(db: Database): Promise<boolean> {
  const wasCopy = await removeMark(db);
  // Writes are counted from an earlier number on: readers of later ones have to read all again.
  if (wasCopy) await db.run('UPDATE team_stores SET store_id = ?', [randomUUID()]);
  return wasCopy;
}

async function removeMark(db: Database): Promise<boolean> {
  if (!(db instanceof SqliteDatabase)) return await renewOrigin(db);
  if ((await db.get('PRAGMA user_version'))?.['user_version'] !== COPY) return false;
  await db.run('PRAGMA user_version = 0');
  return true;
}

/** Marks a database that is open: it turned out to be an earlier state of itself. */
export async function markOpenAsCopy(db: Database): Promise<void> {
  if (db instanceof SqliteDatabase) await db.run(MARK_AS_COPY);
  else await db.transaction(() => markOriginStale(db));
}
