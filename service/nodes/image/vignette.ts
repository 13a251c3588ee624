import { color, number } from '../pins.ts';
import { imageFilter } from './image-filter.ts';
import { editPixels } from './pixels.ts';

export const imageVignette = imageFilter({
  type: 'image/vignette',
  title: 'Vignette',
  description:
    'Lets an image fade into a color towards its corners. Size is where that begins, from 0 in the middle to 100 at the corners; Softness is how long it takes; Roundness 0 follows the shape of the image, and 1 is a circle.',
  icon: 'circle-dot-dashed',
  tags: ['darken', 'corners', 'edges', 'lens', 'photo', 'frame'],
  preview: {},
  settings: {
    amount: number('Amount', { min: 0, max: 1, step: 0.01, default: 0.6 }),
    size: number('Size', { min: 0, max: 100, step: 1, default: 45 }),
    softness: number('Softness', { min: 0, max: 100, step: 1, default: 55 }),
    roundness: number('Roundness', { min: 0, max: 1, step: 0.01, default: 0 }),
    centerX: number('Center x', { min: 0, max: 100, step: 1, default: 50, exposed: false }),
    centerY: number('Center y', { min: 0, max: 100, step: 1, default: 50, exposed: false }),
    color: color('Color', { default: '#000000' }),
  },
  apply: (picture, { amount, size, softness, roundness, centerX, centerY, color }) =>
    editPixels(picture, ({ data, width, height }) => {
      const circle = Math.hypot(width, height) / 2;
      // A corner of an ellipse that follows the image is √2 of its half axes away.
      const radiusX = (width / Math.SQRT2) * (1 - roundness) + circle * roundness;
      const radiusY = (height / Math.SQRT2) * (1 - roundness) + circle * roundness;
      for (let y = 0; y < height; y += 1) {
        const fromMiddle = (y + 0.5 - (height * centerY) / 100) / radiusY;
        for (let x = 0; x < width; x += 1) {
          const distance = Math.hypot((x + 0.5 - (width * centerX) / 100) / radiusX, fromMiddle) * 100;
          const share = amount * color.alpha * smoothStep(size, size + softness, distance);
          if (share === 0) continue;
          const at = (y * width + x) * 4;
          data[at] = mix(data[at]!, color.r, share);
          data[at + 1] = mix(data[at + 1]!, color.g, share);
          data[at + 2] = mix(data[at + 2]!, color.b, share);
        }
      }
    }),
});

const mix = (from: number, to: number, share: number): number => Math.round(from + (to - from) * share);

/** 0 up to `from`, 1 from `to` on, and in between a curve without corners. */
function smoothStep(from: number, to: number, value: number): number {
  if (value <= from) return 0;
  if (value >= to) return 1;
  const t = (value - from) / (to - from);
  return t * t * (3 - 2 * t);
}
