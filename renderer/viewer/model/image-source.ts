import type { MediaVariant } from '#shared/desk/index.ts';

/** More pixels than these are not unpacked in a page: 60 megapixels take 240 MB. */
export const MAX_PAGE_PIXELS = 60_000_000;
/** Longest side of the copy that stands for a picture with more. */
export const LARGE_SIDE = 6144;
/** Longest side of a preview. */
const PREVIEW_SIDE = 2048;

/**
 * Which bytes a picture is shown from.
 * @param screenSide its longest side as it is drawn now, in screen pixels.
 */
export function variantFor(
  imageInfo: { width: number; height: number; frames: number; format: string },
  screenSide: number,
): Exclude<MediaVariant, 'proxy' | 'strip' | 'thumbnail'> {
  const longest = Math.max(imageInfo.width, imageInfo.height);
  if (imageInfo.width * imageInfo.height > MAX_PAGE_PIXELS)
    return screenSide > PREVIEW_SIDE ? 'large' : 'preview';
  // Small copies do not move and have no more detail than was asked for.
  if (longest <= PREVIEW_SIDE || imageInfo.frames > 1 || imageInfo.format === 'svg') return 'original';
  return screenSide > PREVIEW_SIDE ? 'original' : 'preview';
}
