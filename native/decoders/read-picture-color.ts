import { open } from 'node:fs/promises';
import type { ReadBytes } from '#shared/film/bytes.ts';
import { unusedHdr, type UnusedHdr } from '#shared/film/hdr-notes.ts';
import { pictureColor } from '#shared/film/picture-color.ts';
import { unpack } from './unpack.ts';
import { needsSdr, type PictureColor } from '#shared/film/picture-sdr.ts';

/**
 * The colors that a picture names by code points, where its numbers would look other in sRGB. Only headers are read, by a reader
 * of our own: no decoder is needed, so any process may ask.
 * @returns null where they are those of sRGB, or a profile says them
 */
export async function readPictureColor(path: string): Promise<PictureColor | null> {
  const color = await reading(path, (read) => pictureColor(read, unpack));
  return color !== null && needsSdr(color) ? color : null;
}

/** What a picture says for screens of HDR that is not used here. */
export const readUnusedHdr = (path: string): Promise<UnusedHdr | null> => reading(path, unusedHdr);

async function reading<T>(path: string, work: (read: ReadBytes) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await work(async (at, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    });
  } finally {
    await file.close();
  }
}
