import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { numberRandom } from './random.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(numberRandom, inputs);

const draw = async (inputs: Parameters<typeof run>[0]) => (await run(inputs))['number'] as number;

describe('random', () => {
  test('gives the same number for the same seed and others for others', async () => {
    const numbers = await Promise.all(Array.from({ length: 50 }, (_, seed) => draw({ seed })));
    expect(new Set(numbers).size).toBe(50);
    expect(await draw({ seed: 7 })).toBe(numbers[7]);
  });

  test('stays between its limits and reaches both ends of whole numbers', async () => {
    const dice = await Promise.all(
      Array.from({ length: 200 }, (_, seed) => draw({ seed, from: 6, to: 1, whole: true })),
    );
    expect([...new Set(dice)].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    const wide = await Promise.all(Array.from({ length: 50 }, (_, seed) => draw({ seed, from: -5, to: 5 })));
    expect(Math.min(...wide)).toBeGreaterThanOrEqual(-5);
    expect(Math.max(...wide)).toBeLessThan(5);
  });

  test('says when no whole number lies between the limits', async () => {
    await expect(run({ from: 0.2, to: 0.8, whole: true })).rejects.toThrow('no whole number from 0.2 to 0.8');
  });
});
