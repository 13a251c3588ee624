import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolderSync } from './folder-sync.ts';

/** Marks as lines of a file. */
export function readMarksFile(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    // There is one, and it says nothing: not ours to trust.
    return ['unreadable'];
  }
}

/** Returns once they are on the disk. */
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
