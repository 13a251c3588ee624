import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { numberMapRange } from './map-range.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(numberMapRange, inputs);

describe('map range', () => {
  test('carries a number over, also against the direction', async () => {
    expect((await run({ number: 0.25 }))['number']).toBe(25);
    expect((await run({ number: 2, fromEnd: 10, toStart: 100, toEnd: 0 }))['number']).toBe(80);
  });

  test('goes on outside the range unless told to stay inside', async () => {
    expect((await run({ number: 2 }))['number']).toBe(200);
    expect((await run({ number: 2, stay: true }))['number']).toBe(100);
  });

  test('refuses a range without extent', async () => {
    await expect(run({ fromStart: 1, fromEnd: 1 })).rejects.toThrow('the same');
  });
});
