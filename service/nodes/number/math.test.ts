import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { numberMath } from './math.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(numberMath, inputs);

describe('math', () => {
  test.each([
    ['add', 2, 3, 5],
    ['subtract', 2, 3, -1],
    ['multiply', 2, 3, 6],
    ['divide', 3, 2, 1.5],
    ['remainder', 7, 3, 1],
    ['power', 2, 10, 1024],
    ['smaller', 2, 3, 2],
    ['larger', 2, 3, 3],
    ['average', 2, 3, 2.5],
    ['distance', 2, 5, 3],
  ])('%s %d and %d', async (operation, a, b, expected) => {
    expect((await run({ operation, a, b }))['number']).toBe(expected);
  });

  test('refuses what has no result', async () => {
    await expect(run({ operation: 'divide', a: 1, b: 0 })).rejects.toThrow('divided by 0');
    await expect(run({ operation: 'power', a: -1, b: 0.5 })).rejects.toThrow('no result');
    await expect(run({ operation: 'multiply', a: 1e200, b: 1e200 })).rejects.toThrow('no result');
  });

  test('reads numbers written as text, and says so about other text', async () => {
    expect((await run({ a: '1.5', b: 1 }))['number']).toBe(2.5);
    await expect(run({ a: 'many' })).rejects.toThrow('A must be a number, but is “many”.');
    await expect(run({ a: Number.NaN })).rejects.toThrow('not a finite number');
  });
});
