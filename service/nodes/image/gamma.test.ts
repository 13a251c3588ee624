import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageGamma } from './gamma.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageGamma, inputs))['image']);

const at = async (color: string, gamma: number) =>
  (await run({ image: await bench.solid(2, 2, color), gamma })).at(0, 0);

describe('gamma', () => {
  test('lightens and darkens the middle only', async () => {
    expect(await at('#808080', 2)).toBe('#b5b5b5');
    expect(await at('#808080', 0.5)).toBe('#404040');
    expect(await at('#000000', 2)).toBe('#000000');
    expect(await at('#ffffff', 2)).toBe('#ffffff');
    expect(await at('#123456', 1)).toBe('#123456');
  });

  test('leaves transparency as it is', async () => {
    expect(await at('#80808040', 2)).toBe('#b5b5b540');
  });
});
