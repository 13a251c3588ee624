import type { Database } from '#service/storage/database.ts';
import { queryRow, text } from '#service/storage/statements.ts';

/** The account that was there first: that of the owner of the data folder. Null while there is none. */
export async function firstAccount(db: Database): Promise<string | null> {
  const row = await queryRow(db, 'SELECT id FROM accounts ORDER BY id LIMIT 1');
  return row === undefined ? null : text(row, 'id');
}
