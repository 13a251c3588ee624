import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import {
  DamagedFile,
  lengthOf,
  planSavedFile,
  SignedFile,
  type Additions,
  type Piece,
  type RandomBytes,
  type SavedSettings,
} from '#shared/saved-settings/index.ts';

/** Settings as they go into files. */
export interface PackedSettings {
  /** What a file beside the output holds. */
  json: Buffer;
  /** Compressed by zlib. */
  bytes: Buffer;
  base64: string;
}

const compress = promisify(deflate);
const READ_BYTES = 256 * 1024;

export async function packSettings(settings: SavedSettings): Promise<PackedSettings> {
  const bytes = await compress(JSON.stringify(settings));
  const json = Buffer.from(`${JSON.stringify(settings, null, 2)}\n`);
  return { json, bytes, base64: bytes.toString('base64') };
}

/** A file on the disk, read where it is needed. */
const randomBytesOf = (file: FileHandle, size: number): RandomBytes => ({
  size,
  async read(from, length) {
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - from)));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
    return buffer.subarray(0, bytesRead);
  },
});

/** Reads in a file on the disk. @throws what the reader throws */
export async function readOnDisk<T>(path: string, read: (source: RandomBytes) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    return await read(randomBytesOf(file, (await file.stat()).size));
  } finally {
    await file.close();
  }
}

async function* contentOf(file: FileHandle, segments: readonly Piece[]): AsyncGenerator<Uint8Array> {
  try {
    for (const segment of segments) {
      if (!('from' in segment)) {
        yield segment;
        continue;
      }
      for (let at = segment.from; at < segment.to;) {
        const buffer = Buffer.alloc(Math.min(READ_BYTES, segment.to - at));
        const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
        if (bytesRead === 0) throw new DamagedFile('It became shorter while it was read.');
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
      }
    }
  } finally {
    await file.close();
  }
}

/** A file as it is to be saved, or why nothing can be added to it. */
export type SavedFile =
  | { content: Readable; sizeBytes: number }
  /** `format`: its kind has no place for it, or it is damaged; `signed`: any change would break its manifest. */
  | { rejection: 'format' | 'signed' };

/** A file on the disk with additions to it. Its pixels and frames are the bytes of the original. */
export async function openSavedFile(path: string, additions: Additions): Promise<SavedFile> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const segments = await planSavedFile(randomBytesOf(file, size), additions);
    if (segments !== null) {
      // A stream that is never read does not begin its work: it closes the file itself.
      const content = Readable.from(contentOf(file, segments), { objectMode: false });
      content.once('close', () => void file.close().catch(() => undefined));
      return { content, sizeBytes: lengthOf(segments) };
    }
  } catch (error) {
    await file.close();
    if (error instanceof SignedFile) return { rejection: 'signed' };
    if (error instanceof DamagedFile) return { rejection: 'format' };
    throw error;
  }
  await file.close();
  return { rejection: 'format' };
}
