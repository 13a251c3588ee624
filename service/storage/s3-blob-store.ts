import { existsSync, mkdirSync, statSync } from 'node:fs';
import { stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore, StoredBlob } from './blob-store.ts';
import { createFileBlobStore } from './file-blob-store.ts';
import { BLOBS, FetchedBlobs, nameOf, StoredSizes } from './s3-fetched-blobs.ts';
import type { SharedMedia } from './shared-media.ts';
import { incomingInBucket } from './s3-incoming.ts';
import { quarantineOf } from './s3-quarantine.ts';
import { LocalCopies } from './local-copies.ts';
import type { S3Objects } from './s3-objects.ts';

/**
 * Blobs as objects of a bucket, `<prefix>blobs/ab/<hash>`. What arrives is written to this computer first, where its hash is
 * found out, and is sent as a whole then. What decoders read is brought to this computer, and its hash is checked on the way. What
 * is soon made again (`transient`) stays here.
 */

const MARKS = 'database-mark';
const MAX_MARKS = 4096;

const missing = (hash: string): Error =>
  Object.assign(new Error(`ENOENT: there is no blob ${hash}`), { code: 'ENOENT' });

export interface S3BlobStoreOptions {
  objects: S3Objects;
  /** Of this computer, for copies and what arrives; nothing else lies in it. */
  folder: string;
  cacheBytes: number;
  /** Where other services use the bucket too. */
  sharedMedia?: SharedMedia | undefined;
  getTime?: () => number;
}

export function createS3BlobStore({
  objects,
  folder,
  cacheBytes,
  sharedMedia,
  getTime = Date.now,
}: S3BlobStoreOptions): BlobStore {
  const transientFolder = join(folder, 'transient');
  mkdirSync(transientFolder, { recursive: true, mode: 0o700 });
  const local = createFileBlobStore(folder, getTime);
  const transients = createFileBlobStore(transientFolder, getTime);
  const copies = new LocalCopies(folder, cacheBytes);
  const sizes = new StoredSizes(objects);
  const fetched = new FetchedBlobs({ objects, local, transients, copies });

  /** Sends what lies in the folder, unless the store has it. */
  const send = async ({ hash, sizeBytes }: StoredBlob, signal?: AbortSignal): Promise<StoredBlob> => {
    if ((await objects.size(nameOf(hash))) !== sizeBytes)
      await objects.uploadFile(nameOf(hash), local.pathOf(hash), sizeBytes, signal);
    sizes.set(hash, sizeBytes);
    await copies.added(sizeBytes);
    return { hash, sizeBytes };
  };

  return {
    isLocal: false,
    pathOf: (hash) => fetched.pathOf(hash) ?? local.pathOf(hash),
    makeLocal: (hashes, signal) => fetched.fetch(hashes, signal),
    async write(source, { signal, transient = false } = {}) {
      // Others could not read what stays on this computer.
      if (transient && sharedMedia === undefined) {
        return await writeTransient(transients, source, { signal, time: new Date(getTime()) });
      }
      return send(await local.write(source, signal && { signal }), signal);
    },
    join: async (segments) => send(await local.join(segments)),
    adopt: async (segment, sha256) => send(await local.adopt(segment, sha256)),
    writeIncoming: (name, source, limitBytes) => local.writeIncoming(name, source, limitBytes),
    discardIncoming: (names) => local.discardIncoming(names),
    listIncoming: () => local.listIncoming(),
    ...(sharedMedia !== undefined && incomingInBucket({ objects, local, folder, nameOf, send })),
    has: async (hash) => existsSync(transients.pathOf(hash)) || (await sizes.get(hash)) !== null,
    read: (hash, range) => fetched.read(hash, range),
    readStored: (hash) => fetched.readStored(hash),
    async size(hash) {
      const file = statSync(transients.pathOf(hash), { throwIfNoEntry: false });
      const sizeBytes = file?.size ?? (await sizes.get(hash));
      if (sizeBytes === null) throw missing(hash);
      return sizeBytes;
    },
    async delete(hash) {
      // Another computer may just have found it here, and this one cannot tell.
      if (sharedMedia !== undefined && !sharedMedia.isExclusive) return false;
      if (!(await transients.delete(hash)) || !(await local.delete(hash))) return false;
      sizes.delete(hash);
      await objects.remove(nameOf(hash));
      // It was written again meanwhile, and whoever did so saw it there.
      const path = local.pathOf(hash);
      if (!existsSync(path)) return true;
      await objects.uploadFile(nameOf(hash), path, (await stat(path)).size);
      return false;
    },
    ...quarantineOf({
      objects,
      local,
      pathOf: (hash) => fetched.pathOf(hash),
      onRemoved: (hash) => sizes.delete(hash),
    }),
    async *list() {
      const transientHashes = new Set<string>();
      for await (const hash of transients.list()) transientHashes.add(hash);
      for await (const name of objects.names(BLOBS)) {
        const hash = name.slice(-64);
        if (!/^blobs\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(name)) continue;
        transientHashes.delete(hash);
        yield hash;
      }
      yield* transientHashes;
    },
    async readMarks() {
      const text = await objects.text(MARKS, MAX_MARKS);
      return text === null ? [] : text.split('\n').filter((line) => line !== '');
    },
    writeMarks: (marks) => objects.uploadBytes(MARKS, Buffer.from(`${marks.join('\n')}\n`)),
  };
}

/** Writes what stays on this computer, as of a time: that says how long it may not be deleted. */
async function writeTransient(
  transients: BlobStore,
  source: Parameters<BlobStore['write']>[0],
  { signal, time }: { signal: AbortSignal | undefined; time: Date },
): Promise<StoredBlob> {
  const stored = await transients.write(source, { ...(signal && { signal }), transient: true });
  await utimes(transients.pathOf(stored.hash), time, time);
  return stored;
}
