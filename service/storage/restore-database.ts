import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { RestoredDatabase } from '#shared/desk/restored-database.ts';
import { listBackups } from './backups.ts';
import { markAsCopy } from './copy-mark.ts';
import { dataPaths } from './data-directory.ts';
import { examineDatabase, findDatabaseDamage } from './database-health.ts';
import { syncFileSync, syncFolderSync } from './folder-sync.ts';
import { NewerDatabaseError } from './schema-version.ts';
import { isDiskFull } from './storage-errors.ts';
import { clearSuspicions, MAX_SUSPICIONS, readSuspicions } from './suspect-database.ts';

/** Files that SQLite keeps beside a database; they belong to it alone. */
const COMPANIONS = ['', '-wal', '-shm', '-journal'];

/**
 * Looks at the database of a data directory before it is opened. A damaged one, or one that is missing beside what it
 * belongs to, is replaced by the newest good backup, or by nothing where there is none. The damaged one stays beside it
 * under another name. Call it with the directory locked.
 * @returns what was done; null when there was nothing to do.
 * @throws NewerDatabaseError, with nothing moved, for one of a newer version; what the system says.
 */
export function restoreDatabaseIfNeeded(directory: string, timestamp: number): RestoredDatabase | null {
  const paths = dataPaths(directory);
  const previousRecord = readRecord(paths.restoredDatabase);
  const goesOn = previousRecord?.state === 'begun' ? previousRecord : null;
  const damage = findDamage(paths);
  if (damage === null) {
    // It was put in its place, and the process ended before it could say so.
    if (goesOn !== null) writeRecord(directory, { ...goesOn, state: 'done' });
    return goesOn;
  }
  const isMissing = damage === 'it is missing' || damage === 'it is empty';
  if (isMissing && goesOn === null && !hasBelongings(directory)) return null;
  const record = goesOn ?? begin(directory, timestamp, isMissing ? 'missing' : 'damaged');
  quarantine(directory, record);
  const backupFrom = restoreLatestValidBackup(directory, record);
  const completed: RestoredDatabase = { ...record, backupFrom, state: 'done' };
  writeRecord(directory, completed);
  clearSuspicions(paths.suspect);
  return completed;
}

/** Looks at all of a database that SQLite has reported as damaged, and believes SQLite after a few such reports. */
function findDamage({ database, suspect }: ReturnType<typeof dataPaths>): string | null {
  const suspicions = readSuspicions(suspect);
  if (suspicions === 0) return findDatabaseDamage(database);
  const { damage, mended } = examineDatabase(database);
  if (mended) clearSuspicions(suspect);
  if (damage === null && !mended && suspicions >= MAX_SUSPICIONS) return 'it failed again and again';
  return damage;
}

/** Whether there is anything that only a database with content can have left. */
export function hasBelongings(directory: string): boolean {
  const { backups, blobs } = dataPaths(directory);
  if (listBackups(backups).length > 0) return true;
  try {
    return readdirSync(blobs).some((name) => name !== 'incoming');
  } catch {
    return false;
  }
}

/** The files of the database that hold anything. */
const filesOf = (database: string): string[] =>
  COMPANIONS.filter((suffix) => {
    const found = statSync(database + suffix, { throwIfNoEntry: false });
    return found !== undefined && (found.size > 0 || found.isDirectory());
  });

/** What will be done, written down before it is. */
function begin(directory: string, timestamp: number, cause: RestoredDatabase['cause']): RestoredDatabase {
  const { database } = dataPaths(directory);
  const at = new Date(timestamp).toISOString();
  const exists = filesOf(database).length > 0;
  const record: RestoredDatabase = {
    at,
    cause,
    quarantined: exists ? basename(quarantineName(database, at)) : null,
    backupFrom: null,
    state: 'begun',
  };
  writeRecord(directory, record);
  return record;
}

const quarantineName = (database: string, at: string): string =>
  `${database}.broken-${at.replaceAll(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}`;

/** Gives the damaged files other names; nothing with content is deleted. */
function quarantine(directory: string, record: RestoredDatabase): void {
  const { database } = dataPaths(directory);
  const present = filesOf(database);
  const planned = record.quarantined === null ? null : join(directory, record.quarantined);
  // After a stop between the renames below, those that are left go where the first ones went.
  const isFree = planned !== null && present.every((suffix) => !existsSync(planned + suffix));
  const quarantinePath = isFree ? planned : quarantineName(database, record.at);
  for (const suffix of present) renameSync(database + suffix, quarantinePath + suffix);
  for (const suffix of COMPANIONS) rmSync(database + suffix, { force: true });
  syncFolderSync(directory);
}

/**
 * @returns when the backup was made (ISO 8601), null when there is no good one.
 * @throws what the system says when none is good and one could not be read: it may be read another time.
 */
function restoreLatestValidBackup(directory: string, record: RestoredDatabase): string | null {
  const { database, backups } = dataPaths(directory);
  const temporary = `${database}.restoring`;
  const discard = () => COMPANIONS.forEach((suffix) => rmSync(temporary + suffix, { force: true }));
  let readError: unknown = null;
  for (const { path, at } of listBackups(backups)) {
    discard();
    try {
      copyFileSync(path, temporary);
      if (examineDatabase(temporary).damage !== null) continue;
    } catch (error) {
      // An older one in its place would be a loss that is not needed.
      if (error instanceof NewerDatabaseError || isDiskFull(error)) throw error;
      readError ??= error;
      continue;
    }
    // Backups of earlier versions have no mark.
    markAsCopy(temporary);
    chmodSync(temporary, 0o600);
    syncFileSync(temporary);
    const backupFrom = new Date(at).toISOString();
    writeRecord(directory, { ...record, backupFrom });
    renameSync(temporary, database);
    syncFolderSync(directory);
    return backupFrom;
  }
  discard();
  if (readError !== null) throw readError;
  return null;
}

function readRecord(path: string): RestoredDatabase | null {
  try {
    return RestoredDatabase.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** Says what was done, for whoever tells the person. */
export function writeRecord(directory: string, record: RestoredDatabase): void {
  const { restoredDatabase } = dataPaths(directory);
  const temporary = `${restoredDatabase}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  syncFileSync(temporary);
  renameSync(temporary, restoredDatabase);
  syncFolderSync(directory);
}
