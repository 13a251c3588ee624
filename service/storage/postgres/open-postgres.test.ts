import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabaseFile } from '../open-database.ts';
import { migrations } from '../migrations/index.ts';
import { openPostgres } from './open-postgres.ts';
import { createTestDatabase, hasPostgres, type TestDatabase } from './testing/databases.ts';

describe.runIf(await hasPostgres())('opening a PostgreSQL database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ empty: true });
  });
  afterAll(() => database.drop());

  it('makes its tables once, however many open it at the same time, with the columns of SQLite', async () => {
    const opened = await Promise.all([1, 2, 3, 4].map(() => openPostgres(database.url)));
    await Promise.all(opened.map((db) => db.close()));
    expect(await database.execute('SELECT count(*)::int AS n FROM migrations')).toEqual([
      { n: migrations.length },
    ]);
    const columns =
      await database.execute(`SELECT table_name || '.' || column_name || ' ' || is_nullable AS shown
      FROM information_schema.columns WHERE table_schema = 'public'
        AND table_name NOT IN ('database_writers', 'service_processes', 'request_counts')`);
    const indexes = await database.execute(`SELECT indexname AS shown FROM pg_indexes
      WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint)`);
    const file = openDatabaseFile(':memory:');
    expect(new Set(columns.map(({ shown }) => shown))).toEqual(new Set(columnsOf(file)));
    expect(new Set(indexes.map(({ shown }) => shown))).toEqual(new Set(indexesOf(file)));
    file.close();
  });

  it('leaves a database of a newer version as it is', async () => {
    await database.execute("INSERT INTO migrations VALUES (9999, 'later')");
    await expect(openPostgres(database.url)).rejects.toThrow('written by a newer Patchbay');
    await database.execute('DELETE FROM migrations WHERE number = 9999');
  });

  it('says which server, database or right is missing, and never the password', async () => {
    const url = (change: (url: URL) => void): string => {
      const changed = new URL(database.url);
      changed.password = 'hush';
      change(changed);
      return changed.href;
    };
    const refusal = async (address: string) =>
      String(await openPostgres(address).catch((error: unknown) => error));
    const nowhere = await refusal('postgres://postgres:hush@127.0.0.1:1/name');
    expect(nowhere).toMatch(
      /No PostgreSQL answers at 127\.0\.0\.1:1\/name .*Start it, or correct --database/,
    );
    const unknown = await refusal(url((changed) => (changed.pathname = '/nothing')));
    expect(unknown).toMatch(/has no database .*nothing\. Create it/);
    await database.execute('DROP ROLE IF EXISTS stranger; CREATE ROLE stranger LOGIN');
    const empty = await createTestDatabase({ empty: true });
    const stranger = await refusal(
      url((changed) => {
        changed.username = 'stranger';
        changed.pathname = `/${empty.name}`;
      }),
    );
    expect(stranger).toMatch(/may not use the database .*permission denied.*Make it the owner/);
    await empty.execute(`ALTER DATABASE ${empty.name} SET default_transaction_read_only = on`);
    const readOnly = await refusal(url((changed) => (changed.pathname = `/${empty.name}`)));
    expect(readOnly).toMatch(/can only be read.*Name the primary server/);
    await empty.drop();
    const latin = await createTestDatabase({ empty: true, encoding: 'LATIN1' });
    const encoded = await refusal(latin.url);
    expect(encoded).toMatch(/is encoded as LATIN1.*ENCODING 'UTF8'/);
    await latin.drop();
    expect([nowhere, unknown, stranger, readOnly, encoded].join('\n')).not.toContain('hush');
  });
});

const namesIn = (db: DatabaseSync, sql: string): string[] =>
  db
    .prepare(sql)
    .all()
    .map((row) => String(row['shown']));

const columnsOf = (db: DatabaseSync): string[] =>
  namesIn(
    db,
    `SELECT t.name || '.' || c.name || CASE WHEN c."notnull" OR c.pk THEN ' NO' ELSE ' YES' END AS shown
     FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'`,
  );

const indexesOf = (db: DatabaseSync): string[] =>
  namesIn(db, `SELECT name AS shown FROM sqlite_schema WHERE type = 'index' AND name NOT LIKE 'sqlite_%'`);
