import { number } from '../pins.ts';
import { imageFilter } from './image-filter.ts';
import { settle } from './pixels.ts';

/** Gaussian kernels wider than this are blurred at a smaller size, where nothing sharp is left to lose. */
const FULL_SIZE_SIGMA = 24;
/** Below this a Gaussian touches no neighbor. */
const MIN_SIGMA = 0.3;

export const imageBlur = imageFilter({
  type: 'image/blur',
  title: 'Blur',
  description:
    'Softens an image with a Gaussian blur. Strength is its standard deviation in pixels; 0 leaves the image as it is.',
  icon: 'droplet',
  tags: ['soften', 'gaussian', 'smooth', 'defocus', 'background'],
  preview: { pixels: ['sigma'] },
  settings: { sigma: number('Strength', { min: 0, max: 500, step: 0.1, default: 8 }) },
  async apply(picture, { sigma }) {
    if (sigma < MIN_SIGMA) return picture.open();
    const shrink = 2 ** Math.floor(Math.log2(Math.max(1, sigma / (FULL_SIZE_SIGMA / 2))));
    if (shrink === 1) return picture.open().blur(sigma);
    const width = Math.max(1, Math.round(picture.width / shrink));
    const height = Math.max(1, Math.round(picture.height / shrink));
    const downscaled = await settle(picture.open().resize(width, height, { fit: 'fill' }), picture.hasAlpha);
    const blurred = await settle(downscaled.blur(sigma / shrink), picture.hasAlpha);
    return blurred.resize(picture.width, picture.height, { fit: 'fill', kernel: 'cubic' });
  },
});
