import { mkdirSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataFolderError, quarantineSync } from './data-folder.ts';

export interface DatabaseShape {
  /** In order; the database's `user_version` is how many have run. Released ones never change. */
  migrations: readonly string[];
  /**
   * What becomes of a database that a newer version of the app has written: `refuse` to start, or for copies of what can
   * be asked again, begin anew `beside` it.
   */
  newer: 'refuse' | 'beside';
  /** `FULL` where a write must survive a power cut; `NORMAL` for copies of what can be asked again. */
  synchronous: 'FULL' | 'NORMAL';
}

/** A database was written by a newer version of the app; nothing was written to it. */
class NewerDatabaseError extends DataFolderError {
  override name = 'NewerDatabaseError';
  constructor(path: string) {
    super(
      `The data folder ${dirname(dirname(path))} was written by a newer Patchbay (${basename(path)}). Start that version, or choose another folder with --data.`,
    );
  }
}

/** Why a database was moved aside. */
export type QuarantineReason = 'damaged' | 'newer';

/**
 * Opens one of the core's databases. A damaged one (or a folder in its place) is moved aside and begun anew.
 * @param onQuarantine called when that happened.
 * @throws NewerDatabaseError where such a one is refused.
 */
export function openCheckedDatabase(
  path: string,
  shape: DatabaseShape,
  getTime: () => number,
  onQuarantine: (reason: QuarantineReason) => void,
): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    return openChecked(path, shape);
  } catch (error) {
    const isNewer = error instanceof NewerDatabaseError && shape.newer === 'beside';
    if (!isNewer && !isDamage(error)) throw error;
    quarantineSync(path, getTime());
    for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
    onQuarantine(isNewer ? 'newer' : 'damaged');
    return openChecked(path, shape);
  }
}

const SQLITE_CORRUPT = 11;
/** A folder in its place, or a file that may not be read. */
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

class DamagedDatabaseError extends Error {
  override name = 'DamagedDatabaseError';
}

function isDamage(error: unknown): boolean {
  if (error instanceof DamagedDatabaseError) return true;
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  // Extended codes keep the plain one in their low byte.
  const code = Number(error.errcode) & 0xff;
  return [SQLITE_CORRUPT, SQLITE_CANTOPEN, SQLITE_NOTADB].includes(code);
}

function openChecked(path: string, { migrations, synchronous }: DatabaseShape): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA busy_timeout = 5000');
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    // Looked at before anything is set: a database of a newer version is left as it is.
    if (version > migrations.length) throw new NewerDatabaseError(path);
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}`);
    const check = database.prepare('PRAGMA quick_check(1)').get();
    if (check?.['quick_check'] !== 'ok') throw new DamagedDatabaseError('The database is damaged.');
    // All in one transaction: each of its own would wait for the disk.
    const outstanding = migrations.slice(version).join('\n');
    if (outstanding !== '')
      database.exec(`BEGIN IMMEDIATE; ${outstanding} PRAGMA user_version = ${migrations.length}; COMMIT`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
