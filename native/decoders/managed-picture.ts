import { picturePixels, type PictureColor } from '#shared/film/picture-sdr.ts';
import { sharp, type Sharp } from './sharp.ts';
import { readPictureColor } from './read-picture-color.ts';

/** Pictures whose colors are named by code points, which libvips does not read: HDR, and wide colors without a profile. */

/** A picture to be turned and sized, then brought to sRGB. */
export interface ManagedPicture {
  picture: Sharp;
  color: PictureColor | null;
  /** What a pipeline that begins with the picture makes, in sRGB; pixels of named colors have eight bits then. */
  inSrgb: (pipeline: Sharp) => Promise<Sharp>;
}

/** Opens a picture that is no drawing. @param options of sharp */
export async function openManaged(
  path: string,
  options: NonNullable<Parameters<typeof sharp>[1]>,
): Promise<ManagedPicture> {
  const color = await readPictureColor(path);
  if (color === null) {
    const picture = sharp(path, options);
    return { picture, color, inSrgb: async (pipeline) => pipeline };
  }
  // Code points count more than a profile beside them.
  const picture = sharp(path, { ...options, ignoreIcc: true });
  const { depth, bitsPerSample } = await picture.metadata();
  const bits = depth === 'uchar' ? 8 : (bitsPerSample ?? 16);
  return { picture, color, inSrgb: (pipeline) => mapped(pipeline, color, bits) };
}

/** @param bits of a channel; libvips gives more than eight at the upper end of sixteen. */
async function mapped(pipeline: Sharp, color: PictureColor, bits: number): Promise<Sharp> {
  const isDeep = bits > 8;
  const { data, info } = await pipeline
    .toColourspace(isDeep ? 'rgb16' : 'srgb')
    .raw({ depth: isDeep ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const values = isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2) : data;
  const top = isDeep ? (2 ** bits - 1) * 2 ** (16 - bits) : 255;
  const pixels = picturePixels(color, { data: values, channels, top });
  return sharp(pixels, { raw: { width, height, channels: channels % 2 === 0 ? 4 : 3 } });
}
