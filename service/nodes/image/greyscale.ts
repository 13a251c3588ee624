import { number } from '../pins.ts';
import { imageFilter } from './image-filter.ts';

export const imageGreyscale = imageFilter({
  type: 'image/greyscale',
  title: 'Grayscale',
  description: 'Takes the color out of an image, wholly or by the amount you set.',
  icon: 'contrast',
  tags: ['greyscale', 'black and white', 'monochrome', 'desaturate'],
  preview: {},
  settings: { amount: number('Amount', { min: 0, max: 1, step: 0.01, default: 1 }) },
  apply: (picture, { amount }) =>
    amount === 1 ? picture.open().greyscale() : picture.open().modulate({ saturation: 1 - amount }),
});
