import { existsSync } from 'node:fs';
import { copyFile, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BlobStore } from './blob-store.ts';
import { nameOf } from './s3-fetched-blobs.ts';
import type { S3Objects } from './s3-objects.ts';

/** Objects that were set aside, below the name of the folder that they would lie in. */
const QUARANTINE = 'set-aside/';

interface QuarantineOptions {
  objects: S3Objects;
  /** Of this computer, for incoming files. */
  local: BlobStore;
  /** Where the bytes of a blob lie on this computer; null where they do not. */
  pathOf: (hash: string) => string | null;
  /** What was known of a blob counts no more. */
  onRemoved: (hash: string) => void;
}

/** Sets objects aside within their bucket, and takes them back. */
export function quarantineOf({
  objects,
  local,
  pathOf,
  onRemoved,
}: QuarantineOptions): Pick<BlobStore, 'quarantine' | 'listQuarantined' | 'restore'> {
  return {
    async quarantine(hashes, names, quarantineFolder) {
      await local.quarantine([], names, quarantineFolder);
      for (const hash of hashes) {
        const path = pathOf(hash);
        if (path !== null && (await objects.size(nameOf(hash))) === null) {
          await copyFile(path, join(quarantineFolder, hash));
        } else await objects.copy(nameOf(hash), `${QUARANTINE}${basename(quarantineFolder)}/${hash}`);
        onRemoved(hash);
        if (path !== null) await rm(path, { force: true });
        await objects.remove(nameOf(hash));
      }
    },
    async listQuarantined(root) {
      const found = (await readdir(root).catch(() => [])).map((name) => [name, new Set<string>()] as const);
      const folders = new Map(found);
      for (const name of folders.keys())
        for (const hash of await readdir(join(root, name)).catch(() => [])) folders.get(name)?.add(hash);
      for await (const name of objects.names(QUARANTINE)) {
        const [, folderName = '', hash = ''] = name.split('/');
        folders.set(folderName, (folders.get(folderName) ?? new Set()).add(hash));
      }
      return [...folders].map(([name, hashes]) => ({ folder: join(root, name), hashes: [...hashes] }));
    },
    async restore(hash, quarantineFolder) {
      const path = join(quarantineFolder, hash);
      if (existsSync(path)) {
        await objects.uploadFile(nameOf(hash), path, (await stat(path)).size);
        await rm(path);
        return;
      }
      const from = `${QUARANTINE}${basename(quarantineFolder)}/${hash}`;
      await objects.copy(from, nameOf(hash));
      await objects.remove(from);
    },
  };
}
