// @module-tag rig
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { markOriginStale, renewOrigin } from './database-origin.ts';
import { openPostgres } from './open-postgres.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import { createTestDatabase, hasPostgres, type TestDatabase } from './testing/databases.ts';

describe.runIf(await hasPostgres())('the origin of a PostgreSQL database', () => {
  let database: TestDatabase;
  let opened: PostgresDatabase[];
  beforeEach(async () => {
    database = await createTestDatabase();
    opened = [];
  });
  afterEach(async () => {
    for (const db of opened) await db.close();
    await database.drop();
  });

  const open = async (url = database.url): Promise<PostgresDatabase> => {
    const db = await openPostgres(url);
    opened.push(db);
    return db;
  };
  const renew = (db: PostgresDatabase) => db.transaction(() => renewOrigin(db));

  it('stays, however often it is opened', async () => {
    expect(await renew(await open())).toBe(false);
    expect(await renew(await open())).toBe(false);
  });

  it('is another one after its rows were put into another database, once', async () => {
    await renew(await open());
    const [row] = await database.execute('SELECT origin FROM database_origin');
    const other = await createTestDatabase();
    // As a dump puts it back: the same rows in other tables.
    await other.execute(
      `CREATE TABLE database_origin (id BIGINT PRIMARY KEY CHECK (id = 1), origin TEXT NOT NULL);
       INSERT INTO database_origin VALUES (1, '${String(row?.['origin'])}')`,
    );
    const db = await open(other.url);
    expect(await renew(db)).toBe(true);
    expect(await renew(db)).toBe(false);
    await db.close();
    opened.pop();
    await other.drop();
  });

  it('is noticed where its tables were made again in the same database', async () => {
    const db = await open();
    await renew(db);
    await database.execute('ALTER TABLE runs RENAME TO gone; CREATE TABLE runs (LIKE gone INCLUDING ALL)');
    expect(await renew(db)).toBe(true);
  });

  it('can be marked', async () => {
    const db = await open();
    await db.transaction(() => markOriginStale(db));
    expect(await renew(db)).toBe(true);
    expect(await renew(db)).toBe(false);
  });

  it('is known to a user without rights on the server', async () => {
    const name = `plain_${database.name.slice(-8)}`;
    await database.execute(
      `CREATE ROLE ${name} LOGIN; GRANT ALL ON SCHEMA public TO ${name}; ALTER TABLE runs OWNER TO ${name}`,
    );
    await database.execute('REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC');
    await database.execute('GRANT ALL ON ALL TABLES IN SCHEMA public TO PUBLIC');
    const url = new URL(database.url);
    url.username = name;
    const db = await open(url.href);
    expect(await renew(db)).toBe(false);
    expect(await renew(db)).toBe(false);
    await db.close();
    opened.pop();
    await database.execute(`DROP OWNED BY ${name} CASCADE; DROP ROLE ${name}`);
  });
});
