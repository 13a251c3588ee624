import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageRotate } from './rotate.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageRotate, inputs))['image']);

const corner = () =>
  bench.picture([
    ['#ff0000', '#ffffff', '#ffffff'],
    ['#ffffff', '#ffffff', '#ffffff'],
  ]);

describe('rotate', () => {
  test.each([
    [90, 2, 3, 1, 0],
    [180, 3, 2, 2, 1],
    [-90, 2, 3, 0, 2],
    [360, 3, 2, 0, 0],
  ])('by %d degrees moves the corner, and loses nothing', async (angle, width, height, x, y) => {
    const look = await run({ image: await corner(), angle });
    expect([look.width, look.height, look.at(x, y)]).toEqual([width, height, '#ff0000']);
  });

  test('grows for other angles, with see-through or colored corners', async () => {
    const image = await bench.solid(40, 40, '#336699');
    const clear = await run({ image, angle: 45 });
    expect(clear.width).toBeGreaterThan(54);
    expect([clear.at(0, 0), clear.at(28, 28)]).toEqual(['#00000000', '#336699']);
    const filled = await run({ image, angle: 45, background: '#ff0000' });
    expect([filled.at(0, 0), filled.channels]).toEqual(['#ff0000', 3]);
  });

  test('fills its corners with a half see-through color as it is', async () => {
    for (const [color, background] of [
      ['#336699', '#c864c880'],
      ['#33669980', '#0a141e28'],
    ] as const) {
      const look = await run({ image: await bench.solid(40, 40, color), angle: 45, background });
      expect([look.at(0, 0), look.at(28, 28)]).toEqual([background, color]);
    }
  });
});
