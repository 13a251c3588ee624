import { defineNode } from '../define-node.ts';
import { choice, image } from '../pins.ts';
import { fromCoverage, readCoverage, reportStretching } from './coverage.ts';
import { IMAGE_OUTPUT } from './image-filter.ts';
import { openPicture, savePicture } from './pixels.ts';

/** What is left of two masks at a pixel, 0 to 255 each. */
const OPERATIONS = {
  add: (a: number, b: number) => Math.max(a, b),
  subtract: (a: number, b: number) => Math.round((a * (255 - b)) / 255),
  intersect: (a: number, b: number) => Math.round((a * b) / 255),
  exclude: (a: number, b: number) => Math.round((a * (255 - b) + b * (255 - a)) / 255),
} as const;

export const imageCombineMasks = defineNode({
  type: 'image/combine-masks',
  title: 'Combine masks',
  description:
    'Makes one mask of two: all that either has (add), what the first has without the second (subtract), what both have (intersect), or what only one has (exclude). The second is stretched to the size of the first.',
  icon: 'combine',
  tags: ['mask', 'add', 'subtract', 'intersect', 'union', 'difference', 'selection'],
  preview: {},
  inputs: {
    first: image('First'),
    second: image('Second'),
    operation: choice('Operation', ['add', 'subtract', 'intersect', 'exclude'], { default: 'add' }),
  },
  outputs: IMAGE_OUTPUT,
  async run({ first, second, operation }, execution) {
    const base = await openPicture(execution, first);
    const overlay = await openPicture(execution, second);
    reportStretching(execution, overlay, base);
    const combine = async () => {
      const a = await readCoverage(base);
      const b = await readCoverage(overlay, base);
      const merge = OPERATIONS[operation];
      return fromCoverage({ ...a, data: a.data.map((value, at) => merge(value, b.data[at] ?? 0)) });
    };
    return { image: await savePicture(execution, [base, overlay], combine, 'mask') };
  },
});
