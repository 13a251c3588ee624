import { mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobStore } from './blob-store.ts';
import { syncFolder } from './folder-sync.ts';

interface QuarantineOptions {
  /** Where the blob of a hash lies. */
  pathOf: (hash: string) => string;
  incomingPath: (name: string) => string;
  prepareFolder: (folder: string) => Promise<void>;
}

/** Sets files aside in folders of the same file system, and takes them back. */
export function quarantineInFolders({
  pathOf,
  incomingPath,
  prepareFolder,
}: QuarantineOptions): Pick<BlobStore, 'quarantine' | 'listQuarantined' | 'restore'> {
  return {
    async quarantine(hashes, names, folder) {
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) {
        await syncFolder(dirname(folder));
        await syncFolder(dirname(dirname(folder)));
      }
      for (const hash of hashes) await rename(pathOf(hash), join(folder, hash));
      for (const name of names) await rename(incomingPath(name), join(folder, name));
      await syncFolder(folder);
    },
    async listQuarantined(quarantineRoot) {
      const folders = (await entriesOf(quarantineRoot)).map((name) => join(quarantineRoot, name));
      return Promise.all(folders.map(async (folder) => ({ folder, hashes: await entriesOf(folder) })));
    },
    async restore(hash, folder) {
      const target = pathOf(hash);
      await prepareFolder(dirname(target));
      await rename(join(folder, hash), target);
      await syncFolder(dirname(target));
    },
  };
}

const entriesOf = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
