import { stat } from 'node:fs/promises';
import sharp from 'sharp';
import { DeskError } from '../desk-error.ts';

/** Small copies of pictures, made on this computer. */

/** Longest edge in pixels. */
export const PICTURE_EDGE = { thumbnail: 512, preview: 2048 } as const;
export type PictureVariant = keyof typeof PICTURE_EDGE;

export const PICTURE_TYPE = 'image/webp';
/** Above this a picture takes more memory to read than a preview is worth. */
const MAX_PIXELS = 400_000_000;
const PARALLEL = 2;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= PARALLEL) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

/** What cannot be shown as a picture; the page shows an icon instead. */
export const notAPicture = (cause?: unknown) =>
  new DeskError('INVALID_REQUEST', 'This file cannot be shown as a picture. Download it to look at it.', {
    status: 415,
    cause,
  });

/**
 * Writes a WebP of at most the variant's edge, upright, never enlarged.
 * @returns its size in bytes. @throws DeskError with status 415 when the file is no picture, or a damaged one.
 */
export async function derivePicture(from: string, to: string, variant: PictureVariant): Promise<number> {
  return inTurn(async () => {
    const edge = PICTURE_EDGE[variant];
    try {
      await sharp(from, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .autoOrient()
        .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: variant === 'thumbnail' ? 80 : 88 })
        .toFile(to);
    } catch (error) {
      throw notAPicture(error);
    }
    return (await stat(to)).size;
  });
}
