import type { Database } from '#service/storage/database.ts';
import { one } from '#service/storage/statements.ts';

/** A number that grows with every row that this connection writes. Costs no lock: SQLite looks into no file for it. */
export const ownChanges = (db: Database): number =>
  Number(one(db, 'SELECT total_changes() AS changes')?.['changes']);
