import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { TaskFailure, type ChildTask } from '../child/program.ts';
import { sharp } from '../decoders/sharp.ts';
import type { Json } from '../protocol.ts';
import type { PictureRequest } from './picture-task.ts';

/** Writes the small copy of a picture: a WebP, upright, never enlarged. Runs in a native child. */
export async function derivePicture({ input, inFolder, outFolder }: ChildTask): Promise<Json> {
  const { source, side, maxPixels, quality, formats } = input as unknown as PictureRequest;
  const path = join(outFolder, 'picture');
  try {
    const image = sharp(join(inFolder, source), { limitInputPixels: maxPixels, failOn: 'error' });
    if (formats !== null) {
      const { format } = await image.metadata();
      if (format === undefined || !formats.includes(format))
        throw new Error(`Not among the formats: ${format}.`);
    }
    await image
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toFile(path);
  } catch (error) {
    throw new TaskFailure('NOT_A_PICTURE', error instanceof Error ? error.message : String(error));
  }
  return { sizeBytes: (await stat(path)).size };
}
