import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageFlip } from './flip.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageFlip, inputs))['image']);

describe('flip', () => {
  test.each([
    ['horizontal', 1, 0],
    ['vertical', 0, 1],
    ['both', 1, 1],
  ])('%s', async (direction, x, y) => {
    const image = await bench.picture([
      ['#ff0000', '#ffffff'],
      ['#ffffff', '#ffffff'],
    ]);
    const look = await run({ image, direction });
    expect(look.at(x, y)).toBe('#ff0000');
    expect([look.width, look.height]).toEqual([2, 2]);
  });
});
