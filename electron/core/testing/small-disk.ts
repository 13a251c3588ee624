import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { isDiskFull } from '../desk-error.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface SmallDisk {
  folder: string;
  /** Takes all the room that is left but for so many bytes. */
  fill(leave?: number): void;
  /** Gives the room back. */
  free(): void;
  /** Lets nobody write any more, or again. */
  setReadOnly(isReadOnly: boolean): void;
}

/**
 * A file system of its own for the test that runs, gone after it.
 * @param sizeBytes room on it. @returns null where the system mounts nothing for us.
 */
export function mountSmallDisk(sizeBytes: number): SmallDisk | null {
  if (process.platform !== 'linux') return null;
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  const filler = join(folder, 'filler');
  return {
    folder,
    fill(leave = 0) {
      if (leave > 0) writeUntilFull(join(folder, 'left'), leave);
      writeUntilFull(filler, Number.POSITIVE_INFINITY);
      rmSync(join(folder, 'left'), { force: true });
    },
    free: () => rmSync(filler),
    setReadOnly(isReadOnly) {
      execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder], { stdio: 'ignore' });
    },
  };
}

function writeUntilFull(path: string, most: number): void {
  const file = openSync(path, 'w');
  const block = Buffer.alloc(4096);
  try {
    for (let size = 0; size < most; size += block.byteLength) writeSync(file, block);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  } finally {
    closeSync(file);
  }
}
