import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolderSync } from './folder-sync.ts';

/**
 * Marks say which database files of a blob store belong to (`StoreMarks`): one a line. A file that cannot be read stands for a mark that no
 * database has.
 */
export function readMarksFile(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    return ['unreadable'];
  }
}

/** Replaces all marks; returns once the disk has them. */
export function writeMarksFile(path: string, marks: readonly string[]): void {
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeSync(file, `${marks.join('\n')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
  syncFolderSync(dirname(path));
}
