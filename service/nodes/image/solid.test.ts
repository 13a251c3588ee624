import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageSolid } from './solid.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageSolid, inputs))['image']);

describe('solid color', () => {
  test('fills the whole image', async () => {
    const look = await run({ width: 7, height: 5, color: '#336699' });
    expect([look.width, look.height, look.format, look.channels]).toEqual([7, 5, 'png', 3]);
    expect([look.at(0, 0), look.at(6, 4)]).toEqual(['#336699', '#336699']);
  });

  test('takes short hex, CSS names and transparency', async () => {
    expect((await run({ width: 1, height: 1, color: '#f80' })).at(0, 0)).toBe('#ff8800');
    expect((await run({ width: 1, height: 1, color: 'Rebeccapurple' })).at(0, 0)).toBe('#663399');
    expect((await run({ width: 1, height: 1, color: '#ff880080' })).at(0, 0)).toBe('#ff880080');
  });

  test('refuses absurd sizes and unknown colors with a sentence', async () => {
    await expect(run({ width: 1e9, height: 5 })).rejects.toThrow(
      'Width must be from 1 to 16384, but is 1000000000.',
    );
    await expect(run({ width: 0, height: 5 })).rejects.toThrow('Width must be from 1');
    await expect(run({ width: 16_384, height: 16_384 })).rejects.toThrow('at most 100 megapixels');
    await expect(run({ color: 'rainbow' })).rejects.toThrow('Color must be a color such as');
  });
});
