import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUpDatabase, listBackups } from './backups.ts';
import { findDatabaseDamage } from './database-health.ts';
import { openDatabaseFile } from './open-database.ts';
import { migrations } from './migrations/index.ts';

describe('backups of the database', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'patchbay-backups-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));
  const file = () => join(directory, 'patchbay.sqlite');
  const folder = () => join(directory, 'backups');

  it('hold what was committed, are their owner’s alone, and only a few are kept', async () => {
    const db = openDatabaseFile(file());
    const insert = db.prepare('INSERT INTO secrets (name, value) VALUES (?, ?)');
    for (let day = 1; day <= 5; day += 1) {
      insert.run(`day-${day}`, new Uint8Array([day]));
      await backUpDatabase(file(), folder(), day * 86_400_000);
    }
    db.close();
    const backups = listBackups(folder());
    expect(backups.map(({ at }) => at / 86_400_000)).toEqual([5, 4, 3]);
    expect(readdirSync(folder())).toHaveLength(3);
    const copy = new DatabaseSync(backups[0]!.path, { readOnly: true });
    expect(copy.prepare('SELECT name FROM secrets ORDER BY name').all()).toHaveLength(5);
    copy.close();
    expect(statSync(folder()).mode & 0o077).toBe(0);
  });

  it('are told apart by the order in which they were made, whatever the clock said', async () => {
    openDatabaseFile(file()).close();
    const wrong = 9_000_000_000_000;
    for (const at of [wrong, wrong + 1, wrong + 2]) await backUpDatabase(file(), folder(), at);
    for (const at of [1, 2]) {
      const made = await backUpDatabase(file(), folder(), at);
      expect(listBackups(folder())[0]).toMatchObject({ path: made, at });
    }
    expect(listBackups(folder()).map(({ at }) => at)).toEqual([2, 1, wrong + 2]);
  });

  it('are not made of a damaged database, and the good ones stay', async () => {
    openDatabaseFile(file()).close();
    await backUpDatabase(file(), folder(), 1);
    truncateSync(file(), 8192);
    await expect(backUpDatabase(file(), folder(), 2)).rejects.toThrow(/malformed|backed up/);
    expect(readdirSync(folder())).toHaveLength(1);
    writeFileSync(file(), 'no database');
    await expect(backUpDatabase(file(), folder(), 3)).rejects.toThrow(/not a database/);
    expect(listBackups(folder()).map(({ at }) => at)).toEqual([1]);
  });

  it('what a stop in the middle left is cleared away by the next', async () => {
    openDatabaseFile(file()).close();
    await backUpDatabase(file(), folder(), 1);
    writeFileSync(join(folder(), 'unfinished.sqlite'), 'half');
    await backUpDatabase(file(), folder(), 2);
    expect(readdirSync(folder())).toHaveLength(2);
  });

  it('are asked for before the schema of a database with content changes, and never of a new one', () => {
    let calls = 0;
    openDatabaseFile(file(), () => (calls += 1)).close();
    expect(calls).toBe(0);
    const db = new DatabaseSync(join(directory, 'older.sqlite'));
    db.exec('CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT');
    const [first] = migrations;
    db.exec(first!.sql);
    db.prepare('INSERT INTO migrations (number, name) VALUES (?, ?)').run(first!.number, first!.name);
    db.close();
    openDatabaseFile(join(directory, 'older.sqlite'), (old) => {
      calls += 1;
      expect(old.prepare('SELECT count(*) AS n FROM migrations').get()?.['n']).toBe(1);
    }).close();
    expect(calls).toBe(1);
  });

  it('a database of a newer version is not written to', () => {
    const db = openDatabaseFile(file());
    db.exec("INSERT INTO migrations (number, name) VALUES (9999, 'future')");
    db.exec('PRAGMA journal_mode = DELETE');
    db.close();
    const before = statSync(file());
    expect(() => openDatabaseFile(file())).toThrow('newer Patchbay');
    expect(statSync(file()).mtimeMs).toBe(before.mtimeMs);
    expect(readdirSync(directory)).toEqual(['patchbay.sqlite']);
  });

  it.each([
    ['a table', 'DROP TABLE run_events'],
    ['a column', 'ALTER TABLE accounts RENAME COLUMN name TO nome'],
    ['the list of migrations', 'DROP TABLE migrations'],
  ])('a database that lacks %s is damaged', (_what, sql) => {
    const db = openDatabaseFile(file());
    expect(findDatabaseDamage(file())).toBeNull();
    db.exec('PRAGMA foreign_keys = OFF');
    db.exec(sql);
    db.close();
    expect(findDatabaseDamage(file())).toMatch(/table/);
  });
});
