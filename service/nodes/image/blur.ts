import { number } from '../pins.ts';
import { blurPipeline } from './blur-pipeline.ts';
import { imageFilter } from './image-filter.ts';

export const imageBlur = imageFilter({
  type: 'image/blur',
  title: 'Blur',
  description:
    'Softens an image with a Gaussian blur. Strength is its standard deviation in pixels; 0 leaves the image as it is.',
  icon: 'droplet',
  tags: ['soften', 'gaussian', 'smooth', 'defocus', 'background'],
  preview: { pixels: ['sigma'] },
  settings: { sigma: number('Strength', { min: 0, max: 500, step: 0.1, default: 8 }) },
  apply: (picture, { sigma }) =>
    blurPipeline(() => picture.open(), picture, sigma, picture.hasAlpha, 'short'),
});
