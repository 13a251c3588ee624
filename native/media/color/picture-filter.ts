import { SAME_SHAPE } from '#shared/film/tolerance.ts';
import type { VideoDescription } from '../describe/medium-description.ts';
import { sdrSource } from '#shared/film/sdr-color.ts';
import { sdrFilter } from './sdr-lut.ts';

/** Pixels of height from which a video that does not say so has the colors of HD. */
const HD_HEIGHT = 720;

type CroppedVideo = Pick<
  VideoDescription,
  'color' | 'width' | 'height' | 'pixelAspect' | 'rotation' | 'crop' | 'isInterlaced'
>;

/**
 * Makes a frame of two fields one of the first, whose missing lines come from those around them and from the frames beside it: a
 * frame shows one moment. Frames that are not of two fields stay as they are.
 * @returns a filter with a comma behind it, or nothing
 */
export const deinterlacer = ({ isInterlaced }: Pick<VideoDescription, 'isInterlaced'>): string =>
  isInterlaced ? 'bwdif=mode=send_frame:deint=interlaced,' : '';

/** The matrix as ffmpeg names it; a video that does not say it is taken as browsers take it. */
function matrixOf({ color, height, crop }: CroppedVideo): string {
  switch (color.matrix) {
    case 'bt709':
      return 'bt709';
    case 'smpte170m':
    case 'bt470bg':
      return 'smpte170m';
    case 'bt2020-ncl':
      return 'bt2020';
    default:
      if (color.primaries === 'bt2020') return 'bt2020';
      return (crop?.full.height ?? height) >= HD_HEIGHT ? 'bt709' : 'smpte170m';
  }
}

/**
 * Whether a frame has the shape that its video says, as ffmpeg calculates it; streams may change in the middle.
 * @param aspect what a filter calls the shape that a frame is shown in
 */
const hasShape = ({ width, height }: CroppedVideo, aspect: string): string =>
  `lt(abs(${aspect}*${(height / width).toFixed(6)}-1)\\,${SAME_SHAPE})`;

/** A frame of another shape as large as it can be within a size. */
function fittedSize(video: CroppedVideo, width: number, height: number): { width: string; height: string } {
  const hasVideoShape = hasShape(video, 'dar');
  return {
    width: `if(${hasVideoShape}\\,${width}\\,max(1\\,round(min(${width}\\,${height}*dar))))`,
    height: `if(${hasVideoShape}\\,${height}\\,max(1\\,round(min(${height}\\,${width}/dar))))`,
  };
}

/**
 * Looked at for each frame: ffmpeg goes on with the same filters where only the shape of pixels changes, and with `sameFilters`
 * where the size does.
 */
const PER_FRAME = 'eval=frame';

/** Around frames that are fitted into a size, to that size: before any filter that scales once more, which would stretch them. */
export const padTo = ({ width, height }: { width: number; height: number }): string =>
  `pad=${width}:${height}:-1:-1:${PER_FRAME}`;

/**
 * Options before an input whose frames change their size in the middle: they go on through the same filters, which have to fit
 * them (`fits`). Built anew, filters that gather frames begin again. Turned, cut out and deinterlaced frames need them built anew.
 */
export const sameFilters = ({
  rotation,
  isFlipped,
  crop,
  isInterlaced,
}: Pick<VideoDescription, 'rotation' | 'isFlipped' | 'crop' | 'isInterlaced'>): string[] =>
  rotation === 0 && !isFlipped && crop === null && !isInterlaced ? ['-reinit_filter', '0'] : [];

/**
 * Makes frames of another shape as wide or high as their video is, with bars at both sides. Where only the shape of pixels changes
 * they get the size of those before: the second filter keeps the one that it began with.
 */
export function paddedShape(video: CroppedVideo): string {
  const hasVideoShape = hasShape(video, 'dar');
  const shape = (video.width / video.height).toFixed(6);
  return `pad=w=if(${hasVideoShape}\\,iw\\,2*ceil(max(iw\\,ih*${shape}/sar)/2)):h=if(${hasVideoShape}\\,ih\\,2*ceil(max(ih\\,iw*sar/${shape})/2)):x=-1:y=-1:${PER_FRAME},scale=iw:ih`;
}

/** Gives the part of a picture that is to be seen in a size, as RGB where it is not the whole. */
function sizeFilter(video: CroppedVideo, { width, height, fits = false }: PictureSize): string {
  const flags = `flags=bilinear+accurate_rnd+full_chroma_int:in_color_matrix=${matrixOf(video)}`;
  const isNumbers = typeof width === 'number' && typeof height === 'number';
  const size = fits && isNumbers ? fittedSize(video, width, height) : { width, height };
  const scale = `scale=w=${size.width}:h=${size.height}:${flags}${fits ? `:${PER_FRAME}` : ''}`;
  if (video.crop === null) return scale;
  const { left, top, ...rect } = video.crop.rect;
  const crop = `crop=${rect.width}:${rect.height}:${left}:${top}:exact=1`;
  // Colors have half the resolution: a part that begins between two of them is cut out behind them.
  return left % 2 === 0 && top % 2 === 0
    ? `${crop},scale=${width}:${height}:${flags}`
    : `scale=iw:ih:${flags},format=gbrp16le|gbrap16le,${crop},scale=${width}:${height}:flags=bilinear+accurate_rnd`;
}

interface PictureSize {
  /** Pixels, or what ffmpeg calls those that a picture has. */
  width: number | string;
  height: number | string;
  /** Leaves pixels that are not square as they are. */
  keepsShape?: boolean;
  /** A frame of another shape than its video is smaller on one side, and padded by what is behind: `padTo`. */
  fits?: boolean;
}

/**
 * The filter of ffmpeg that gives pictures as they are to be seen: square pixels of a size, in sRGB. Everything that shows or
 * makes something of a video goes through it, so that all of it looks alike. ffmpeg has turned the picture upright before.
 * @param folder where a table of colors may be written. @returns pictures in RGB; what is behind says in which form
 */
export async function pictureFilter(
  video: CroppedVideo,
  { width, height, keepsShape = false, fits = false }: PictureSize,
  folder: string,
): Promise<string> {
  const scale = sizeFilter(video, { width, height, fits });
  const source = sdrSource(video.color);
  const scaleFilter = `${deinterlacer(video)}${scale}${keepsShape ? '' : ',setsar=1'}`;
  if (source === null) return scaleFilter;
  // What follows takes frames of one size alone.
  const padded =
    fits && typeof width === 'number' && typeof height === 'number' ? `${padTo({ width, height })},` : '';
  return `${scaleFilter},format=gbrp16le,${padded}${await sdrFilter(source, folder)}`;
}

/** Behind `pictureFilter`: pictures as encoders of films take them, and the tags that say so. */
export const TO_BT709 = 'scale=out_color_matrix=bt709:out_range=tv:flags=bicubic+accurate_rnd,format=yuv420p';
/** The same with transparency. */
export const TO_BT709_ALPHA = TO_BT709.replace('yuv420p', 'yuva420p');
export const BT709_TAGS = [
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-color_range',
  'tv',
];
