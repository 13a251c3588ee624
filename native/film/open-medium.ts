import { open } from 'node:fs/promises';
import { Undecodable, type OpenMedium } from '#shared/film/film.ts';
import type { NativeContext } from '../decoders/canvas.ts';
import { isDrawing, openDrawing } from '../decoders/drawing.ts';
import { sharp, type Sharp } from '../decoders/sharp.ts';
import { isJpegXl, JPEG_XL_HEAD_BYTES } from '#shared/film/jpeg-xl.ts';
import { animatedFrames, lengthsOf } from './animated-picture.ts';
import { canvasOf, MAX_PIXELS, sizeToRead } from './pictures.ts';
import { openTimed } from './timed-medium.ts';

/** Drawings are drawn for films of 4K, in pixels. */
const VECTOR_SIZE = { width: 4096, height: 2304 };

/** Seconds that one picture may take. */
const MAX_SECONDS = 60;

interface Opening {
  /** ffmpeg. */
  program: string;
  /** Where tables of colors are written. */
  folder: string;
  signal: AbortSignal;
}

/**
 * Opens a file for films: its container is read here, frames and sound are decoded by ffmpeg, pictures by sharp.
 * @throws Undecodable
 */
export async function openMedium(
  path: string,
  type: 'picture' | 'timed',
  opening: Opening,
): Promise<OpenMedium<NativeContext>> {
  return type === 'picture' ? openPicture(path, opening) : openTimed(path, opening);
}

async function openPicture(path: string, opening: Opening): Promise<OpenMedium<NativeContext>> {
  try {
    if (await isDrawing(path))
      return await openStaticPicture(await openDrawing(path, VECTOR_SIZE, { maxPixels: MAX_PIXELS }));
    const picture = sharp(path, { limitInputPixels: MAX_PIXELS, autoOrient: true }).toColourspace('srgb');
    const { autoOrient, format } = await picture.metadata();
    const lengths = await lengthsOf(path);
    if (lengths) {
      const framesFrom = animatedFrames(path, { lengths, size: autoOrient, format }, opening);
      return { still: null, framesFrom, soundFrom: null, close: () => undefined };
    }
    const read = sizeToRead(autoOrient);
    const smaller = picture.resize({ ...read, fit: 'fill', withoutEnlargement: true });
    return await openStaticPicture({ picture: smaller, ...autoOrient });
  } catch {
    opening.signal.throwIfAborted();
    if (await isJpegXlFile(path))
      throw new Undecodable('is JPEG XL, for which there is no decoder here; save it as PNG or JPEG');
    throw new Undecodable('is no picture that can be shown here');
  }
}

/** A picture that does not move. @param width and @param height pixels that it is shown with */
async function openStaticPicture({
  picture,
  width,
  height,
}: {
  picture: Sharp;
  width: number;
  height: number;
}): Promise<OpenMedium<NativeContext>> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .ensureAlpha()
    .timeout({ seconds: MAX_SECONDS })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8ClampedArray(data.length);
  pixels.set(data);
  const canvas = canvasOf(pixels, info.width, info.height);
  return {
    still: { width, height, draw: (context, ...drawArgs) => context.drawImage(canvas, ...drawArgs) },
    framesFrom: null,
    soundFrom: null,
    close: () => undefined,
  };
}

async function isJpegXlFile(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(JPEG_XL_HEAD_BYTES), 0, JPEG_XL_HEAD_BYTES, 0);
    return isJpegXl(buffer);
  } finally {
    await file.close();
  }
}
