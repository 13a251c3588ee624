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
    const room = Buffer.alloc(Math.max(0, Math.min(length, size - from)));
    const { bytesRead } = await file.read(room, 0, room.length, from);
    return room.subarray(0, bytesRead);
  },
});

async function* contentOf(file: FileHandle, pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  try {
    for (const piece of pieces) {
      if (!('from' in piece)) {
        yield piece;
        continue;
      }
      for (let at = piece.from; at < piece.to;) {
        const room = Buffer.alloc(Math.min(READ_BYTES, piece.to - at));
        const { bytesRead } = await file.read(room, 0, room.length, at);
        if (bytesRead === 0) throw new DamagedFile('It became shorter while it was read.');
        yield room.subarray(0, bytesRead);
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
    const pieces = await planWithSettings(randomBytesOf(file, size), settings);
    if (pieces !== null) {
      // A stream that is never read does not begin its work: it closes the file itself.
      const content = Readable.from(contentOf(file, pieces), { objectMode: false });
      content.once('close', () => void file.close().catch(() => undefined));
      return { content, sizeBytes: lengthOf(pieces) };
    }
  } catch (error) {
    await file.close();
    if (error instanceof DamagedFile) return null;
    throw error;
  }
  await file.close();
  return null;
}
