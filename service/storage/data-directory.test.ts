import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  dataDirectoryProblem,
  dataPaths,
  DataDirectoryProblem,
  lockDataDirectory,
  prepareDataDirectory,
} from './data-directory.ts';
import { openDatabaseFile } from './open-database.ts';

describe('data directory', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'patchbay-data-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('lets one holder in and names it to the next', () => {
    const unlock = lockDataDirectory(directory);
    expect(() => lockDataDirectory(directory)).toThrow(`process ${process.pid}`);
    unlock();
    lockDataDirectory(directory)();
  });

  it('without any room is called full, also where SQLite calls it a failure of the disk', (context) => {
    // A file system that never has any room.
    if (process.platform !== 'linux') context.skip('There is no /proc here.');
    const failure = Object.assign(new Error('disk I/O error'), { errcode: 10 | (19 << 8) });
    expect(dataDirectoryProblem('/proc', failure).message).toMatch(/is full\. Free some space on it/);
    expect(dataDirectoryProblem(directory, failure).message).toMatch(/cannot be used \(disk I\/O error\)/);
  });

  it('is kept out by no damaged lock file', () => {
    writeFileSync(dataPaths(directory).lock, 'junk'.repeat(1000));
    const unlock = lockDataDirectory(directory);
    expect(() => lockDataDirectory(directory)).toThrow(DataDirectoryProblem);
    unlock();
  });

  it('refuses a place that is no directory', () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    expect(() => prepareDataDirectory(file)).toThrow(DataDirectoryProblem);
  });

  it.runIf(process.platform === 'linux')('refuses a place where the system makes no folders', () => {
    expect(() => prepareDataDirectory('/proc/patchbay/data')).toThrow(DataDirectoryProblem);
  });

  it('makes folders above it, and takes one that is there', () => {
    const deep = join(directory, 'a', 'b');
    prepareDataDirectory(deep);
    prepareDataDirectory(deep);
    expect(statSync(dataPaths(deep).blobs).isDirectory()).toBe(true);
  });

  it.skipIf(process.platform === 'win32')(
    'keeps its database to its owner in a folder that all may enter',
    () => {
      chmodSync(directory, 0o755);
      prepareDataDirectory(directory);
      const { database } = dataPaths(directory);
      const db = openDatabaseFile(database);
      for (const file of [database, `${database}-wal`, `${database}-shm`]) {
        expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o600]);
      }
      db.close();
    },
  );

  it('opens the same database twice, and refuses that of a newer version', () => {
    const path = join(directory, 'db.sqlite');
    const first = openDatabaseFile(path);
    const second = openDatabaseFile(path);
    second.close();
    first.exec("INSERT INTO migrations (number, name) VALUES (9999, 'future')");
    first.close();
    expect(() => openDatabaseFile(path)).toThrow('newer Patchbay');
  });
});
