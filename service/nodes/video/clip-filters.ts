import {
  BT709_TAGS,
  deinterlacer,
  paddedShape,
  pictureFilter,
  TO_BT709,
} from '#native/media/color/picture-filter.ts';
import type { VideoDescription } from '#native/media/describe/medium-description.ts';
import { sdrSource } from '#shared/film/sdr-color.ts';

/** What is see-through is black, as films show it where nothing lies below. */
const ON_BLACK = 'format=gbrap,premultiply=inplace=1';

/** H.264 in its common form has sides of even numbers. */
export const even = (side: number): number => Math.max(2, Math.round(side / 2) * 2);

/**
 * The filter of ffmpeg that gives the pictures of a video as films show them, in the colors of HD television; a frame of another
 * shape than its video is smaller on one side.
 * @param size pixels, even on both sides. @param folder where a table of colors may be written
 */
export async function filmPicture(
  video: VideoDescription,
  size: { width: number; height: number },
  folder: string,
): Promise<string> {
  const picture = await pictureFilter(video, { ...size, fits: true }, folder);
  return video.hasAlpha ? `${picture},${ON_BLACK}` : picture;
}

/**
 * The same for a video that keeps its size and the shape of its pixels, and its colors unless they are HDR.
 * @returns filters, each followed by a comma, and the tags of their colors
 */
export async function preservedPicture(
  video: VideoDescription,
  folder: string,
): Promise<{ filter: string; tags: readonly string[] }> {
  const { width, height, pixelAspect, hasAlpha, crop } = video;
  const isOdd = width % 2 === 1 || height % 2 === 1;
  if (sdrSource(video.color) === null && !hasAlpha && !isOdd && crop === null)
    return { filter: `${deinterlacer(video)}${paddedShape(video)},`, tags: [] };
  const sides = isOdd ? { width: '2*ceil(iw/2)', height: '2*ceil(ih/2)' } : { width: 'iw', height: 'ih' };
  // Versions of ffmpeg differ in what they take for the shape of pixels of a part.
  const size = crop
    ? { width: even(width), height: even(height) }
    : { ...sides, keepsShape: pixelAspect !== 1 };
  const shape = crop ? '' : `${paddedShape(video)},`;
  const picture = `${shape}${await pictureFilter(video, size, folder)}`;
  const displayed = hasAlpha ? `${picture},${ON_BLACK}` : picture;
  return { filter: `${displayed},${TO_BT709},`, tags: BT709_TAGS };
}
