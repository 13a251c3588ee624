// @module-tag rig
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseUnavailable, DatabaseUnreachable } from '../database-unavailable.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { createTestDatabase, hasPostgres, type TestDatabase } from './testing/databases.ts';
import type { CutNetwork } from './testing/network.ts';

describe.runIf(await hasPostgres())('a database whose connections end', () => {
  let database: TestDatabase;
  let network: CutNetwork;
  let db: PostgresDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    network = await database.throughNetwork();
    await database.execute('CREATE TABLE entries (name TEXT PRIMARY KEY, amount BIGINT)');
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    db = await PostgresDatabase.open(network.url);
    await db.run('DELETE FROM entries');
  });
  afterEach(() => db.close());

  const add = (name: string) => db.run('INSERT INTO entries (name, amount) VALUES (?, 0)', [name]);
  const names = async () =>
    (await db.all('SELECT name FROM entries ORDER BY name')).map((row) => row['name']);

  it('is used again where they ended while nobody used them, and nobody notices', async () => {
    await add('a');
    await Promise.all([names(), names(), names()]);
    await database.endConnections();
    expect(await Promise.all([names(), names()])).toEqual([['a'], ['a']]);
    await database.endConnections();
    await add('b');
    await database.endConnections();
    expect(await db.snapshot(() => names())).toEqual(['a', 'b']);
  });

  it('has nothing of a transaction in whose middle they ended', async () => {
    const rolledBack: string[] = [];
    const failing = db.transaction(async () => {
      db.onRollback(() => rolledBack.push('a'));
      await add('a');
      await database.endConnections();
      await add('b');
    });
    await expect(failing).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(rolledBack).toEqual(['a']);
    await db.transaction(() => add('c'));
    expect(await names()).toEqual(['c']);
  });

  it('is asked again for a transaction whose connection ended, by work that may wait', async () => {
    const attempts: string[] = [];
    const working = db.withReconnect(
      () =>
        db.transaction(async () => {
          attempts.push('begun');
          db.onRollback(() => attempts.push('rolled back'));
          await add('a');
          if (attempts.length === 1) await database.endConnections();
          await add('b');
        }),
      () => true,
    );
    await working;
    expect(attempts).toEqual(['begun', 'rolled back', 'begun']);
    expect(await names()).toEqual(['a', 'b']);
  });

  it('says so for as long as it cannot be reached, and is there again after that by itself', async () => {
    await add('a');
    const before = await db.externalWrites();
    network.cut();
    const said = /cannot be reached/;
    await expect(names()).rejects.toThrow(said);
    await expect(add('b')).rejects.toThrow(said);
    await expect(db.transaction(() => add('b'))).rejects.toThrow(said);
    await expect(db.snapshot(() => names())).rejects.toThrow(said);
    await expect(db.externalWrites()).rejects.toBeInstanceOf(DatabaseUnavailable);
    network.mend();
    await add('c');
    expect(await names()).toEqual(['a', 'c']);
    expect(await db.externalWrites()).toBe(before);
  });

  it('that does not answer at all is waited for once by all who stand in a line', async () => {
    await add('a');
    network.hang();
    const first = await Promise.allSettled([add('b'), names()]);
    const before = network.hung();
    const line = await Promise.allSettled(Array.from({ length: 12 }, (_, number) => add(`${number}`)));
    expect([...first, ...line].map(({ status }) => status)).not.toContain('fulfilled');
    expect(network.hung() - before).toBeLessThan(3);
    network.mend();
    await expect.poll(() => add('c').catch(() => 0)).toBe(1);
  });

  it('is waited for by work that may wait, and no longer than that', async () => {
    network.cut();
    let mayWait = true;
    const names = ['a', 'b'];
    const waiting = db.withReconnect(
      () => [db.transaction(() => add(names.shift()!)), add('c'), db.get('SELECT 1 AS one')],
      () => mayWait,
    );
    await expect(add('d')).rejects.toBeInstanceOf(DatabaseUnreachable);
    network.mend();
    expect(await Promise.all(waiting)).toEqual([1, 1, { one: 1 }]);
    expect(names).toEqual(['b']);
    network.cut();
    const givenUp = db.withReconnect(
      () => add('e'),
      () => mayWait,
    );
    mayWait = false;
    await expect(givenUp).rejects.toBeInstanceOf(DatabaseUnreachable);
    network.mend();
  });

  it('goes on for a process whose connections only it has lost', async () => {
    await add('a');
    network.lose();
    await add('b');
    expect(await names()).toEqual(['a', 'b']);
  });

  it('ends what takes too long, and goes on', async () => {
    const slow = db.transaction(async () => {
      await db.get(`SELECT set_config('statement_timeout', '20', true)`);
      await db.get('SELECT pg_sleep(30)');
    });
    await expect(slow).rejects.toThrow('took too long');
    await add('a');
    expect(await names()).toEqual(['a']);
  });

  it('takes a write of one statement again where another session came between', async () => {
    await add('a');
    await add('b');
    // A session beside the service locks the rows in the other order; the server ends one of the two.
    const beside = database.execute(`BEGIN; SET LOCAL deadlock_timeout = '60s';
      UPDATE entries SET amount = 1 WHERE name = 'b'; SELECT pg_sleep(0.3);
      UPDATE entries SET amount = 2 WHERE name = 'a'; COMMIT`);
    await expect
      .poll(
        async () =>
          (
            await db.get(
              `SELECT count(*) AS n FROM pg_locks WHERE granted AND mode = ?
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
              ['RowExclusiveLock'],
            )
          )?.['n'],
      )
      .toBeGreaterThan(0);
    await db.run(
      'UPDATE entries SET amount = amount + 10 WHERE name IN (SELECT name FROM entries ORDER BY name FOR UPDATE)',
    );
    await beside;
    expect(await db.all('SELECT name, amount FROM entries ORDER BY name')).toEqual([
      { name: 'a', amount: 12 },
      { name: 'b', amount: 11 },
    ]);
  });

  it('commits nothing of a transaction that goes on after a statement that failed', async () => {
    await add('a');
    const failing = db.transaction(async () => {
      await add('b');
      await add('a').catch(() => {});
    });
    await expect(failing).rejects.toThrow('duplicate key');
    expect(await names()).toEqual(['a']);
  });
});
