import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
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
      try {
        execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'], { stdio: 'ignore' });
      } catch {
        // It ends because there is no room left.
      }
    },
    free() {
      rmSync(filler, { force: true });
    },
    unmount: () => void execFileSync('umount', ['--lazy', at]),
  };
}
