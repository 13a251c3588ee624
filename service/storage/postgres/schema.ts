import type { ClientBase } from 'pg';
import { migrations } from '../migrations/index.ts';
import { isNewerVersion, NewerDatabaseError } from '../schema-version.ts';
import { schemaToPostgres } from './dialect.ts';
import { lockSql, MIGRATING } from './locks.ts';
import { createProcessTables } from './process-tables.ts';

/** Brings the tables of a PostgreSQL database up to date, from the list of migrations that SQLite has too. */

/** @throws NewerDatabaseError, or what PostgreSQL says; nothing was changed then. */
export async function migratePostgres(client: ClientBase): Promise<void> {
  await client.query('BEGIN');
  try {
    // Two that start at the same time: the second waits, and finds it done.
    await client.query(lockSql(MIGRATING));
    const { rows: existing } = await client.query("SELECT to_regclass('migrations') AS found");
    if (existing[0]?.found === null)
      await client.query('CREATE TABLE migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL)');
    const { rows } = await client.query('SELECT number FROM migrations');
    const applied = new Set(rows.map(({ number }) => Number(number)));
    if (isNewerVersion(applied)) {
      throw new NewerDatabaseError(
        'This database was written by a newer Patchbay. Start that version, or name another database.',
      );
    }
    for (const { number, name, sql, postgres } of migrations) {
      if (applied.has(number)) continue;
      await client.query(postgres ?? schemaToPostgres(sql));
      await client.query('INSERT INTO migrations (number, name) VALUES ($1, $2)', [number, name]);
    }
    await createProcessTables(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
