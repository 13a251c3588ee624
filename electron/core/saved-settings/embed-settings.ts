import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import {
  DamagedFile,
  lengthOf,
  planWithSettings,
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

/**
 * A picture on the disk with settings in it, as it is to be saved. The pixels are the bytes of the original.
 * @returns null of a file that cannot carry them.
 */
export async function openWithSettings(
  path: string,
  settings: PackedSettings,
): Promise<{ content: Readable; sizeBytes: number } | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const segments = await planWithSettings(randomBytesOf(file, size), settings);
    if (segments !== null) {
      // A stream that is never read does not begin its work: it closes the file itself.
      const content = Readable.from(contentOf(file, segments), { objectMode: false });
      content.once('close', () => void file.close().catch(() => undefined));
      return { content, sizeBytes: lengthOf(segments) };
    }
  } catch (error) {
    await file.close();
    if (error instanceof DamagedFile) return null;
    throw error;
  }
  await file.close();
  return null;
}
