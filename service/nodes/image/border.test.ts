import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageBorder } from './border.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageBorder, inputs))['image']);

const photo = () => bench.solid(10, 8, '#336699');

describe('border', () => {
  test('outside makes the image larger', async () => {
    const look = await run({ image: await photo(), width: 2, color: '#ff0000' });
    expect([look.width, look.height, look.at(0, 0), look.at(2, 2)]).toEqual([14, 12, '#ff0000', '#336699']);
  });

  test('inside covers the edge', async () => {
    const look = await run({ image: await photo(), width: 2, color: '#ff0000', side: 'inside' });
    expect([look.width, look.height]).toEqual([10, 8]);
    expect([look.at(1, 1), look.at(2, 2), look.at(9, 4), look.at(7, 5)]).toEqual([
      '#ff0000',
      '#336699',
      '#ff0000',
      '#336699',
    ]);
  });

  test('refuses to cover the whole image', async () => {
    await expect(run({ image: await photo(), width: 4, side: 'inside' })).rejects.toThrow(
      'cover the whole image',
    );
  });
});
