import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageThreshold } from './threshold.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageThreshold, inputs))['image']);

describe('threshold', () => {
  test('parts light from dark at the level, and keeps transparency', async () => {
    const image = await bench.picture([['#7f7f7f', '#808080', '#ff0000', '#ffffff40']]);
    const look = await run({ image, level: 128 });
    expect([0, 1, 2, 3].map((x) => look.at(x, 0))).toEqual(['#000000', '#ffffff', '#000000', '#ffffff40']);
  });

  test('can look at each color by itself', async () => {
    const look = await run({ image: await bench.picture([['#ff7f90']]), colors: true });
    expect(look.at(0, 0)).toBe('#ff00ff');
  });
});
