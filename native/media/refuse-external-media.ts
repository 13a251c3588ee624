import { open } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import { namesExternalMedia } from '#shared/film/external-media.ts';
import { TaskFailure } from '../child/program.ts';
import { EXTERNAL_MEDIA } from './media-task.ts';

/** Bytes that are read at once: boxes lie close together. */
const WINDOW = 4096;
const MAX_UNPACKED = 16 * 1024 ** 2;

function inflate(bytes: Uint8Array): Uint8Array | null {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_UNPACKED });
  } catch {
    return null;
  }
}

/**
 * Refuses a file that says its pictures or sounds lie in other files, before anything decodes it.
 * @throws TaskFailure with `EXTERNAL_MEDIA`, and what a disk says
 */
export async function rejectExternalMedia(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    let [from, bytes] = [0, Buffer.alloc(0)];
    const read = async (at: number, length: number): Promise<Uint8Array> => {
      if (at < from || at + length > from + bytes.length) {
        const { buffer, bytesRead } = await file.read(
          Buffer.alloc(Math.max(length, WINDOW)),
          0,
          Math.max(length, WINDOW),
          at,
        );
        [from, bytes] = [at, buffer.subarray(0, bytesRead)];
      }
      return bytes.subarray(at - from, at - from + length);
    };
    if (await namesExternalMedia(read, inflate))
      throw new TaskFailure(EXTERNAL_MEDIA, 'Its media lie in other files, which it names.');
  } finally {
    await file.close();
  }
}
