import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, transaction, type Database } from '#service/storage/database.ts';
import { dataVersionOf } from '#service/accounts/key-rows.ts';
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
    database.prepare('INSERT INTO secrets (name, value) VALUES (?, ?)').run(name, Buffer.from('x'));

  /** Asks as a request of an account does. */
  const openCache = () => {
    const cache = createResponseCache(db);
    return {
      get: (key: readonly string[], from: () => unknown, accountId = 'acc_1') =>
        textOf(cache.get({ accountId, dataVersion: dataVersionOf(db) }, key, from)),
    };
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-response-cache-'));
    db = openDatabase(join(folder, 'patchbay.sqlite'));
    made = 0;
  });
  afterEach(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are made once for each key', () => {
    const cache = openCache();
    expect(cache.get(['a', 'b'], make)).toBe('{"made":1}');
    expect(cache.get(['a', 'b'], make)).toBe('{"made":1}');
    expect(cache.get(['a b'], make)).toBe('{"made":2}');
    expect(cache.get(['b', 'a'], make)).toBe('{"made":3}');
  });

  it('are of one account each', () => {
    const cache = openCache();
    expect(cache.get(['a'], make)).toBe('{"made":1}');
    expect(cache.get(['a'], make, 'acc_2')).toBe('{"made":2}');
    expect(cache.get(['a'], make)).toBe('{"made":1}');
  });

  it('are the same text when they are long, and hold characters of any width', () => {
    const cache = openCache();
    const long = () => ({ made: (made += 1), text: 'naïve “quotes” 𝄞 '.repeat(1000) });
    const text = cache.get(['a'], long);
    expect(JSON.parse(text)).toEqual({ made: 1, text: 'naïve “quotes” 𝄞 '.repeat(1000) });
    expect(cache.get(['a'], long)).toBe(text);
  });

  it('may be prepared; one that is written out in slices is made each time', () => {
    const cache = openCache();
    expect(cache.get(['a'], () => new PreparedResponse('"prepared"'))).toBe('"prepared"');
    expect(cache.get(['a'], make)).toBe('"prepared"');
    const sliced = () => new PreparedResponse(() => JSON.stringify(make()), '', {}, noSlices());
    expect(cache.get(['large'], sliced)).toBe('{"made":1}');
    expect(cache.get(['large'], sliced)).toBe('{"made":2}');
  });

  it('are made again after a write of this connection, and keep nothing that is rolled back', () => {
    const cache = openCache();
    cache.get(['a'], make);
    write(db, 'one');
    expect(cache.get(['a'], make)).toBe('{"made":2}');
    expect(() =>
      transaction(db, () => {
        write(db, 'two');
        expect(cache.get(['a'], make)).toBe('{"made":3}');
        throw new Error('no');
      }),
    ).toThrow('no');
    // What was read inside never came to be.
    expect(cache.get(['a'], make)).toBe('{"made":4}');
  });

  it('are made again after a write of another process', () => {
    const cache = openCache();
    cache.get(['a'], make);
    const other = openDatabase(join(folder, 'patchbay.sqlite'));
    write(other, 'one');
    other.close();
    expect(cache.get(['a'], make)).toBe('{"made":2}');
  });

  it('take no more memory than they may', () => {
    const cache = openCache();
    const long = () => ({ made: (made += 1), text: 'x'.repeat(MAX_CACHED_BYTES / 20) });
    for (let key = 0; key < 30; key += 1) cache.get([String(key)], long);
    cache.get(['29'], long);
    expect(made).toBe(30);
    cache.get(['0'], long);
    expect(made).toBe(31);
    const huge = () => ({ made: (made += 1), text: 'x'.repeat(MAX_CACHED_BYTES) });
    cache.get(['huge'], huge);
    cache.get(['huge'], huge);
    expect(made).toBe(33);
  });
});
