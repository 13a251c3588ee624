import type { Sharp } from '#native/decoders/sharp.ts';
import { defineNode } from '../define-node.ts';
import { boolean, choice, color, image, invalid, number } from '../pins.ts';
import { IMAGE_OUTPUT } from './image-filter.ts';
import { reportNarrowing } from './picture-facts.ts';
import {
  openPicture,
  settle,
  withDensityOf,
  withExtension,
  withReadablePictures,
  type Picture,
} from './pixels.ts';

const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'tiff', 'gif'] as const;
type Format = (typeof FORMATS)[number];
const EXTENSIONS: Record<Format, string> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  tiff: 'tif',
  gif: 'gif',
};

const WEBP_SIDE_LIMIT = 16_383;

export const imageConvert = defineNode({
  type: 'image/convert',
  version: 2,
  title: 'Convert',
  description:
    'Saves an image in another file format. Quality weighs size against detail for JPEG, WebP and AVIF; PNG and TIFF lose nothing, WebP and GIF keep animations. JPEG holds no transparency, so the background shows there.',
  icon: 'file-image',
  tags: ['format', 'jpeg', 'png', 'webp', 'avif', 'tiff', 'gif', 'quality', 'compress', 'export'],
  inputs: {
    image: image('Image'),
    format: choice('Format', FORMATS, { default: 'jpeg' }),
    quality: number('Quality', { min: 1, max: 100, step: 1, default: 85 }),
    lossless: boolean('Lossless', { default: false }),
    background: color('Background', { default: '#ffffff', exposed: false }),
  },
  outputs: { ...IMAGE_OUTPUT, sizeBytes: { label: 'Size in bytes', type: 'number' } },
  async run({ image, format, quality, lossless, background }, execution) {
    const picture = await openPicture(execution, image);
    if (format === 'webp' && Math.max(picture.width, picture.height) > WEBP_SIDE_LIMIT) {
      throw invalid(
        `WebP images have sides of up to ${WEBP_SIDE_LIMIT} pixels. Resize the image, or choose another format.`,
      );
    }
    const bytes = await withReadablePictures(execution, [picture], async () => {
      const source = openFull(picture, format);
      const opaque =
        format === 'jpeg' && picture.hasAlpha ? await settle(source.flatten({ background }), false) : source;
      return encode(withDensityOf(opaque, picture), format, quality, lossless).toBuffer();
    });
    reportNarrowing(execution, picture, [
      ...(keepsAnimation(picture, format) ? [] : (['animation'] as const)),
      ...(DEEP.has(format) ? [] : (['depth'] as const)),
      'pages',
    ]);
    if (format === 'gif' && picture.density !== null) {
      execution.log(
        `GIF holds no print resolution: the ${picture.density} dots an inch of ${image.filename} are not in the result.`,
      );
    }
    const name = withExtension(picture.file.filename, EXTENSIONS[format]);
    const file = await execution.writeFile(bytes, name, `image/${format}`);
    return { image: file, sizeBytes: file.sizeBytes };
  },
});

/** Formats that hold animations, and those that hold 16 bits a channel. */
const ANIMATED: ReadonlySet<Format> = new Set<Format>(['webp', 'gif']);
const DEEP: ReadonlySet<Format> = new Set<Format>(['png', 'tiff']);

/** An animated PNG is read by its first picture alone. */
const keepsAnimation = (picture: Picture, format: Format): boolean =>
  ANIMATED.has(format) && picture.format !== 'png';

/** A picture with all that the wanted format can hold of it. */
function openFull(picture: Picture, format: Format): Sharp {
  if (picture.frames > 1 && keepsAnimation(picture, format)) return picture.openAnimated();
  return picture.bits > 8 && DEEP.has(format) ? picture.openDeep() : picture.open();
}

function encode(source: Sharp, format: Format, quality: number, lossless: boolean): Sharp {
  switch (format) {
    case 'jpeg':
      return source.jpeg({
        quality: lossless ? 100 : quality,
        chromaSubsampling: lossless ? '4:4:4' : '4:2:0',
        mozjpeg: true,
      });
    case 'png':
      return source.png({ compressionLevel: 9, adaptiveFiltering: true });
    case 'webp':
      return source.webp({ quality, lossless });
    case 'avif':
      return source.avif({ quality, lossless, effort: 3 });
    case 'tiff':
      return source.tiff({ compression: 'deflate', predictor: 'horizontal' });
    case 'gif':
      return source.gif();
    default:
      return format satisfies never;
  }
}
