import type { Database } from '#service/storage/database.ts';
import { queryRow } from '#service/storage/statements.ts';

/** A number that grows with every row that this connection writes. Costs no lock: SQLite looks into no file for it. */
export const localChanges = (db: Database): number =>
  Number(queryRow(db, 'SELECT total_changes() AS changes')?.['changes']);
