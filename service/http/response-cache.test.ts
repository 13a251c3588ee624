import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, transaction, type Database } from '#service/storage/database.ts';
import { createResponseCache, MAX_CACHED_CHARACTERS } from './response-cache.ts';

describe('cached responses', () => {
  let folder: string;
  let db: Database;
  let made: number;
  const make = () => ({ made: (made += 1) });
  const write = (database: Database, name: string) =>
    database.prepare('INSERT INTO secrets (name, value) VALUES (?, ?)').run(name, Buffer.from('x'));

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
    const cache = createResponseCache(db);
    expect(cache.get(['a', 'b'], make).json).toBe('{"made":1}');
    expect(cache.get(['a', 'b'], make).json).toBe('{"made":1}');
    expect(cache.get(['a b'], make).json).toBe('{"made":2}');
    expect(cache.get(['b', 'a'], make).json).toBe('{"made":3}');
  });

  it('are made again after a write of this connection, and keep nothing that is rolled back', () => {
    const cache = createResponseCache(db);
    cache.get(['a'], make);
    write(db, 'one');
    expect(cache.get(['a'], make).json).toBe('{"made":2}');
    expect(() =>
      transaction(db, () => {
        write(db, 'two');
        expect(cache.get(['a'], make).json).toBe('{"made":3}');
        throw new Error('no');
      }),
    ).toThrow('no');
    // What was read inside never came to be.
    expect(cache.get(['a'], make).json).toBe('{"made":4}');
  });

  it('are made again after a write of another process', () => {
    const cache = createResponseCache(db);
    cache.get(['a'], make);
    const other = openDatabase(join(folder, 'patchbay.sqlite'));
    write(other, 'one');
    other.close();
    expect(cache.get(['a'], make).json).toBe('{"made":2}');
  });

  it('take no more memory than they may', () => {
    const cache = createResponseCache(db);
    const long = () => ({ made: (made += 1), text: 'x'.repeat(MAX_CACHED_CHARACTERS / 20) });
    for (let key = 0; key < 30; key += 1) cache.get([String(key)], long);
    cache.get(['29'], long);
    expect(made).toBe(30);
    cache.get(['0'], long);
    expect(made).toBe(31);
    const huge = () => ({ made: (made += 1), text: 'x'.repeat(MAX_CACHED_CHARACTERS) });
    cache.get(['huge'], huge);
    cache.get(['huge'], huge);
    expect(made).toBe(33);
  });
});
