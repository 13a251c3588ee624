import type { DatabaseSync } from 'node:sqlite';
import type { Database } from '#service/storage/database.ts';
import { SqliteDatabase } from '#service/storage/sqlite-database.ts';

/** The connection of a service's database, for tests that look into it or change it beside the service. */
export function connectionOf(db: Database): DatabaseSync {
  if (!(db instanceof SqliteDatabase)) throw new Error('This database is not one connection of SQLite.');
  return db.connection;
}
