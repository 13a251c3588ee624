import type { ReadBytes } from './bytes.ts';
import { childrenOf, findTracks, numbersOf, TRACK_ENTRY } from './matroska-elements.ts';

/** Matroska may say that rows and columns at the edges of its pictures are not to be seen. */

/** A part of a picture, in pixels of the picture. */
export interface PixelRect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What a track of Matroska says of its pictures as they are stored. */
export interface MatroskaCrop {
  /** Stored pixels of the whole picture. */
  full: { width: number; height: number };
  /** What of it is to be seen. */
  rect: PixelRect;
  /** How much wider than high a pixel is shown. */
  pixelAspect: number;
}

/** Source: RFC 9559, 5.1. */
const TRACK_NUMBER = 0xd7;
const VIDEO = 0xe0;
const PIXEL_WIDTH = 0xb0;
const PIXEL_HEIGHT = 0xba;
const CROP = { bottom: 0x54_aa, top: 0x54_bb, left: 0x54_cc, right: 0x54_dd };
const DISPLAY_WIDTH = 0x54_b0;
const DISPLAY_HEIGHT = 0x54_ba;

/** A file that says more is not believed. */
const MAX_SIDE = 100_000;

/**
 * The part of a track's pictures that is to be seen.
 * @param read of the file. @param trackNumber as the file numbers it
 * @returns null where all is to be seen, where what is said leaves nothing, and for what is no Matroska. @throws what `read` does
 */
export async function matroskaCrop(read: ReadBytes, trackNumber: number): Promise<MatroskaCrop | null> {
  const tracks = await findTracks(read);
  if (tracks === null) return null;
  const entry = childrenOf(tracks, 0, tracks.length).find(
    (child) =>
      child.id === TRACK_ENTRY &&
      numbersOf(tracks, childrenOf(tracks, child.start, child.end)).get(TRACK_NUMBER) === trackNumber,
  );
  const video = entry && childrenOf(tracks, entry.start, entry.end).find(({ id }) => id === VIDEO);
  return video ? cropOf(numbersOf(tracks, childrenOf(tracks, video.start, video.end))) : null;
}

function cropOf(values: ReadonlyMap<number, number>): MatroskaCrop | null {
  const valueOf = (id: number): number => values.get(id) ?? 0;
  const full = { width: valueOf(PIXEL_WIDTH), height: valueOf(PIXEL_HEIGHT) };
  const [left, top] = [valueOf(CROP.left), valueOf(CROP.top)];
  const width = full.width - left - valueOf(CROP.right);
  const height = full.height - top - valueOf(CROP.bottom);
  const isUncropped = width === full.width && height === full.height;
  if (isUncropped || width <= 0 || height <= 0 || Math.max(full.width, full.height) > MAX_SIDE) return null;
  // What is said of the size as shown is said of the part.
  const [across, down] = [valueOf(DISPLAY_WIDTH), valueOf(DISPLAY_HEIGHT)];
  const pixelAspect = across > 0 && down > 0 ? (across * height) / (down * width) : 1;
  return { full, rect: { left, top, width, height }, pixelAspect };
}

/**
 * The part as it lies in the picture when that is turned upright.
 * @param rotation degrees clockwise. @param isFlipped whether it is mirrored then
 */
export function uprightRect(
  { full, rect }: Pick<MatroskaCrop, 'full' | 'rect'>,
  rotation: 0 | 90 | 180 | 270,
  isFlipped: boolean,
): Pick<MatroskaCrop, 'full' | 'rect'> {
  let turned = { full, rect };
  for (let degrees = 0; degrees < rotation; degrees += 90) {
    const { full: bounds, rect: observed } = turned;
    turned = {
      full: { width: bounds.height, height: bounds.width },
      rect: {
        left: bounds.height - observed.top - observed.height,
        top: observed.left,
        width: observed.height,
        height: observed.width,
      },
    };
  }
  if (!isFlipped) return turned;
  const { full: bounds, rect: visited } = turned;
  return { full: bounds, rect: { ...visited, left: bounds.width - visited.left - visited.width } };
}

/** Pixels of the part as it is shown: upright, square. */
export function displaySize(
  { rect, pixelAspect }: Pick<MatroskaCrop, 'rect' | 'pixelAspect'>,
  rotation: 0 | 90 | 180 | 270,
): { width: number; height: number } {
  const width = Math.max(1, Math.round(rect.width * Math.max(1, pixelAspect)));
  const height = Math.max(1, Math.round(rect.height / Math.min(1, pixelAspect)));
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}
