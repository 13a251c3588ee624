import { boolean, number } from '../pins.ts';
import { imageFilter } from './image-filter.ts';
import { editPixels } from './pixels.ts';
import { luminance } from './luminance.ts';

export const imageThreshold = imageFilter({
  type: 'image/threshold',
  title: 'Threshold',
  description:
    'Makes everything at least as bright as the level white and the rest black; with colors on, for red, green and blue each.',
  icon: 'sun-moon',
  tags: ['black and white', 'binary', 'stencil', 'mask', 'poster'],
  preview: {},
  settings: {
    level: number('Level', { min: 0, max: 255, step: 1, default: 128 }),
    colors: boolean('Keep colors', { default: false }),
  },
  apply: (picture, { level, colors }) =>
    editPixels(picture, ({ data }) => {
      for (let i = 0; i < data.length; i += 4) {
        const gray = luminance(data, i);
        for (let channel = i; channel < i + 3; channel += 1) {
          data[channel] = (colors ? (data[channel] ?? 0) : gray) >= level ? 255 : 0;
        }
      }
    }),
});
