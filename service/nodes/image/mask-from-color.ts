import { boolean, color, number } from '../pins.ts';
import { fromCoverage } from './coverage.ts';
import { imageFilter } from './image-filter.ts';
import { toOklab } from './oklab.ts';
import { readPixels } from './pixels.ts';

export const imageMaskFromColor = imageFilter({
  type: 'image/mask-from-color',
  title: 'Mask from color',
  description:
    'Makes a mask of one color: white where the image has it, black elsewhere. Tolerance says how different a color may look, where 100 is as far as black from white; Softness lets the mask fade out beyond.',
  icon: 'pipette',
  tags: ['mask', 'chroma key', 'green screen', 'selection', 'color range', 'cut out'],
  preview: {},
  settings: {
    color: color('Color', { default: '#00b140' }),
    tolerance: number('Tolerance', { min: 0, max: 100, step: 0.5, default: 15 }),
    softness: number('Softness', { min: 0, max: 100, step: 0.5, default: 5 }),
    invert: boolean('Invert', { default: false }),
  },
  async apply(picture, { color, tolerance, softness, invert }) {
    const { data, width, height } = await readPixels(picture.open());
    const target = toOklab(color.r, color.g, color.b);
    const coverage = new Uint8Array(width * height);
    for (let i = 0, at = 0; i < coverage.length; i += 1, at += 4) {
      const lab = toOklab(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
      const distance = 100 * Math.hypot(lab.lightness - target.lightness, lab.a - target.a, lab.b - target.b);
      const share = distance <= tolerance ? 1 : Math.max(0, 1 - (distance - tolerance) / softness);
      const alpha = data[at + 3] ?? 0;
      coverage[i] = Math.round((softness === 0 && distance > tolerance ? 0 : share) * alpha);
      if (invert) coverage[i] = alpha - (coverage[i] ?? 0);
    }
    return fromCoverage({ data: coverage, width, height });
  },
});
