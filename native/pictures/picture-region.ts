import { join } from 'node:path';
import { TaskFailure, type ChildTask } from '../child/program.ts';
import { openManaged } from '../decoders/managed-picture.ts';
import type { Json } from '../protocol.ts';
import type { RegionRequest } from './region-task.ts';

/**
 * Writes a part of a picture pixel for pixel: a PNG in sRGB, upright, of the first page. Lines are read one after the
 * other, so that hundreds of megapixels need not be in memory. Runs in a native child.
 */
export async function pictureRegion({ input, inFolder, outFolder, signal }: ChildTask): Promise<Json> {
  const { maxPixels, left, top, width, height } = input as unknown as RegionRequest;
  if (signal.aborted) throw new TaskFailure('NOT_A_PICTURE', 'Nobody waits for it any more.');
  try {
    const { picture, inSrgb } = await openManaged(join(inFolder, 'original'), {
      limitInputPixels: maxPixels,
      failOn: 'error',
      sequentialRead: true,
    });
    const region = await inSrgb(picture.autoOrient().extract({ left, top, width, height }));
    await region.png({ compressionLevel: 1, palette: false }).toFile(join(outFolder, 'picture'));
  } catch (error) {
    throw new TaskFailure('NOT_A_PICTURE', error instanceof Error ? error.message : String(error));
  }
  return null;
}
