import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';

/** Folders that were nested until their paths became too long fail the one, not the other. What stays goes at the next start. */
export async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // Somebody else writes there.
    }
  });
}
