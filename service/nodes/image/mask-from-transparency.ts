import { boolean } from '../pins.ts';
import { alphaOf, fromCoverage } from './coverage.ts';
import { imageFilter } from './image-filter.ts';
import { readPixels } from './pixels.ts';

export const imageMaskFromTransparency = imageFilter({
  type: 'image/mask-from-transparency',
  title: 'Mask from transparency',
  description:
    'Makes a mask of what one sees through in an image: white where the image is, black where it is not, gray in between.',
  icon: 'square-dashed',
  tags: ['alpha', 'mask', 'selection', 'cut out', 'silhouette', 'matte'],
  preview: {},
  settings: { invert: boolean('Invert', { default: false }) },
  async apply(picture, { invert }) {
    const coverage = alphaOf(await readPixels(picture.open()));
    if (invert) coverage.data.forEach((value, at, data) => (data[at] = 255 - value));
    return fromCoverage(coverage);
  },
});
