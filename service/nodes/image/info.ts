import { defineNode } from '../define-node.ts';
import { image } from '../pins.ts';
import { openPicture } from './pixels.ts';

export const imageInfo = defineNode({
  type: 'image/info',
  title: 'Image info',
  description:
    'Tells an image’s width and height in pixels, its shape (width divided by height), format and more.',
  icon: 'info',
  tags: ['size', 'width', 'height', 'metadata', 'format', 'aspect', 'ratio'],
  inputs: { image: image('Image') },
  outputs: {
    width: { label: 'Width', type: 'number' },
    height: { label: 'Height', type: 'number' },
    aspect: { label: 'Aspect', type: 'number' },
    info: { label: 'Info', type: 'json' },
  },
  async run({ image }, execution) {
    const { width, height, hasAlpha, format, file, frames, bits, density } = await openPicture(
      execution,
      image,
    );
    const aspect = width / height;
    return {
      width,
      height,
      aspect,
      info: {
        filename: file.filename,
        format,
        width,
        height,
        megapixels: Number(((width * height) / 1_000_000).toFixed(2)),
        orientation: width === height ? 'square' : width > height ? 'landscape' : 'portrait',
        transparency: hasAlpha,
        pictures: frames,
        bitsPerChannel: bits,
        dotsPerInch: density,
        sizeBytes: file.sizeBytes,
      },
    };
  },
});
