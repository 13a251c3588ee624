import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transaction, type Database } from '#service/storage/database.ts';
import { openDatabase } from '#service/storage/open-database.ts';
import { run } from '#service/storage/statements.ts';
import { PreparedResponse } from './handler.ts';
import { createResponseCache, MAX_CACHED_BYTES } from './response-cache.ts';

function textOf({ json }: PreparedResponse): string {
  return typeof json === 'string' ? json : Buffer.from(json).toString();
}

function* noSlices(): Generator<void, void, void> {}

describe('cached responses', () => {
  let folder: string;
  let db: Database;
  let made: number;
  const make = () => ({ made: (made += 1) });
  const write = (database: Database, name: string) =>
    run(database, 'INSERT INTO secrets (name, value) VALUES (?, ?)', name, Buffer.from('x'));

  /** Asks as a request of an account does. */
  const openCache = () => {
    const cache = createResponseCache(db);
    return {
      get: async (key: readonly string[], from: () => unknown, accountId = 'acc_1') =>
        textOf(await cache.get({ accountId, dataVersion: await db.externalWrites() }, key, from)),
    };
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-response-cache-'));
    db = openDatabase(join(folder, 'patchbay.sqlite'));
    made = 0;
  });
  afterEach(async () => {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are made once for each key', async () => {
    const cache = openCache();
    expect(await cache.get(['a', 'b'], make)).toBe('{"made":1}');
    expect(await cache.get(['a', 'b'], make)).toBe('{"made":1}');
    expect(await cache.get(['a b'], make)).toBe('{"made":2}');
    expect(await cache.get(['b', 'a'], make)).toBe('{"made":3}');
  });

  it('are of one account each', async () => {
    const cache = openCache();
    expect(await cache.get(['a'], make)).toBe('{"made":1}');
    expect(await cache.get(['a'], make, 'acc_2')).toBe('{"made":2}');
    expect(await cache.get(['a'], make)).toBe('{"made":1}');
  });

  it('are the same text when they are long, and hold characters of any width', async () => {
    const cache = openCache();
    const long = () => ({ made: (made += 1), text: 'naïve “quotes” 𝄞 '.repeat(1000) });
    const text = await cache.get(['a'], long);
    expect(JSON.parse(text)).toEqual({ made: 1, text: 'naïve “quotes” 𝄞 '.repeat(1000) });
    expect(await cache.get(['a'], long)).toBe(text);
  });

  it('may be prepared; one that is written out in slices is made each time', async () => {
    const cache = openCache();
    expect(await cache.get(['a'], () => new PreparedResponse('"prepared"'))).toBe('"prepared"');
    expect(await cache.get(['a'], make)).toBe('"prepared"');
    const sliced = () => new PreparedResponse(() => JSON.stringify(make()), '', {}, noSlices());
    expect(await cache.get(['large'], sliced)).toBe('{"made":1}');
    expect(await cache.get(['large'], sliced)).toBe('{"made":2}');
  });

  it('are made again after a write of this process, and keep nothing that is rolled back', async () => {
    const cache = openCache();
    await cache.get(['a'], make);
    await write(db, 'one');
    expect(await cache.get(['a'], make)).toBe('{"made":2}');
    const failing = transaction(db, async () => {
      await write(db, 'two');
      expect(await cache.get(['a'], make)).toBe('{"made":3}');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    // What was read inside never came to be.
    expect(await cache.get(['a'], make)).toBe('{"made":4}');
  });

  it('are as of one moment, and never older than a write that was answered', async () => {
    const cache = createResponseCache(db);
    const get = async () => textOf(await cache.get({ accountId: 'acc_1', dataVersion: 1 }, ['a'], names));
    const names = async () => {
      const first = await db.all('SELECT name FROM secrets');
      return { first: first.length, second: (await db.all('SELECT name FROM secrets')).length };
    };
    const reading = get();
    const writing = write(db, 'one');
    expect(await reading).toBe('{"first":0,"second":0}');
    await writing;
    expect(await get()).toBe('{"first":1,"second":1}');
    expect(await get()).toBe('{"first":1,"second":1}');
  });

  it('are made again after a write of another process', async () => {
    const cache = openCache();
    await cache.get(['a'], make);
    const other = openDatabase(join(folder, 'patchbay.sqlite'));
    await write(other, 'one');
    await other.close();
    expect(await cache.get(['a'], make)).toBe('{"made":2}');
  });

  it('take no more memory than they may', async () => {
    const cache = openCache();
    const long = () => ({ made: (made += 1), text: 'x'.repeat(MAX_CACHED_BYTES / 20) });
    for (let key = 0; key < 30; key += 1) await cache.get([String(key)], long);
    await cache.get(['29'], long);
    expect(made).toBe(30);
    await cache.get(['0'], long);
    expect(made).toBe(31);
    const huge = () => ({ made: (made += 1), text: 'x'.repeat(MAX_CACHED_BYTES) });
    await cache.get(['huge'], huge);
    await cache.get(['huge'], huge);
    expect(made).toBe(33);
  });
});
