import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { unpack } from '#native/decoders/unpack.ts';
import { readPictureColor } from '#native/decoders/read-picture-color.ts';
import { pictureProblem } from '#native/pictures/picture-task.ts';
import { MAX_SRGB_BYTES, runSrgbTask } from '#native/pictures/srgb-task.ts';
import type { NativePool } from '#native/pool/native-pool.ts';
import { MAY_NAME_COLORS, pictureColor } from '#shared/film/picture-color.ts';
import { needsSdr, type PictureColor } from '#shared/film/picture-sdr.ts';
import { MAX_PIXELS, notAPicture } from './derive-picture.ts';
import type { CachedMedia } from './media-cache.ts';

/** Pictures whose colors pages would show in a way of their own: they are given in sRGB, as films and nodes have them. */

/** What they are made as: pixel for pixel. */
export const SRGB_TYPE = 'image/png';

/** Whether a page is to be given a picture in sRGB: of what moves it would be one frame, so that stays as it is. */
const needsCopy = (color: PictureColor | null): boolean =>
  color !== null && color.isAnimated !== true && needsSdr(color);

/** Whether a picture names HDR or wide colors by code points; a few bytes of its headers are read. */
export const isNotSrgb = async ({ path, contentType }: CachedMedia): Promise<boolean> =>
  MAY_NAME_COLORS.has(contentType) && needsCopy(await readPictureColor(path));

/** Bytes of a file in which nearly all say their colors. */
const HEAD_BYTES = 64 * 1024;
const MAX_KEYS = 10_000;

/** Which pictures pages show as they are: told by their first bytes, and remembered, as a file never changes. */
export class SrgbPictures {
  readonly #keys = new Set<string>();

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** @returns null, as there is nothing to be made of it */
  add(key: string): null {
    const [oldest] = this.#keys;
    if (oldest !== undefined && this.#keys.size >= MAX_KEYS) this.#keys.delete(oldest);
    this.#keys.add(key);
    return null;
  }

  /**
   * Looks at the first bytes of a picture that is not here yet.
   * @param sizeBytes of all of it. @returns whether they show that it is taken as it is; it is remembered then
   */
  async look(
    key: string,
    sizeBytes: number,
    start: (maxBytes: number) => Promise<{ bytes: Uint8Array }>,
  ): Promise<boolean> {
    if (sizeBytes <= HEAD_BYTES) return false;
    const { bytes } = await start(HEAD_BYTES);
    let isEnough = true;
    const color = await pictureColor(async (at, length) => {
      isEnough &&= at + length <= bytes.length;
      return bytes.subarray(at, at + length);
    }, unpack);
    if (!isEnough || needsCopy(color)) return false;
    this.add(key);
    return true;
  }
}

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
