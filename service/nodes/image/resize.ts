import { boolean, choice, color, invalid, number } from '../pins.ts';
import { imageFilter } from './image-filter.ts';
import { assertSize, SIDE_LIMIT } from './pixels.ts';

const SIDE = { min: 0, max: SIDE_LIMIT, step: 1 };

export const imageResize = imageFilter({
  type: 'image/resize',
  version: 2,
  title: 'Resize',
  description:
    'Gives an image another size. A width or height of 0 follows from the other side. With both set, Fit says whether to crop (cover), add a background (contain), stretch (fill), or stay inside or outside the box.',
  icon: 'scaling',
  tags: ['scale', 'size', 'width', 'height', 'fit', 'shrink', 'enlarge'],
  preview: { pixels: ['width', 'height'] },
  settings: {
    width: number('Width', { ...SIDE, default: 1024 }),
    height: number('Height', { ...SIDE, default: 0 }),
    fit: choice('Fit', ['cover', 'contain', 'fill', 'inside', 'outside'], { default: 'cover' }),
    position: choice('Keep', ['center', 'top', 'right', 'bottom', 'left', 'entropy', 'attention'], {
      default: 'center',
      exposed: false,
    }),
    background: color('Background', { default: 'transparent', exposed: false }),
    enlarge: boolean('Enlarge', { default: true, exposed: false }),
    kernel: choice('Sampling', ['lanczos3', 'mitchell', 'cubic', 'nearest'], {
      default: 'lanczos3',
      exposed: false,
    }),
  },
  async apply(picture, { width, height, fit, position, background, enlarge, kernel }) {
    if (width === 0 && height === 0) throw invalid('Width and Height are both 0. Set at least one of them.');
    const aspect = picture.width / picture.height;
    // An extremely long image may need a side beyond the limit, which one number alone does not show.
    assertSize(width === 0 ? height * aspect : width, height === 0 ? width / aspect : height);
    if (width !== 0 && height !== 0 && fit === 'outside') {
      const scale = Math.max(width / picture.width, height / picture.height);
      assertSize(picture.width * scale, picture.height * scale);
    }
    const source = await picture.openFor(width || height * aspect, height || width / aspect);
    return source.resize({
      ...(width !== 0 && { width }),
      ...(height !== 0 && { height }),
      fit,
      position,
      background,
      kernel,
      withoutEnlargement: !enlarge,
    });
  },
});
