import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { numberClamp } from './clamp.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(numberClamp, inputs);

describe('clamp', () => {
  test.each([
    [-1, 0],
    [0.5, 0.5],
    [2, 1],
  ])('keeps %d in range as %d', async (number, expected) => {
    expect((await run({ number }))['number']).toBe(expected);
  });

  test('takes limits the wrong way round', async () => {
    expect((await run({ number: 50, lowest: 10, highest: 5 }))['number']).toBe(10);
  });
});
