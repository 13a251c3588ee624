import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { copyFile, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import type { BlobStore, StoredBlob } from './blob-store.ts';
import { createFileBlobStore } from './file-blob-store.ts';
import { LocalCopies } from './local-copies.ts';
import { MediaStoreProblem } from './media-location.ts';
import type { S3Objects } from './s3-objects.ts';

/**
 * Blobs as objects of a bucket, `<prefix>blobs/ab/<hash>`. What arrives is written to this computer first, where its hash is
 * found out, and is sent as a whole then. What decoders read is brought to this computer, and its hash is checked on the way. What
 * is soon made again (`transient`) stays here.
 */

const BLOBS = 'blobs/';
const SET_ASIDE = 'set-aside/';
const MARKS = 'database-mark';
const MAX_MARKS = 4096;
/** Blobs that are brought here at once. */
const AT_ONCE = 4;
/** Milliseconds for which what the store said of a blob counts: one download asks three times. */
const REMEMBERED_MS = 10_000;
const MAX_REMEMBERED = 10_000;

const nameOf = (hash: string): string => {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('A blob is named by 64 hex digits.');
  return `${BLOBS}${hash.slice(0, 2)}/${hash}`;
};

const missing = (hash: string): Error => Object.assign(new Error(`ENOENT: there is no blob ${hash}`), { code: 'ENOENT' });

const damaged = (): MediaStoreProblem =>
  new MediaStoreProblem('A file came from the store with other bytes than it was put there with. Put it back from a backup of the bucket.');

export interface S3BlobStoreOptions {
  objects: S3Objects;
  /** Of this computer, for copies and what arrives; nothing else lies in it. */
  folder: string;
  cacheBytes: number;
  getTime?: () => number;
}

export function createS3BlobStore({ objects, folder, cacheBytes, getTime = Date.now }: S3BlobStoreOptions): BlobStore {
  const transientFolder = join(folder, 'transient');
  mkdirSync(transientFolder, { recursive: true, mode: 0o700 });
  const local = createFileBlobStore(folder, getTime);
  const transients = createFileBlobStore(transientFolder, getTime);
  const copies = new LocalCopies(folder, cacheBytes);
  const sizes = new Map<string, { sizeBytes: number; until: number }>();
  const fetching = new Map<string, Promise<void>>();

  const remember = (hash: string, sizeBytes: number): void => {
    if (sizes.size >= MAX_REMEMBERED) sizes.clear();
    sizes.set(hash, { sizeBytes, until: Date.now() + REMEMBERED_MS });
  };
  const sizeThere = async (hash: string): Promise<number | null> => {
    const found = sizes.get(hash);
    if (found && found.until > Date.now()) return found.sizeBytes;
    const sizeBytes = await objects.size(nameOf(hash));
    if (sizeBytes !== null) remember(hash, sizeBytes);
    return sizeBytes;
  };

  /** Where the bytes lie on this computer; null where they do not. */
  const existing = (hash: string): string | null =>
    [local.pathOf(hash), transients.pathOf(hash)].find((path) => existsSync(path)) ?? null;

  /** Sends what lies in the folder, unless the store has it. */
  const send = async ({ hash, sizeBytes }: StoredBlob, signal?: AbortSignal): Promise<StoredBlob> => {
    if ((await objects.size(nameOf(hash))) !== sizeBytes)
      await objects.putFile(nameOf(hash), local.pathOf(hash), sizeBytes, signal);
    remember(hash, sizeBytes);
    await copies.added(sizeBytes);
    return { hash, sizeBytes };
  };

  /** All bytes of a blob, or an error at their end where they are not those of its hash. */
  async function* checked(hash: string): AsyncGenerator<Uint8Array> {
    const sum = createHash('sha256');
    for await (const chunk of objects.bytes(nameOf(hash))) {
      sum.update(chunk);
      yield chunk;
    }
    if (sum.digest('hex') !== hash) throw damaged();
  }

  const bring = async (hash: string): Promise<void> => {
    const path = existing(hash);
    if (path !== null) return copies.touch(path);
    const { sizeBytes } = await local.write(Readable.from(checked(hash)), { transient: true });
    await copies.added(sizeBytes);
  };
  /** Once for all who wait for it. */
  const bringOnce = (hash: string): Promise<void> => {
    const running = fetching.get(hash) ?? bring(hash).finally(() => fetching.delete(hash));
    fetching.set(hash, running);
    return running;
  };

  return {
    isLocal: false,
    pathOf: (hash) => existing(hash) ?? local.pathOf(hash),
    async makeLocal(hashes, signal) {
      const pending = [...new Set(hashes)];
      const lane = async (): Promise<void> => {
        for (let hash = pending.pop(); hash !== undefined; hash = pending.pop()) {
          signal?.throwIfAborted();
          await bringOnce(hash);
        }
      };
      const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
      for (const outcome of lanes) if (outcome.status === 'rejected') throw outcome.reason;
    },
    async write(source, { signal, transient = false } = {}) {
      if (transient) return transients.write(source, { ...(signal && { signal }), transient });
      return send(await local.write(source, signal && { signal }), signal);
    },
    join: async (segments) => send(await local.join(segments)),
    adopt: async (segment, sha256) => send(await local.adopt(segment, sha256)),
    writeIncoming: (name, source, limitBytes) => local.writeIncoming(name, source, limitBytes),
    discardIncoming: (names) => local.discardIncoming(names),
    listIncoming: () => local.listIncoming(),
    has: async (hash) => existsSync(transients.pathOf(hash)) || (await sizeThere(hash)) !== null,
    read(hash, range) {
      const path = existing(hash);
      if (path === null) return Readable.from(range ? objects.bytes(nameOf(hash), range) : checked(hash));
      copies.touch(path);
      return (existsSync(local.pathOf(hash)) ? local : transients).read(hash, range);
    },
    async size(hash) {
      const here = statSync(transients.pathOf(hash), { throwIfNoEntry: false });
      const sizeBytes = here?.size ?? (await sizeThere(hash));
      if (sizeBytes === null) throw missing(hash);
      return sizeBytes;
    },
    async delete(hash) {
      if (!(await transients.delete(hash)) || !(await local.delete(hash))) return false;
      sizes.delete(hash);
      await objects.remove(nameOf(hash));
      // It was written again meanwhile, and whoever did so saw it there.
      const path = local.pathOf(hash);
      if (!existsSync(path)) return true;
      await objects.putFile(nameOf(hash), path, (await stat(path)).size);
      return false;
    },
    async quarantine(hashes, names, quarantineFolder) {
      await local.quarantine([], names, quarantineFolder);
      for (const hash of hashes) {
        const path = existing(hash);
        if (path !== null && (await sizeThere(hash)) === null) {
          await copyFile(path, join(quarantineFolder, hash));
        } else await objects.copy(nameOf(hash), `${SET_ASIDE}${basename(quarantineFolder)}/${hash}`);
        sizes.delete(hash);
        if (path !== null) await rm(path, { force: true });
        await objects.remove(nameOf(hash));
      }
    },
    async listQuarantined(root) {
      const found = (await readdir(root).catch(() => [])).map((name) => [name, new Set<string>()] as const);
      const folders = new Map(found);
      for (const name of folders.keys())
        for (const hash of await readdir(join(root, name)).catch(() => [])) folders.get(name)?.add(hash);
      for await (const name of objects.names(SET_ASIDE)) {
        const [, folderName = '', hash = ''] = name.split('/');
        folders.set(folderName, (folders.get(folderName) ?? new Set()).add(hash));
      }
      return [...folders].map(([name, hashes]) => ({ folder: join(root, name), hashes: [...hashes] }));
    },
    async restore(hash, quarantineFolder) {
      const path = join(quarantineFolder, hash);
      if (existsSync(path)) {
        await objects.putFile(nameOf(hash), path, (await stat(path)).size);
        await rm(path);
        return;
      }
      const from = `${SET_ASIDE}${basename(quarantineFolder)}/${hash}`;
      await objects.copy(from, nameOf(hash));
      await objects.remove(from);
    },
    async *list() {
      const here = new Set<string>();
      for await (const hash of transients.list()) here.add(hash);
      for await (const name of objects.names(BLOBS)) {
        const hash = name.slice(-64);
        if (!/^blobs\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(name)) continue;
        here.delete(hash);
        yield hash;
      }
      yield* here;
    },
    async readMarks() {
      const text = await objects.text(MARKS, MAX_MARKS);
      return text === null ? [] : text.split('\n').filter((line) => line !== '');
    },
    writeMarks: (marks) => objects.putBytes(MARKS, Buffer.from(`${marks.join('\n')}\n`)),
  };
}
