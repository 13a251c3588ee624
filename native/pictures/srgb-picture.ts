import { join } from 'node:path';
import { TaskFailure, type ChildTask } from '../child/program.ts';
import { openManaged } from '../decoders/managed-picture.ts';
import type { Json } from '../protocol.ts';
import type { SrgbRequest } from './srgb-task.ts';

/** Writes a picture of named colors in sRGB: a PNG, upright, as large as it is. Runs in a native child. */
export async function srgbPicture({ input, inFolder, outFolder }: ChildTask): Promise<Json> {
  const { maxPixels } = input as unknown as SrgbRequest;
  try {
    const { picture, inSrgb } = await openManaged(join(inFolder, 'original'), {
      limitInputPixels: maxPixels,
      failOn: 'error',
    });
    const upright = await inSrgb(picture.autoOrient());
    await upright.png({ compressionLevel: 1, palette: false }).toFile(join(outFolder, 'picture'));
  } catch (error) {
    throw new TaskFailure('NOT_A_PICTURE', error instanceof Error ? error.message : String(error));
  }
  return null;
}
