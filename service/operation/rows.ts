import type { Database } from '#service/storage/database.ts';
import { all, queryRow, text } from '#service/storage/statements.ts';

/** What is counted for who operates the service. */

/** Runs that have not ended, by status. */
export async function activeRuns(db: Database): Promise<Map<string, number>> {
  const rows = await all(
    db,
    `SELECT status, COUNT(*) AS n FROM runs WHERE status IN ('accepted', 'queued', 'running') GROUP BY status`,
  );
  return new Map(rows.map((row) => [text(row, 'status'), Number(row['n'])]));
}

/** Bytes that all accounts have stored. */
export const storedBytes = async (db: Database): Promise<number> =>
  Number((await queryRow(db, 'SELECT COALESCE(SUM(storage_used_bytes), 0) AS n FROM accounts'))?.['n']);

/** How many migrations the database has had. */
export const migrationCount = async (db: Database): Promise<number> =>
  Number((await queryRow(db, 'SELECT COUNT(*) AS n FROM migrations'))?.['n']);
