import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** A file system of its own that can be filled to the last byte. */
export interface RigDisk {
  fill(): void;
  free(): void;
  unmount(): void;
}

/** @param at folder that becomes it. @returns null where the system mounts nothing for us. */
export function mountRigDisk(at: string, sizeBytes: number): RigDisk | null {
  mkdirSync(at, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', at], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const filler = join(at, 'filler');
  return {
    fill() {
      const { bavail, bsize } = statfsSync(at);
      try {
        execFileSync('fallocate', ['-l', `${bavail * bsize}`, filler], { stdio: 'ignore' });
        execFileSync('dd', ['if=/dev/zero', `of=${join(at, 'rest')}`, 'bs=4k'], { stdio: 'ignore' });
      } catch {
        // It ends because there is no room left.
      }
    },
    free() {
      for (const name of ['filler', 'rest']) rmSync(join(at, name), { force: true });
    },
    unmount: () => void execFileSync('umount', ['--lazy', at]),
  };
}
