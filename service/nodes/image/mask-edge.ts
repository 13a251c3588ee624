import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { NodeExecution } from '../definition.ts';
import { number } from '../pins.ts';
import { blurCoverage, fromCoverage, readCoverage, type Coverage } from './coverage.ts';
import { imageFilter } from './image-filter.ts';

export const imageMaskEdge = imageFilter({
  type: 'image/mask-edge',
  title: 'Mask edge',
  description:
    'Grows, shrinks or feathers a mask. Grow is in pixels: above 0 the white part grows, below 0 it shrinks, around corners evenly. Feather is the standard deviation of a Gaussian blur.',
  icon: 'circle-fading-plus',
  tags: ['mask', 'expand', 'shrink', 'dilate', 'erode', 'feather', 'soften', 'edge'],
  preview: { pixels: ['grow', 'feather'] },
  settings: {
    grow: number('Grow', { min: -200, max: 200, step: 1, default: 8 }),
    feather: number('Feather', { min: 0, max: 200, step: 0.5, default: 0 }),
  },
  async apply(picture, { grow, feather }, execution) {
    const coverage = await readCoverage(picture);
    return fromCoverage(await blurCoverage(await growCoverage(coverage, grow, execution), feather));
  },
});

/**
 * Each pixel becomes the greatest (for a negative amount, the least) of those within a distance of so many pixels. Softness
 * of edges stays. Outside the picture is what its edge says.
 */
async function growCoverage(
  { data, width, height }: Coverage,
  amount: number,
  execution: Pick<NodeExecution, 'progress' | 'signal'>,
): Promise<Coverage> {
  const radius = Math.abs(amount);
  if (radius === 0) return { data, width, height };
  // Shrinking what is white is growing what is black.
  const flip = amount < 0 ? 255 : 0;
  const source = data.map((value) => value ^ flip);
  const grown = Uint8Array.from(source);
  let across = source;
  let halfWidth = 0;
  for (const { distance, reach } of rowsOfDisc(radius)) {
    for (; halfWidth < reach; halfWidth += 1) across = widened(across, width);
    raise(grown, across, distance * width);
    // A cancel reaches this process as a message, which is only read between tasks.
    execution.progress(1 - distance / radius);
    await letOthersRun();
    execution.signal.throwIfAborted();
  }
  return { data: flip === 0 ? grown : grown.map((value) => value ^ flip), width, height };
}

/** The rows of a disc, the narrowest first: how far above and below its middle they lie, and how far they reach to each side. */
const rowsOfDisc = (radius: number): { distance: number; reach: number }[] =>
  Array.from({ length: radius + 1 }, (_, step) => ({
    distance: radius - step,
    reach: Math.floor(Math.sqrt(radius ** 2 - (radius - step) ** 2)),
  }));

/** For each pixel the greatest of itself and its two neighbors in the row. */
function widened(data: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const wider = new Uint8Array(data.length);
  for (let start = 0; start < data.length; start += width) {
    const end = start + width - 1;
    let left = data[start]!;
    let middle = left;
    for (let i = start; i <= end; i += 1) {
      const right = i < end ? data[i + 1]! : middle;
      const greater = left > right ? left : right;
      wider[i] = greater > middle ? greater : middle;
      left = middle;
      middle = right;
    }
  }
  return wider;
}

/** Raises pixels to what is so far above them and below them. */
function raise(grown: Uint8Array, data: Uint8Array, offset: number): void {
  for (let i = offset; i < data.length; i += 1) {
    const above = data[i - offset]!;
    if (above > grown[i]!) grown[i] = above;
    const below = data[i]!;
    if (below > grown[i - offset]!) grown[i - offset] = below;
  }
}
