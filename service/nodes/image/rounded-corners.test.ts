import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageRoundedCorners } from './rounded-corners.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageRoundedCorners, inputs))['image']);

describe('rounded corners', () => {
  test('takes the corners away and leaves the sides', async () => {
    const look = await run({ image: await bench.solid(40, 20, '#336699'), radius: 8, unit: 'pixels' });
    for (const [x, y] of [
      [0, 0],
      [39, 0],
      [0, 19],
      [39, 19],
    ] as const)
      expect(look.at(x, y)).toMatch(/00$/);
    expect([look.at(20, 0), look.at(0, 10), look.at(20, 10)]).toEqual(['#336699', '#336699', '#336699']);
  });

  test('50 percent of the shorter side makes a circle, and more no difference', async () => {
    const look = await run({ image: await bench.solid(40, 20, '#336699'), radius: 50 });
    expect(look.at(1, 1)).toMatch(/00$/);
    expect(look.at(10, 0)).toBe('#336699');
    const image = await bench.solid(40, 20, '#336699');
    expect((await run({ image, radius: 90 })).file.blob).toBe(look.file.blob);
    expect(look.at(20, 10)).toBe('#336699');
  });

  test('0 changes nothing', async () => {
    const look = await run({ image: await bench.solid(4, 4, '#336699'), radius: 0 });
    expect(look.at(0, 0)).toBe('#336699');
  });
});
