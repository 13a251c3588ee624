import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { syncFolderSync } from './folder-sync.ts';
import { NewerDatabaseError } from './schema-version.ts';
import { isNotWritable, isOutOfSpace } from './storage-errors.ts';

/** What the data directory holds. */
export const dataPaths = (directory: string) => ({
  database: join(directory, 'patchbay.sqlite'),
  blobs: join(directory, 'blobs'),
  /** Copies of blobs that lie in a bucket, and uploads on their way there. */
  mediaCache: join(directory, 'media-cache'),
  /** Stored files that the database does not know, moved here instead of being deleted. */
  quarantine: join(directory, 'set-aside'),
  /** Copies of the database. */
  backups: join(directory, 'backups'),
  /** What became of a damaged database, for whoever starts the service to tell the person. */
  restoredDatabase: join(directory, 'restored-database.json'),
  /** There when the database was found damaged while it was used: the next start checks all of it. */
  suspect: join(directory, 'database-suspect'),
  lock: join(directory, 'service.lock'),
  /** Working folders of further services that share this one. */
  processes: join(directory, 'processes'),
  pid: join(directory, 'service.pid'),
  /** There while a backup is being put back. */
  restoring: join(directory, 'restoring-backup'),
  /** Opens the keys of providers. */
  providerKeys: join(directory, 'provider-keys.secret'),
});

/** The data directory cannot be used; the message says why and what to do. */
export class DataDirectoryProblem extends Error {
  override name = 'DataDirectoryProblem';
}

/** Why a data directory cannot be used, in a sentence with the next step. */
export function dataDirectoryProblem(directory: string, error: unknown): DataDirectoryProblem {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof NewerDatabaseError) return new DataDirectoryProblem(reason);
  if (isNotWritable(error)) {
    return new DataDirectoryProblem(
      `The service may not write to its data directory ${directory}: the disk is read-only, or the directory belongs to somebody else (${reason}). Allow writing there, or choose another one with --data.`,
    );
  }
  return new DataDirectoryProblem(
    isOutOfSpace(error, directory)
      ? `The disk of the data directory ${directory} is full. Free some space on it, then start the service again.`
      : `The data directory ${directory} cannot be used (${reason}). Choose another one with --data.`,
  );
}

/**
 * A folder and those above it. Node's own recursive `mkdirSync` never returns where a file system answers ENOENT to
 * a new folder although the one above is there, as `/proc` does.
 */
function makeFolder(folder: string): void {
  const make = () => {
    mkdirSync(folder, { mode: 0o700 });
    syncFolderSync(dirname(folder));
  };
  try {
    make();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    makeFolder(dirname(folder));
    make();
  }
}

/** Creates the directory and its folders, for their owner only. @throws DataDirectoryProblem */
export function prepareDataDirectory(directory: string): void {
  try {
    if (directory === '') throw new Error('it has no name');
    makeFolder(resolve(directory));
    makeFolder(resolve(dataPaths(directory).blobs));
  } catch (error) {
    throw dataDirectoryProblem(directory, error);
  }
}

/**
 * Takes the directory for this process. The lock is an exclusive SQLite transaction held open: the kernel drops it
 * when the process dies, however it dies. The pid file beside it only serves to name the holder.
 * @returns a function that gives the directory back.
 * @throws DataDirectoryProblem when another service holds it.
 */
export function lockDataDirectory(directory: string): () => void {
  const paths = dataPaths(directory);
  const lockDatabase = lockFor(directory, 'EXCLUSIVE');
  try {
    writeFileSync(paths.pid, `${process.pid}\n`);
  } catch (error) {
    lockDatabase.close();
    throw dataDirectoryProblem(directory, error);
  }
  return () => {
    rmSync(paths.pid, { force: true });
    lockDatabase.exec('ROLLBACK');
    lockDatabase.close();
  };
}

const SQLITE_NOTADB = 26;

/** Services that share a directory on one computer. */
const MAX_PROCESSES = 100;

/**
 * Takes the directory together with other services that have their database elsewhere, and a folder in it that no other of them
 * has. The first one works in the directory itself.
 * @throws DataDirectoryProblem when a service holds it that has its database in it.
 */
export function shareDataDirectory(directory: string): { workFolder: string; unlock: () => void } {
  const shared = lockFor(directory, 'SHARED');
  try {
    const { workFolder, lock } = acquireWorkFolder(directory);
    return {
      workFolder,
      unlock: () => {
        lock.close();
        shared.close();
      },
    };
  } catch (error) {
    shared.close();
    throw error instanceof DataDirectoryProblem ? error : dataDirectoryProblem(directory, error);
  }
}

function acquireWorkFolder(directory: string): { workFolder: string; lock: DatabaseSync } {
  for (let number = 1; number <= MAX_PROCESSES; number += 1) {
    const workFolder = number === 1 ? directory : join(dataPaths(directory).processes, String(number));
    mkdirSync(workFolder, { recursive: true, mode: 0o700 });
    try {
      return { workFolder, lock: acquireLock(join(workFolder, 'process.lock'), 'EXCLUSIVE') };
    } catch (error) {
      if (!isLocked(error)) throw error;
    }
  }
  throw new DataDirectoryProblem(`${MAX_PROCESSES} services are using ${directory} already.`);
}

const isLocked = (error: unknown): boolean => error instanceof Error && /locked|busy/i.test(error.message);

/** @throws DataDirectoryProblem that names the holder */
function lockFor(directory: string, kind: LockKind): DatabaseSync {
  const paths = dataPaths(directory);
  try {
    return acquireLock(paths.lock, kind);
  } catch (error) {
    if (!isLocked(error)) throw dataDirectoryProblem(directory, error);
    const holder = readHolder(paths.pid);
    throw new DataDirectoryProblem(
      `Another service${holder ? ` (process ${holder})` : ''} is using ${directory}. Stop it, or choose another directory with --data.`,
    );
  }
}

type LockKind = 'EXCLUSIVE' | 'SHARED';

const LOCK: Readonly<Record<LockKind, string>> = {
  EXCLUSIVE: 'BEGIN EXCLUSIVE',
  // A read holds it until the transaction ends.
  SHARED: 'BEGIN; SELECT COUNT(*) FROM sqlite_schema',
};

/**
 * Holds a lock file for as long as the result is open. It never has content, so a damaged one is nobody's and is made anew.
 * @throws what SQLite says, “locked” where another process has it
 */
export function acquireLock(path: string, kind: LockKind = 'EXCLUSIVE'): DatabaseSync {
  const tryLock = () => {
    const lock = new DatabaseSync(path);
    try {
      lock.exec(`PRAGMA journal_mode = MEMORY; ${LOCK[kind]}`);
      return lock;
    } catch (error) {
      lock.close();
      throw error;
    }
  };
  try {
    return tryLock();
  } catch (error) {
    if ((error as { errcode?: unknown } | null)?.errcode !== SQLITE_NOTADB) throw error;
    rmSync(path);
    return tryLock();
  }
}

function readHolder(file: string): string | null {
  try {
    return /^\d+/.exec(readFileSync(file, 'utf8'))?.[0] ?? null;
  } catch {
    return null;
  }
}
