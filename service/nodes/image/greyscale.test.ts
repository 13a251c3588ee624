import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageGreyscale } from './greyscale.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageGreyscale, inputs))['image']);

describe('greyscale', () => {
  test('makes all channels equal and keeps transparency', async () => {
    const look = await run({ image: await bench.solid(2, 2, '#ff880080') });
    expect(look.at(0, 0)).toMatch(/^#(..)\1{2}80$/);
  });

  test('by halves keeps some color', async () => {
    const look = await run({ image: await bench.solid(2, 2, '#ff4400'), amount: 0.5 });
    expect(look.at(0, 0)).not.toMatch(/^#(..)\1{2}$/);
    expect(look.at(0, 0)).not.toBe('#ff4400');
  });
});
