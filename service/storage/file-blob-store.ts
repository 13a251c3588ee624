import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { access, link, mkdir, open, readdir, rename, rm, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { readMarksFile, writeMarksFile } from './marks-file.ts';
import { quarantineInFolders } from './folder-quarantine.ts';
import { syncFolder, syncFolderSync } from './folder-sync.ts';
import { fitsSyncWrite, writeTransient, commitTransient, type TransientStore } from './passing-blob.ts';
import { BlobSizeExceeded, type BlobStore, type StoredBlob } from './blob-store.ts';

const MARKS = 'database-mark';
const BATCH_BYTES = 1024 * 1024;
/** How long a fresh blob is safe from `delete`, so that a row can come to refer to it. Milliseconds. */
const FRESH_MS = 10 * 60_000;

/**
 * Blobs as files: `<root>/ab/<hash>`, and `<root>/incoming/` for what is still arriving. Both are on one file system,
 * so that a rename moves no bytes.
 */
export function createFileBlobStore(root: string, getTime: () => number = Date.now): BlobStore {
  const incoming = join(root, 'incoming');
  if (mkdirSync(incoming, { recursive: true, mode: 0o700 })) syncFolderSync(root);
  // What is older was left by an earlier process: nobody is about to refer to it.
  const opened = getTime();

  const pathOf = (hash: string): string => {
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('A blob is named by 64 hex digits.');
    return join(root, hash.slice(0, 2), hash);
  };
  const incomingPath = (name: string): string => {
    if (!/^[\w.-]+$/.test(name) || name.startsWith('.')) throw new Error('Not a name of an incoming file.');
    return join(incoming, name);
  };

  /** Time of writing is kept with the file: other threads write too, and the same bytes may have been there before. */
  const markFresh = (path: string): Promise<void> => {
    const time = new Date(getTime());
    return utimes(path, time, time);
  };

  const prepared = new Map<string, Promise<void>>();
  /** Once a process: whoever comes while its name is being flushed waits for that too. */
  const prepareFolder = (folder: string): Promise<void> => {
    let preparing = prepared.get(folder);
    if (!preparing) {
      preparing = makeFolder(folder).then(() => syncFolder(root));
      prepared.set(folder, preparing);
      preparing.catch(() => prepared.delete(folder));
    }
    return preparing;
  };

  /** Gives the finished file its name. `move` decides whether the incoming name stays as well. */
  const settle = async (path: string, stored: StoredBlob, move: boolean): Promise<StoredBlob> => {
    await markFresh(path);
    const target = pathOf(stored.hash);
    const folder = join(root, stored.hash.slice(0, 2));
    await prepareFolder(folder);
    if (move) {
      await rename(path, target);
    } else {
      await linkOver(path, target, join(incoming, `blob-${randomBytes(12).toString('hex')}`));
    }
    await syncFolder(folder);
    return stored;
  };

  const blobFiles: TransientStore = { pathOf, prepareFolder, clock: getTime };

  return {
    isLocal: true,
    makeLocal: async () => undefined,
    pathOf,
    async write(source, { signal, transient = false } = {}) {
      const path = join(incoming, `blob-${randomBytes(12).toString('hex')}`);
      const chunks = source instanceof Uint8Array ? [source] : source;
      try {
        if (transient && fitsSyncWrite(source)) return await writeTransient(path, source, blobFiles, signal);
        const raw = await writeFile(path, chunks, Number.POSITIVE_INFINITY, { signal, transient });
        if (transient) return await commitTransient(path, raw, blobFiles);
        return await settle(path, { hash: raw.sha256, sizeBytes: raw.sizeBytes }, true);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    async join(segments) {
      const path = join(incoming, `blob-${randomBytes(12).toString('hex')}`);
      const sources = segments.map(incomingPath);
      try {
        const raw = await writeFile(path, concatenated(sources), Number.POSITIVE_INFINITY);
        return await settle(path, { hash: raw.sha256, sizeBytes: raw.sizeBytes }, true);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    async adopt(segment, sha256) {
      const path = incomingPath(segment);
      return settle(path, { hash: sha256, sizeBytes: (await stat(path)).size }, false);
    },
    async writeIncoming(name, source, limitBytes) {
      const path = incomingPath(name);
      try {
        const raw = await writeFile(path, source, limitBytes);
        await syncFolder(incoming);
        return raw;
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },
    async discardIncoming(names) {
      for (const name of names) await rm(incomingPath(name), { force: true });
    },
    listIncoming: () => readdir(incoming),
    has: (hash) => exists(pathOf(hash)),
    read: (hash, range) =>
      createReadStream(pathOf(hash), {
        highWaterMark: 256 * 1024,
        start: range?.start ?? 0,
        end: range?.end,
      }),
    readStored: (hash) => createReadStream(pathOf(hash), { highWaterMark: BATCH_BYTES }),
    size: async (hash) => (await stat(pathOf(hash))).size,
    async delete(hash) {
      const path = pathOf(hash);
      try {
        const raw = (await stat(path)).mtimeMs;
        if (raw >= opened && getTime() - raw <= FRESH_MS) return false;
        await unlink(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
      return true;
    },
    ...quarantineInFolders({ pathOf, incomingPath, prepareFolder }),
    async *list() {
      for (const folder of await readdir(root)) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue;
        for (const name of await readdir(join(root, folder))) if (/^[0-9a-f]{64}$/.test(name)) yield name;
      }
    },
    readMarks: async () => readMarksFile(join(root, MARKS)),
    writeMarks: async (marks) => writeMarksFile(join(root, MARKS), marks),
  };
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** One that is there is as good. Node's own recursive `mkdir` says ENOENT whatever the disk said. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/**
 * Gives a file another name, in the place of whatever has it: what is there may not be synced.
 * @param spare a free name.
 */
async function linkOver(path: string, target: string, spare: string): Promise<void> {
  try {
    await link(path, spare);
    await rename(spare, target);
  } finally {
    // It stays where both are names of one file.
    await rm(spare, { force: true });
  }
}

async function* concatenated(paths: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const path of paths) yield* createReadStream(path, { highWaterMark: BATCH_BYTES });
}

/**
 * Writes a new file, hashing on the way, and fsyncs it unless it is transient. Small chunks are gathered: a write call
 * costs more than a copy.
 */
async function writeFile(
  path: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array> | Readable,
  limitBytes: number,
  { signal, transient = false }: { signal?: AbortSignal; transient?: boolean } = {},
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  let sizeBytes = 0;
  try {
    let batch: Uint8Array[] = [];
    let batchBytes = 0;
    const flush = async () => {
      if (batchBytes === 0) return;
      const writing = batch;
      batch = [];
      batchBytes = 0;
      await writeAll(file, writing);
    };
    for await (const chunk of chunks as AsyncIterable<Uint8Array>) {
      signal?.throwIfAborted();
      sizeBytes += chunk.byteLength;
      if (sizeBytes > limitBytes) throw new BlobSizeExceeded(`More than ${limitBytes} bytes arrived.`);
      hash.update(chunk);
      batch.push(chunk);
      batchBytes += chunk.byteLength;
      if (batchBytes >= BATCH_BYTES) await flush();
    }
    await flush();
    if (!transient) await file.datasync();
  } finally {
    await file.close();
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, buffers: Uint8Array[]): Promise<void> {
  const expected = buffers.reduce((sum, buffer) => sum + buffer.byteLength, 0);
  const { bytesWritten } = await file.writev(buffers);
  if (bytesWritten === expected) return;
  // A short write: the disk is nearly full, or a signal came in between. Write the rest plainly; that reports ENOSPC.
  const remaining = Buffer.concat(buffers).subarray(bytesWritten);
  for (let offset = 0; offset < remaining.byteLength;) {
    offset += (await file.write(remaining, offset)).bytesWritten;
  }
}
