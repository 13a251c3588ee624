import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { readPictureColor } from '#native/decoders/read-picture-color.ts';
import { pictureProblem } from '#native/pictures/picture-task.ts';
import { MAX_SRGB_BYTES, runSrgbTask } from '#native/pictures/srgb-task.ts';
import type { NativePool } from '#native/pool/native-pool.ts';
import { MAY_NAME_COLORS } from '#shared/film/picture-color.ts';
import { MAX_PIXELS, notAPicture } from './derive-picture.ts';
import type { CachedMedia } from './media-cache.ts';

/** Pictures whose colors pages would show in a way of their own: they are given in sRGB, as films and nodes have them. */

/** What they are made as: pixel for pixel. */
export const SRGB_TYPE = 'image/png';

/** Whether a picture names HDR or wide colors by code points; a few bytes of its headers are read. */
export const isNotSrgb = async ({ path, contentType }: CachedMedia): Promise<boolean> =>
  MAY_NAME_COLORS.has(contentType) && (await readPictureColor(path)) !== null;

/**
 * Writes a picture in sRGB, as large as it is.
 * @returns its size in bytes. @throws DeskError with status 415 when it cannot be made.
 */
export async function deriveSrgb(pool: NativePool, from: string, to: string): Promise<number> {
  const { result } = runSrgbTask(
    pool,
    from,
    { maxPixels: MAX_PIXELS },
    {
      fingerprint: `in sRGB: ${from}`,
      collect: (folder, signal) =>
        folder.readOutput('picture', MAX_SRGB_BYTES, async (bytes, sizeBytes) => {
          await pipeline(bytes, createWriteStream(to, { flags: 'wx', mode: 0o600 }), { signal });
          return sizeBytes;
        }),
    },
  );
  const output = await result;
  if (output.kind === 'succeeded') return output.value;
  throw notAPicture(output, pictureProblem(output));
}
