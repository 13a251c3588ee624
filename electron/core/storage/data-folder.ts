import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDiskFull, isNotWritable, isStorageFailure, systemErrorCode } from '../desk-error.ts';

/** The data folder cannot be used; the message says why and what to do. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
}

/**
 * Makes the folder that everything is stored in, for its owner only. Folders that are there stay as they are.
 * @throws DataFolderError
 */
export function makeDataFolder(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    throw dataFolderError(path, error);
  }
}

/** Why a data folder cannot be used, in a sentence with the next step. */
export function dataFolderError(path: string, error: unknown): DataFolderError {
  const reason = error instanceof Error ? error.message : String(error);
  const text = isNotWritable(error)
    ? `Patchbay may not write to its data folder ${path}: the disk is read-only, or the folder belongs to somebody else (${reason}). Allow writing there, or choose another folder with --data.`
    : isDiskFull(error) || (isStorageFailure(error) && hasNoSpace(path))
      ? `The disk of the data folder ${path} is full. Free some space on it, then start again.`
      : `The data folder ${path} cannot be used (${reason}). Choose another one with --data.`;
  return new DataFolderError(text, { cause: error });
}

/** SQLite calls it a failure of the disk when there is no room for its shared memory. */
function hasNoSpace(path: string): boolean {
  try {
    return statfsSync(path).bavail === 0;
  } catch {
    return false;
  }
}

/**
 * A folder and those above it. Node's own recursive `mkdirSync` never returns where a file system answers ENOENT to
 * a new folder although the one above is there, as `/proc` does.
 */
function makeFolder(path: string): void {
  const make = () => {
    mkdirSync(path, { mode: 0o700 });
    syncFolderSync(dirname(path));
  };
  try {
    make();
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    make();
  }
}

/** Flushes a folder's entries, so that a new one in it survives a power cut. */
function syncFolderSync(path: string): void {
  // Windows cannot open a folder for this and does not need it.
  if (process.platform === 'win32') return;
  let folder: number;
  try {
    folder = openSync(path, 'r');
  } catch (error) {
    // The folder above the data folder may be one that we may enter but not read.
    if (['EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) return;
    throw error;
  }
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Makes a folder inside the data folder; a file that stands in its place is set aside. */
export function makeInnerFolder(
  path: string,
  timestamp: number,
  onQuarantine: (quarantined: string) => void,
): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return;
  if (found !== undefined) onQuarantine(quarantineSync(path, timestamp));
  makeDataFolder(path);
}

/** Moves what cannot be read, file or folder, to a name of its own beside it. @returns the new path. */
export function quarantineSync(path: string, timestamp: number): string {
  const quarantined = quarantineName(path, timestamp);
  renameSync(path, quarantined);
  return quarantined;
}

export function quarantineName(path: string, timestamp: number): string {
  const stamp = new Date(timestamp).toISOString().replace(/[:.]/g, '-');
  return `${path}.broken-${stamp}-${randomBytes(3).toString('hex')}`;
}

/** Errors of a read that say that what stands there is no file for us, rather than that reading failed this once. */
export const isUnreadable = (error: unknown): boolean =>
  ['EISDIR', 'EACCES', 'EPERM', 'ELOOP'].includes(systemErrorCode(error) ?? '');
