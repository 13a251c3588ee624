import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { quarantineSync } from './data-folder.ts';

/** Another running Patchbay writes to this data folder. */
export class DataDirectoryInUseError extends Error {
  override name = 'DataDirectoryInUseError';
  constructor() {
    super('Another Patchbay is already using this data folder. Switch to it, or close it and start again.');
  }
}

export interface DataLock {
  release(): void;
}

/** Kept here, for a database that nobody refers to is closed by the garbage collector, and its lock with it. */
const locks = new Set<DatabaseSync>();

const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

/** The primary code; SQLite tells apart the ways to be busy in the bits above it. */
const isCode = (error: unknown, code: number): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === code;

/**
 * Makes this process the only writer of a folder. The lock is an exclusive SQLite transaction: the kernel drops it when
 * the process dies, however it dies, so nothing is left behind to clean up.
 * @throws DataDirectoryInUseError when somebody else holds it.
 */
export function acquireDataLock(directory: string): DataLock {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, 'writer.lock');
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) quarantineSync(path, Date.now());
  let database: DatabaseSync;
  try {
    database = acquireLock(path);
  } catch (error) {
    if (isCode(error, SQLITE_BUSY)) throw new DataDirectoryInUseError();
    if (!isCode(error, SQLITE_NOTADB)) throw error;
    // The lock never has content, so a damaged one is nobody's.
    rmSync(path);
    database = acquireLock(path);
  }
  locks.add(database);
  return {
    release() {
      locks.delete(database);
      if (database.isOpen) database.close();
    },
  };
}

function acquireLock(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA busy_timeout = 0');
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
