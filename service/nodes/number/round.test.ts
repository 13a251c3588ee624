import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { numberRound } from './round.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(numberRound, inputs);

describe('round', () => {
  test.each([
    [2.5, 0, 'nearest', 3],
    [-2.5, 0, 'nearest', -3],
    [1.005, 2, 'nearest', 1.01],
    [1.29, 1, 'down', 1.2],
    [-1.21, 1, 'down', -1.3],
    [1.21, 1, 'up', 1.3],
    [-1.29, 1, 'towards zero', -1.2],
    [1e21, 2, 'nearest', 1e21],
    [1.5e-9, 3, 'up', 0.001],
    [-0.2, 0, 'nearest', 0],
  ])('%d to %d decimals, %s: %d', async (number, decimals, direction, expected) => {
    expect((await run({ number, decimals, direction }))['number']).toBe(expected);
  });
});
