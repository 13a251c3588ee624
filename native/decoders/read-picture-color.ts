import { open } from 'node:fs/promises';
import { pictureColor } from '#shared/film/picture-color.ts';
import { needsSdr, type PictureColor } from '#shared/film/picture-sdr.ts';

/**
 * The colors that a picture names by code points, where its numbers would look other in sRGB. Only headers are read, by a reader
 * of our own: no decoder is needed, so any process may ask.
 * @returns null where they are those of sRGB, or a profile says them
 */
export async function readPictureColor(path: string): Promise<PictureColor | null> {
  const file = await open(path, 'r');
  try {
    const color = await pictureColor(async (at, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    });
    return color !== null && needsSdr(color) ? color : null;
  } finally {
    await file.close();
  }
}
