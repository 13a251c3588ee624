import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { TaskFailure, type ChildTask } from '../child/program.ts';
import { isDrawing, openDrawing } from '../decoders/drawing.ts';
import type { Sharp } from '../decoders/sharp.ts';
import { openManaged, type ManagedPicture } from '../decoders/managed-picture.ts';
import type { Json } from '../protocol.ts';
import type { PictureRequest } from './picture-task.ts';

/** Pixels of the longest side that drawings are drawn with: for monitors, in a second. */
const MAX_VECTOR_SIDE = 2560;
/** Lines of color stay sharp; many pixels of few colors need no long search for a small file. */
const OF_DRAWINGS = { smartSubsample: true, effort: 1 };

/** Writes the small copy of a picture: a WebP, upright, drawn as large as asked or else never enlarged. Runs in a native child. */
export async function derivePicture({ input, inFolder, outFolder }: ChildTask): Promise<Json> {
  const { source, side, maxPixels, quality, formats } = input as unknown as PictureRequest;
  const path = join(outFolder, 'picture');
  try {
    const { image, isVector, inSrgb } = await openScaled(join(inFolder, source), {
      side,
      maxPixels,
      formats,
    });
    const resized = image
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const picture = await inSrgb(resized);
    await picture.webp(isVector ? { quality, ...OF_DRAWINGS } : { quality }).toFile(path);
  } catch (error) {
    throw new TaskFailure('NOT_A_PICTURE', error instanceof Error ? error.message : String(error));
  }
  return { sizeBytes: (await stat(path)).size };
}

/** @throws Error of a format that may not be read, and of what exceeds its limits */
async function openScaled(
  path: string,
  { side, maxPixels, formats }: Pick<PictureRequest, 'side' | 'maxPixels' | 'formats'>,
): Promise<{ image: Sharp; isVector: boolean; inSrgb: ManagedPicture['inSrgb'] }> {
  const mayRead = (format: string): boolean => formats === null || formats.includes(format);
  if (await isDrawing(path)) {
    const vectorSide = Math.min(side, MAX_VECTOR_SIDE);
    if (!mayRead('svg')) throw new Error('Not among the formats: svg.');
    const { picture } = await openDrawing(path, { width: vectorSide, height: vectorSide }, { maxPixels });
    return { image: picture, isVector: true, inSrgb: async (pipeline) => pipeline };
  }
  const { picture: image, inSrgb } = await openManaged(path, {
    limitInputPixels: maxPixels,
    failOn: 'error',
  });
  if (formats !== null) {
    const { format } = await image.metadata();
    if (format === undefined || !mayRead(format)) throw new Error(`Not among the formats: ${format}.`);
  }
  return { image, isVector: false, inSrgb };
}
