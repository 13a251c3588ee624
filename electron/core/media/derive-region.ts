import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { MAX_PICTURE_BYTES, pictureProblem } from '#native/pictures/picture-task.ts';
import { runRegionTask } from '#native/pictures/region-task.ts';
import type { NativePool } from '#native/pool/native-pool.ts';
import type { PictureRegion } from '#shared/desk/index.ts';
import { MAX_PIXELS, notAPicture } from './derive-picture.ts';

/** What a region is made as: pixel for pixel. */
export const REGION_TYPE = 'image/png';

/**
 * Writes a part of a picture at its own pixels.
 * @param callerSignal ends the work when nobody waits for it any more.
 * @returns its size in bytes. @throws DeskError with status 415 when it cannot be made.
 */
export async function deriveRegion(
  pool: NativePool,
  from: string,
  to: string,
  region: PictureRegion,
  callerSignal: AbortSignal,
): Promise<number> {
  callerSignal.throwIfAborted();
  const { left, top, width, height } = region;
  const running = runRegionTask(
    pool,
    from,
    { left, top, width, height, maxPixels: MAX_PIXELS },
    {
      fingerprint: `${left},${top},${width},${height} of ${from}`,
      collect: (folder, signal) =>
        folder.readOutput('picture', MAX_PICTURE_BYTES, async (bytes, sizeBytes) => {
          await pipeline(bytes, createWriteStream(to, { flags: 'wx', mode: 0o600 }), { signal });
          return sizeBytes;
        }),
    },
  );
  callerSignal.addEventListener('abort', running.cancel, { once: true });
  const output = await running.result;
  callerSignal.removeEventListener('abort', running.cancel);
  if (output.kind === 'succeeded') return output.value;
  callerSignal.throwIfAborted();
  throw notAPicture(output, pictureProblem(output));
}
