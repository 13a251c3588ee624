import { open } from 'node:fs/promises';
import { Undecodable, type OpenMedium } from '#shared/film/film.ts';
import type { NativeContext } from '../decoders/canvas.ts';
import { isDrawing, openDrawing } from '../decoders/drawing.ts';
import type { Sharp } from '../decoders/sharp.ts';
import { openManaged } from '../decoders/managed-picture.ts';
import { HEIC_HEAD_BYTES, isHeicHead } from '#shared/film/heic.ts';
import { isJpegXl } from '#shared/film/jpeg-xl.ts';
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
    const { picture, color, inSrgb } = await openManaged(path, {
      limitInputPixels: MAX_PIXELS,
      autoOrient: true,
    });
    const { autoOrient, format } = await picture.metadata();
    const lengths = await lengthsOf(path);
    if (lengths) {
      const framesFrom = animatedFrames(path, { lengths, size: autoOrient, format, color }, opening);
      return { image: null, framesFrom, soundFrom: null, close: () => undefined };
    }
    const read = sizeToRead(autoOrient);
    const resized = picture
      .resize({ ...read, fit: 'fill', withoutEnlargement: true })
      .timeout({ seconds: MAX_SECONDS });
    return await openStaticPicture({ picture: await inSrgb(resized), ...autoOrient });
  } catch {
    opening.signal.throwIfAborted();
    const head = await headOf(path);
    if (isHeicHead(head))
      throw new Undecodable('is HEIC, for which there is no decoder here; save it as JPEG');
    if (isJpegXl(head))
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
    image: { width, height, draw: (context, ...drawArgs) => context.drawImage(canvas, ...drawArgs) },
    framesFrom: null,
    soundFrom: null,
    close: () => undefined,
  };
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEIC_HEAD_BYTES), 0, HEIC_HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
