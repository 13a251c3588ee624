import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openCheckedDatabase } from './checked-database.ts';

test('a database is brought up to date whole or not at all', () => {
  const path = join(temporaryFolder(), 'a.sqlite');
  const open = (...migrations: string[]) =>
    openCheckedDatabase(
      path,
      { migrations, newer: 'refuse', synchronous: 'FULL' },
      () => 0,
      () => {},
    );
  expect(() => open('CREATE TABLE first (a);', 'CREATE TABLE first (a);')).toThrow('already exists');
  const left = new DatabaseSync(path);
  expect(left.prepare('SELECT name FROM sqlite_master').all()).toEqual([]);
  left.close();
  const opened = open('CREATE TABLE first (a);', 'CREATE TABLE second (b);');
  expect(opened.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
  opened.close();
});
