import { expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageColorAt } from './color-at.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  (await bench.run(imageColorAt, inputs))['color'];

const grid = () =>
  bench.picture([
    ['#ff0000', '#00ff00'],
    ['#ffffff', '#00000000'],
  ]);

test('the color at a point is that of the pixel there', async () => {
  const image = await grid();
  expect(await run({ image, x: 0, y: 0 })).toBe('#ff0000');
  expect(await run({ image, x: 1, y: 0 })).toBe('#00ff00');
  expect(await run({ image, x: 0.4, y: 1 })).toBe('#ffffff');
  expect(await run({ image, x: 1, y: 1 })).toBe('#00000000');
});

test('of an area it is the mean, of each pixel as much as it shows', async () => {
  const image = await bench.picture([['#ff0000', '#0000ff']]);
  expect(await run({ image, x: 0.5, y: 0.5, area: 3 })).toBe('#800080');
  expect(await run({ image: await grid(), area: 501 })).toBe('#aaaa55bf');
});
