import { number } from '../pins.ts';
import { imageFilter } from './image-filter.ts';

export const imageSharpen = imageFilter({
  type: 'image/sharpen',
  title: 'Sharpen',
  description: 'Makes edges clearer. Radius says how wide an edge is, Amount how much stronger it gets.',
  icon: 'focus',
  tags: ['crisp', 'unsharp', 'detail', 'clarity'],
  preview: { pixels: ['radius'] },
  settings: {
    radius: number('Radius', { min: 0.3, max: 10, step: 0.1, default: 1.5 }),
    amount: number('Amount', { min: 0, max: 10, step: 0.1, default: 2 }),
  },
  apply: (picture, { radius, amount }) =>
    amount === 0
      ? picture.open()
      : picture.open().sharpen({ sigma: radius, m1: amount / 2, m2: amount, x1: 2, y2: 20, y3: 30 }),
});
