import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageSharpen } from './sharpen.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageSharpen, inputs))['image']);

describe('sharpen', () => {
  test('steepens a soft edge and leaves flat parts alone', async () => {
    const row = [
      '#404040',
      '#404040',
      '#404040',
      '#404040',
      '#606060',
      '#909090',
      '#b0b0b0',
      '#b0b0b0',
      '#b0b0b0',
      '#b0b0b0',
    ];
    const image = await bench.picture(Array.from({ length: 9 }, () => row));
    const look = await run({ image, radius: 1, amount: 4 });
    const level = (x: number) => Number.parseInt(look.at(x, 4).slice(1, 3), 16);
    expect(level(5) - level(4)).toBeGreaterThan(0x90 - 0x60);
    expect(look.near(0, 4, '#404040')).toBe(true);
    const same = await run({ image, amount: 0 });
    expect(same.at(4, 4)).toBe('#606060');
  });
});
