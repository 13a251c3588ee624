import type { Database } from '#service/storage/database.ts';
import { one } from '#service/storage/statements.ts';

/** A text that changes with every write to the database, by this connection or any other. */
export function stateOf(db: Database): string {
  const own = one(db, 'SELECT total_changes() AS changes')?.['changes'];
  const foreign = one(db, 'PRAGMA data_version')?.['data_version'];
  return `${String(own)} ${String(foreign)}`;
}
