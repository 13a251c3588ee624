import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageCrop } from './crop.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageCrop, inputs))['image']);

const grid = () =>
  bench.picture([
    ['#ff0000', '#00ff00', '#0000ff'],
    ['#ffffff', '#000000', '#ffff00'],
  ]);

describe('crop', () => {
  test('cuts out the rectangle', async () => {
    const look = await run({ image: await grid(), left: 1, top: 0, width: 1, height: 2 });
    expect([look.width, look.height, look.at(0, 0), look.at(0, 1)]).toEqual([1, 2, '#00ff00', '#000000']);
  });

  test('goes on to the edge, and no further', async () => {
    const look = await run({ image: await grid(), left: 2, top: 1, height: 500 });
    expect([look.width, look.height, look.at(0, 0)]).toEqual([1, 1, '#ffff00']);
  });

  test('says how large the image is when there is nothing', async () => {
    await expect(run({ image: await grid(), left: 3 })).rejects.toThrow('The image is 3 × 2 pixels');
  });

  test('with an aspect is cut around the focal point, within the rectangle', async () => {
    const image = await grid();
    const middle = await run({ image, aspect: '1:1' });
    expect([middle.width, middle.height]).toEqual([2, 2]);
    const left = await run({ image, aspect: '1:1', focusX: 0 });
    expect([left.at(0, 0), left.at(1, 1)]).toEqual(['#ff0000', '#000000']);
    const right = await run({ image, aspect: '1:1', focusX: 1 });
    expect([right.at(0, 0), right.at(1, 1)]).toEqual(['#00ff00', '#ffff00']);
    const within = await run({ image, width: 2, aspect: '1:1', focusX: 1 });
    expect(within.at(0, 0)).toBe('#ff0000');
  });
});
