import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { MAX_PICTURE_BYTES, pictureProblem, runPictureTask } from '#native/pictures/picture-task.ts';
import type { NativePool } from '#native/pool/native-pool.ts';
import { DeskError } from '../desk-error.ts';

/** Small copies of pictures, made on this computer in native children. */

/** Longest edge in pixels. */
const PICTURE_EDGE = { thumbnail: 512, preview: 2048, large: 6144 } as const;
export type PictureVariant = keyof typeof PICTURE_EDGE;
/** How long a picture may take, in milliseconds: one for the whole window may be of hundreds of megapixels. */
const TIME_LIMIT_MS = { thumbnail: 10_000, preview: 10_000, large: 30_000 } as const;

export const PICTURE_TYPE = 'image/webp';
/** Above this a picture takes more memory to read than a preview is worth. */
export const MAX_PIXELS = 400_000_000;

/** What cannot be shown as a picture; the page shows an icon instead. */
export const notAPicture = (
  cause?: unknown,
  message = 'This file cannot be shown as a picture. Download it to look at it.',
) => new DeskError('INVALID_REQUEST', message, { status: 415, cause });

/**
 * Writes a WebP of at most the variant's edge, upright, never enlarged.
 * @returns its size in bytes. @throws DeskError with status 415 when the file is no picture, a damaged one, or one that
 * its decoder did not survive.
 */
export async function derivePicture(
  pool: NativePool,
  from: string,
  to: string,
  variant: PictureVariant,
): Promise<number> {
  const { result } = runPictureTask(
    pool,
    from,
    {
      side: PICTURE_EDGE[variant],
      maxPixels: MAX_PIXELS,
      quality: variant === 'thumbnail' ? 80 : 88,
      formats: null,
    },
    {
      fingerprint: `${variant} of ${from}`,
      timeLimitMs: TIME_LIMIT_MS[variant],
      collect: (folder, signal) =>
        folder.readOutput('picture', MAX_PICTURE_BYTES, async (bytes, sizeBytes) => {
          await pipeline(bytes, createWriteStream(to, { flags: 'wx', mode: 0o600 }), { signal });
          return sizeBytes;
        }),
    },
  );
  const output = await result;
  if (output.kind === 'succeeded') return output.value;
  throw notAPicture(output, pictureProblem(output));
}
