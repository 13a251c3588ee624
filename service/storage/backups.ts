import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { markAsCopy } from './copy-mark.ts';
import { findDatabaseDamage } from './database-health.ts';
import { syncFileSync, syncFolderSync } from './folder-sync.ts';

/**
 * Copies of the database in a folder beside it, named by when they were made and numbered in that order, as a clock can be wrong. A copy gets its name only once it is whole,
 * checked and on the disk.
 */

/** As many are kept of each kind: daily ones, and those made before a migration. */
const MAX_BACKUPS = 3;
/** Pages copied at a time; a step of so many takes a few milliseconds. */
const PAGES_A_STEP = 1000;

const KINDS = ['daily', 'before-migration'] as const;
type BackupKind = (typeof KINDS)[number];

export interface Backup {
  path: string;
  kind: BackupKind;
  /** Milliseconds since the epoch, by the clock of then. */
  at: number;
  /** Later ones have a higher number; 0 for those that were made before there were numbers. */
  sequence: number;
}

const pattern = /^patchbay-(\d{13})(?:-(\d{6,12}))?-(daily|before-migration)\.sqlite$/;

/** The backups in a folder, the one made last first. */
export function listBackups(folder: string): Backup[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  const backups = names.flatMap((name): Backup[] => {
    const [, at, sequence = '0', kind] = pattern.exec(name) ?? [];
    if (at === undefined) return [];
    return [
      { path: join(folder, name), kind: kind as BackupKind, at: Number(at), sequence: Number(sequence) },
    ];
  });
  return backups.toSorted((a, b) => b.sequence - a.sequence || b.at - a.at);
}

/** Runs `copy` into a temporary file, checks what it made, and gives it its name. @returns its path. */
function settle(folder: string, temporary: string, kind: BackupKind, timestamp: number): string {
  const damage = findDatabaseDamage(temporary, Number.POSITIVE_INFINITY);
  // A copy of a damaged database must not take the place of a good one.
  if (damage !== null) throw new DamagedBackupError(`The database cannot be backed up: ${damage}.`);
  markAsCopy(temporary);
  syncFileSync(temporary);
  const sequence = String((listBackups(folder)[0]?.sequence ?? 0) + 1).padStart(6, '0');
  const path = join(folder, `patchbay-${String(timestamp).padStart(13, '0')}-${sequence}-${kind}.sqlite`);
  renameSync(temporary, path);
  syncFolderSync(folder);
  const older = listBackups(folder).filter((found) => found.kind === kind);
  for (const { path: old } of older.slice(MAX_BACKUPS)) rmSync(old, { force: true });
  return path;
}

/** The database that was to be backed up is damaged. */
export class DamagedBackupError extends Error {
  override name = 'DamagedBackupError';
}

function prepareFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  syncFolderSync(dirname(folder));
  for (const name of readdirSync(folder)) {
    // Left by a stop in the middle of a backup.
    if (name.startsWith('unfinished')) rmSync(join(folder, name), { force: true });
  }
  return join(folder, 'unfinished.sqlite');
}

function discard(temporary: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(temporary + suffix, { force: true });
}

/**
 * Copies a database that is being used, through a connection of its own, so that nobody waits for it.
 * @returns the path of the copy. @throws DamagedBackupError, or what SQLite or the system says; then nothing is left of it.
 */
export async function backUpDatabase(file: string, folder: string, timestamp: number): Promise<string> {
  const temporary = prepareFolder(folder);
  try {
    await copyFileInUse(file, temporary);
    return settle(folder, temporary, 'daily', timestamp);
  } catch (error) {
    discard(temporary);
    throw error;
  }
}

/** Copies the file of a database, as it is at one moment, while it is being used. @throws what SQLite says */
export async function copyFileInUse(file: string, target: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true });
  try {
    source.exec('PRAGMA busy_timeout = 5000');
    // One state throughout: without it, each write by another connection begins the copy anew.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    await backup(source, target, { rate: PAGES_A_STEP });
  } finally {
    source.close();
  }
}

/** Copies a database before its schema changes. Blocks until the copy is on the disk. @throws as `backUpDatabase`. */
export function backUpBeforeMigration(db: DatabaseSync, folder: string, timestamp: number): string {
  const temporary = prepareFolder(folder);
  try {
    db.prepare('VACUUM INTO ?').run(temporary);
    return settle(folder, temporary, 'before-migration', timestamp);
  } catch (error) {
    discard(temporary);
    throw error;
  }
}
