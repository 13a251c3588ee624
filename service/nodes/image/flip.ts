import { choice } from '../pins.ts';
import { imageFilter } from './image-filter.ts';

export const imageFlip = imageFilter({
  type: 'image/flip',
  title: 'Flip',
  description: 'Mirrors an image left to right, top to bottom, or both.',
  icon: 'flip-horizontal',
  tags: ['mirror', 'flop', 'reverse'],
  preview: {},
  settings: { direction: choice('Direction', ['horizontal', 'vertical', 'both'], { default: 'horizontal' }) },
  apply: (picture, { direction }) =>
    picture
      .open()
      .flop(direction !== 'vertical')
      .flip(direction !== 'horizontal'),
});
