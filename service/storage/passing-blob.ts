import { createHash } from 'node:crypto';
import { linkSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { link, unlink, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import type { StoredBlob } from './blob-store.ts';

/** Blobs that are soon made again, such as live previews: not synced, and never in the place of others. */

/** Of these so much is written before anything else happens: to wait for threads takes ten times as long. */
const SYNC_WRITE_BYTES = 512 * 1024;

export interface TransientStore {
  /** Where the blob of a hash lies. */
  pathOf: (hash: string) => string;
  prepareFolder: (folder: string) => Promise<void>;
  /** Milliseconds since the epoch. */
  clock: () => number;
}

export const fitsSyncWrite = (source: Readable | Uint8Array): source is Uint8Array =>
  source instanceof Uint8Array && source.byteLength <= SYNC_WRITE_BYTES;

/** Gives a file that was not synced its name, unless those bytes are there: they may be there for good. */
export async function commitTransient(
  path: string,
  { sha256: hash, sizeBytes }: { sha256: string; sizeBytes: number },
  { pathOf, prepareFolder, clock: getTime }: TransientStore,
): Promise<StoredBlob> {
  const target = pathOf(hash);
  const time = new Date(getTime());
  await prepareFolder(dirname(target));
  if (!(await linkIfAbsent(path, target))) await utimes(target, time, time);
  await unlink(path);
  return { hash, sizeBytes };
}

/**
 * Writes and names a small one in one go.
 * @param path a free name of an incoming file; it is gone afterwards. @throws the reason of `signal`, or what the disk says.
 */
export async function writeTransient(
  path: string,
  bytes: Uint8Array,
  { pathOf, prepareFolder, clock: getTime }: TransientStore,
  signal?: AbortSignal,
): Promise<StoredBlob> {
  signal?.throwIfAborted();
  const hash = createHash('sha256').update(bytes).digest('hex');
  const target = pathOf(hash);
  const time = new Date(getTime());
  await prepareFolder(dirname(target));
  try {
    writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 });
    linkSync(path, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    utimesSync(target, time, time);
  } finally {
    rmSync(path, { force: true });
  }
  return { hash, sizeBytes: bytes.byteLength };
}

/** @returns false where a file of that name is there. */
const linkIfAbsent = (path: string, target: string): Promise<boolean> =>
  link(path, target).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return false;
    },
  );
