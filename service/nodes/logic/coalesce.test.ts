import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { logicCoalesce } from './coalesce.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(logicCoalesce, inputs);

describe('first set', () => {
  test('skips what is empty, but not zero and false', async () => {
    expect(await run({ a: null, b: '', c: 0, d: 1 })).toEqual({ value: 0 });
    expect(await run({ b: false })).toEqual({ value: false });
    expect(await run({})).toEqual({ value: null });
  });
});
