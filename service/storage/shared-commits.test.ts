import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DatabaseSync } from 'node:sqlite';
import type { Database } from './database.ts';
import { openDatabaseFile } from './open-database.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import { run } from './statements.ts';
import { createSharedCommits, type SharedCommits } from './shared-commits.ts';

describe('writes that share a commit', () => {
  let folder: string;
  let db: Database;
  /** Another connection: what it sees is committed. */
  let reader: DatabaseSync;
  let commits: SharedCommits;

  const write = async (name: string) => {
    await run(db, 'INSERT INTO secrets (name, value) VALUES (?, ?)', name, Buffer.from('x'));
    return name;
  };
  const committed = () =>
    reader
      .prepare('SELECT name FROM secrets ORDER BY name')
      .all()
      .map((row) => row['name']);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-shared-commits-'));
    db = new SqliteDatabase(openDatabaseFile(join(folder, 'patchbay.sqlite')));
    reader = openDatabaseFile(join(folder, 'patchbay.sqlite'));
    commits = createSharedCommits(db);
  });
  afterEach(async () => {
    reader.close();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('that are made again soon do not wait for the disk or for others, and are all or nothing too', async () => {
    const syncs: unknown[] = [];
    const mode = async () => syncs.push((await db.get('PRAGMA synchronous'))?.['synchronous']);
    const passing = commits.run(
      async () => {
        await mode();
        return write('a');
      },
      { transient: true },
    );
    expect(await passing).toBe('a');
    expect(committed()).toEqual(['a']);
    const failing = commits.run(
      async () => {
        await write('b');
        throw new Error('no');
      },
      { transient: true },
    );
    await expect(failing).rejects.toThrow('no');
    await commits.run(async () => {
      await mode();
      return write('c');
    });
    expect(committed()).toEqual(['a', 'c']);
    // Normal, then full again.
    expect(syncs).toEqual([1, 2]);
  });

  it('are durable when they are answered, and wait for the disk once', async () => {
    const seen = await Promise.all(
      ['a', 'b', 'c'].map((name) => commits.run(() => write(name)).then((value) => [value, ...committed()])),
    );
    // The first one is answered when the last one is durable.
    expect(seen).toEqual([
      ['a', 'a', 'b', 'c'],
      ['b', 'a', 'b', 'c'],
      ['c', 'a', 'b', 'c'],
    ]);
  });

  it('fail by themselves: the others stand', async () => {
    const forgotten: string[] = [];
    const [first, second, third] = await Promise.allSettled([
      commits.run(async () => {
        db.onRollback(() => forgotten.push('first'));
        return write('first');
      }),
      commits.run(async () => {
        db.onRollback(() => forgotten.push('second'));
        await write('second');
        throw new Error('refused');
      }),
      commits.run(() => write('third')),
    ]);
    expect(first).toEqual({ status: 'fulfilled', value: 'first' });
    expect(second).toMatchObject({ status: 'rejected', reason: new Error('refused') });
    expect(third).toEqual({ status: 'fulfilled', value: 'third' });
    expect(committed()).toEqual(['first', 'third']);
    expect(forgotten).toEqual(['second']);
  });

  it('all fail with a commit that fails', async () => {
    const forgotten: string[] = [];
    await db.run('CREATE TABLE parents (id INTEGER PRIMARY KEY)');
    await db.run('CREATE TABLE children (id INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)');
    const outcomes = await Promise.allSettled([
      commits.run(async () => {
        db.onRollback(() => forgotten.push('first'));
        return write('first');
      }),
      commits.run(() => db.run('INSERT INTO children VALUES (7)')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(committed()).toEqual([]);
    expect(forgotten).toEqual(['first']);
    expect(await commits.run(() => write('later'))).toBe('later');
  });

  it('fail alone when they are alone', async () => {
    await expect(
      commits.run(async () => {
        await write('only');
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    expect(committed()).toEqual([]);
  });

  it('do not wait for more work than a commit may take', async () => {
    const slow = (name: string) => {
      const until = performance.now() + 15;
      while (performance.now() < until);
      return write(name);
    };
    const seen = await Promise.all(
      ['a', 'b', 'c'].map((name) => commits.run(() => slow(name)).then(() => committed())),
    );
    expect(seen).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c']]);
  });
});
