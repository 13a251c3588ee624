import { color } from '../pins.ts';
import { imageFilter } from './image-filter.ts';

export const imageTint = imageFilter({
  type: 'image/tint',
  version: 2,
  title: 'Tint',
  description: 'Gives an image shades of one color and keeps its light and dark, like an old photo.',
  icon: 'paint-bucket',
  tags: ['tone', 'sepia', 'duotone', 'color', 'monochrome'],
  preview: {},
  settings: { color: color('Color', { default: '#c2884a' }) },
  apply: (picture, { color: { r, g, b } }) => picture.open().tint({ r, g, b }),
});
