import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from './database.ts';

/** Opens a database without tables; `connect` opens what another process sees of it. */
export interface DatabaseBench {
  db: Database;
  /** The type of a column that numbers its rows. */
  identity: string;
  connect(): Promise<Database>;
  close(): Promise<void>;
}

/** What every database below the service keeps to. @param open one without tables, for each test. */
export function describeDatabase(open: () => Promise<DatabaseBench>): void {
  let bench: DatabaseBench;
  let db: Database;
  beforeEach(async () => {
    bench = await open();
    ({ db } = bench);
    await db.run(`CREATE TABLE entries (id ${bench.identity}, name TEXT NOT NULL UNIQUE, amount BIGINT)`);
  });
  afterEach(() => bench.close());

  const add = (name: string, amount: number | bigint = 0) =>
    db.run('INSERT INTO entries (name, amount) VALUES (?, ?)', [name, amount]);
  const names = async (of: Database = db) =>
    (await of.all('SELECT name FROM entries ORDER BY id')).map((row) => row['name']);
  /** As long as other work needs to get in between, if it could. */
  const yieldMicrotasks = async () => {
    for (let round = 0; round < 20; round += 1) await Promise.resolve();
  };

  describe('statements', () => {
    it('take values by their position, and give rows and the number of rows changed', async () => {
      expect(await add('a', 1)).toBe(1);
      expect(await add('b', 2)).toBe(1);
      const select = 'SELECT name, amount FROM entries WHERE amount >= ? ORDER BY id';
      expect(await db.get(select, [2])).toEqual({ name: 'b', amount: 2 });
      expect(await db.get(select, [3])).toBeUndefined();
      expect(await db.all(select, [1])).toHaveLength(2);
      expect(await db.run('UPDATE entries SET amount = ? WHERE amount > ?', [0, 0])).toBe(2);
      expect(await db.run('DELETE FROM entries WHERE name = ?', ['none'])).toBe(0);
    });

    it('look in vain for texts that are in no row, whatever they hold', async () => {
      await add('a');
      for (const text of ['a\0', '\0', 'a\ud800', 'ä', "a'", 'a?', '$1', '\\'])
        expect(await db.all('SELECT name FROM entries WHERE name = ?', [text])).toEqual([]);
      await add("🎬 $1 ' ? \\ \n");
      expect(await names()).toEqual(['a', "🎬 $1 ' ? \\ \n"]);
    });

    it('give integers as bigints where they are asked to, exactly', async () => {
      await add('much', 9_007_199_254_740_993n);
      const select = 'SELECT amount FROM entries';
      expect(await db.get(select, [], { bigints: true })).toEqual({ amount: 9_007_199_254_740_993n });
      await db.run('UPDATE entries SET amount = 7');
      expect(await db.all(select, [], { bigints: true })).toEqual([{ amount: 7n }]);
      expect(await db.get(select)).toEqual({ amount: 7 });
    });

    it('that fail reject, whoever waits, and leave the rest as it is', async () => {
      await add('a');
      await expect(add('a')).rejects.toBeInstanceOf(Error);
      await expect(db.get('SELECT nothing FROM entries')).rejects.toBeInstanceOf(Error);
      expect(await names()).toEqual(['a']);
    });

    it('are run once for each list of values, all or none of them', async () => {
      const insert = 'INSERT INTO entries (name) VALUES (?)';
      expect(await db.runMany(insert, [['a'], ['b'], ['c']])).toBe(3);
      await expect(db.runMany(insert, [['d'], ['a']])).rejects.toBeInstanceOf(Error);
      const failing = db.transaction(async () => {
        await db.runMany(insert, [['e'], ['f']]);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await names()).toEqual(['a', 'b', 'c']);
    });
  });

  describe('transactions', () => {
    it('are all or nothing, and give what their work gives', async () => {
      expect(await db.transaction(async () => (await add('a')) + (await add('b')))).toBe(2);
      const failing = db.transaction(async () => {
        await add('c');
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      const throwing = db.transaction(() => {
        throw new Error('at once');
      });
      await expect(throwing).rejects.toThrow('at once');
      expect(await names()).toEqual(['a', 'b']);
    });

    it('are seen by others once they are committed, and not before', async () => {
      const second = await bench.connect();
      await db.transaction(async () => {
        await add('a');
        expect(await names()).toEqual(['a']);
        expect(await names(second)).toEqual([]);
      });
      expect(await names(second)).toEqual(['a']);
    });

    it('take in nothing of anybody else: what is written meanwhile waits for their end', async () => {
      const order: string[] = [];
      const working = db.transaction(async () => {
        await add('a');
        await yieldMicrotasks();
        order.push('work');
        throw new Error('no');
      });
      const writing = add('concurrent').then(() => order.push('statement'));
      const reading = names();
      await expect(working).rejects.toThrow('no');
      await writing;
      expect(order).toEqual(['work', 'statement']);
      // A read may come before or after, and sees nothing that was rolled back.
      expect(await reading).not.toContain('a');
      expect(await names()).toEqual(['concurrent']);
    });

    it('run one after the other, in the order in which they were asked for', async () => {
      const order: number[] = [];
      const work = (number: number) => async () => {
        const before = Number((await db.get('SELECT count(*) AS n FROM entries'))?.['n']);
        await yieldMicrotasks();
        await add(`${number}`, before);
        order.push(number);
      };
      await Promise.all([0, 1, 2, 3].map((number) => db.transaction(work(number))));
      expect(order).toEqual([0, 1, 2, 3]);
      // None has read what another had not written yet.
      expect((await db.all('SELECT amount FROM entries ORDER BY id')).map((row) => row['amount'])).toEqual([
        0, 1, 2, 3,
      ]);
    });

    it('lose no update between a read and the write that follows from it', async () => {
      await add('counter');
      const increment = async () => {
        const amount = Number((await db.get('SELECT amount FROM entries'))?.['amount']);
        await yieldMicrotasks();
        await db.run('UPDATE entries SET amount = ?', [amount + 1]);
      };
      await Promise.all(Array.from({ length: 50 }, () => db.transaction(increment)));
      expect(await db.get('SELECT amount FROM entries')).toEqual({ amount: 50 });
    });

    it('inside one are a part of it, however deep below', async () => {
      const deep = async (): Promise<void> => {
        await yieldMicrotasks();
        await db.transaction(() => add('inner'));
        expect(db.isTransaction).toBe(true);
      };
      const failing = db.transaction(async () => {
        await deep();
        expect(await names()).toEqual(['inner']);
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(db.isTransaction).toBe(false);
      expect(await names()).toEqual([]);
    });

    it('end with their work: what it has started and not waited for goes on outside', async () => {
      const go = Promise.withResolvers<void>();
      let deferred: Promise<unknown> = Promise.resolve();
      await db.transaction(async () => {
        await add('a');
        deferred = go.promise.then(() => add('later'));
      });
      const failing = db.transaction(async () => {
        await add('b');
        go.resolve();
        await yieldMicrotasks();
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await deferred;
      expect(await names()).toEqual(['a', 'later']);
    });

    it('that cannot be committed have written nothing', async () => {
      await db.run('CREATE TABLE parents (id INTEGER PRIMARY KEY)');
      await db.run(
        'CREATE TABLE children (id INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)',
      );
      const events: string[] = [];
      const failing = db.transaction(async () => {
        db.onRollback(() => events.push('rolled back'));
        db.afterCommit(() => events.push('committed'));
        await add('a');
        await db.run('INSERT INTO children VALUES (7)');
      });
      await expect(failing).rejects.toBeInstanceOf(Error);
      expect(events).toEqual(['rolled back']);
      expect(await names()).toEqual([]);
      await add('next');
      expect(await names()).toEqual(['next']);
    });

    it('that do not wait for the disk are the same otherwise, also inside others', async () => {
      await db.transaction(() => add('a'), { relaxed: true });
      const failing = db.transaction(
        async () => {
          await add('b');
          throw new Error('no');
        },
        { relaxed: true },
      );
      await expect(failing).rejects.toThrow('no');
      await db.transaction(() => db.transaction(() => add('c'), { relaxed: true }));
      expect(await names()).toEqual(['a', 'c']);
    });

    it('whose work waits for something else are ended, and hold nobody up', async () => {
      const never = new Promise<void>(() => {});
      const blocked = db.transaction(async () => {
        await add('a');
        await never;
      });
      const concurrent = add('concurrent');
      await expect(blocked).rejects.toThrow('waited for something else');
      await concurrent;
      expect(await names()).toEqual(['concurrent']);
      // Two that wait for each other.
      const first = Promise.withResolvers<void>();
      const outer = db.transaction(async () => {
        await add('outer');
        await first.promise;
        await add('outer again');
      });
      const inner = db.transaction(() => add('inner')).then(() => first.resolve());
      await expect(outer).rejects.toThrow('waited for something else');
      await inner;
      await yieldMicrotasks();
      expect(await names()).toEqual(['concurrent', 'inner']);
    });
  });

  describe('parts of a transaction', () => {
    it('fail by themselves, with what is kept in memory beside them', async () => {
      const events: string[] = [];
      await db.transaction(async () => {
        await add('a');
        const failed = await db.savepoint(async () => {
          db.onRollback(() => events.push('b rolled back'));
          db.afterCommit(() => events.push('b committed'));
          await add('b');
          throw new Error('no');
        });
        expect(failed).toEqual({ ok: false, error: new Error('no') });
        const passed = await db.savepoint(async () => {
          db.onRollback(() => events.push('c rolled back'));
          db.afterCommit(() => events.push('c committed'));
          return await add('c');
        });
        expect(passed).toEqual({ ok: true, value: 1 });
        expect(events).toEqual(['b rolled back']);
      });
      expect(events).toEqual(['b rolled back', 'c committed']);
      expect(await names()).toEqual(['a', 'c']);
    });

    it('go with the transaction when that fails', async () => {
      const failing = db.transaction(async () => {
        await db.savepoint(() => add('a'));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await names()).toEqual([]);
      await expect(db.savepoint(() => add('alone'))).rejects.toThrow('part of a transaction');
    });
  });

  describe('what is kept in memory beside the rows', () => {
    it('changes once they are committed, before anybody else sees them', async () => {
      let mirror = 0;
      const observed: string[] = [];
      const inspect = async () => {
        const { length } = await names();
        observed.push(`${mirror} ${length}`);
      };
      const working = db.transaction(async () => {
        await add('a');
        db.afterCommit(() => (mirror = 1));
        await yieldMicrotasks();
        expect(mirror).toBe(0);
      });
      await Promise.all([working, db.transaction(inspect)]);
      expect(observed).toEqual(['1 1']);
      // Whoever reads while others commit sees both of a state, or neither.
      const state = { mirror: 1, reads: 0, isOver: false };
      const readers = Array.from({ length: 4 }, async () => {
        while (!state.isOver) {
          const { length } = await names();
          expect(state.mirror).toBeGreaterThanOrEqual(length);
          state.reads += 1;
        }
      });
      for (let round = 2; round <= 40; round += 1) {
        await db.transaction(async () => {
          await add(`${round}`);
          db.afterCommit(() => (state.mirror = round));
        });
      }
      state.isOver = true;
      await Promise.all(readers);
      expect(state.reads).toBeGreaterThan(0);
      let isCalled = false;
      db.afterCommit(() => (isCalled = true));
      expect(isCalled).toBe(true);
    });

    it('hears of every write of this process, and of those of others apart', async () => {
      const second = await bench.connect();
      const before = db.writeCount;
      const externalBefore = await db.externalWrites();
      await names();
      expect([db.writeCount, await db.externalWrites()]).toEqual([before, externalBefore]);
      await add('a');
      const after = db.writeCount;
      expect(after).toBeGreaterThan(before);
      expect(await db.externalWrites()).toBe(externalBefore);
      await second.run("INSERT INTO entries (name) VALUES ('of another process')");
      expect(await db.externalWrites()).not.toBe(externalBefore);
      expect(db.writeCount).toBe(after);
    });
  });

  describe('snapshots', () => {
    it('read as of one moment: no write of this process comes between', async () => {
      const firstRead = Promise.withResolvers<void>();
      const reading = db.snapshot(async () => {
        const found = [await names()];
        firstRead.resolve();
        // Long enough for a write beside it, where one can come in between.
        for (let round = 0; round < 200; round += 1) found.push(await names());
        return found.flat();
      });
      await firstRead.promise;
      const writing = add('a');
      expect(await reading).toEqual([]);
      await writing;
      expect(await names()).toEqual(['a']);
    });

    it('only read, also by transactions below, and join a transaction around them', async () => {
      await expect(db.snapshot(() => add('a'))).rejects.toThrow('only reads');
      await expect(db.snapshot(() => db.transaction(() => add('b')))).rejects.toThrow('inside a snapshot');
      await db.transaction(() => db.snapshot(() => add('c')));
      expect(await db.snapshot(() => db.snapshot(() => names()))).toEqual(['c']);
    });
  });

  it('is closed after what is under way, and refuses what comes later', async () => {
    const working = db.transaction(async () => {
      await yieldMicrotasks();
      await add('a');
    });
    const closing = db.close();
    await working;
    await closing;
    await expect(names()).rejects.toBeInstanceOf(Error);
  });
}
