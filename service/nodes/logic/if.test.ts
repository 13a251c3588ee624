import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { logicIf } from './if.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(logicIf, inputs);

describe('if', () => {
  test('passes on one of its values, files included', async () => {
    const file = await bench.solid(2, 2, '#ff0000');
    expect(await run({ condition: true, whenTrue: file, whenFalse: 'no' })).toEqual({ value: file });
    expect(await run({ condition: 'false', whenTrue: file, whenFalse: 'no' })).toEqual({ value: 'no' });
    expect(await run({ condition: 0 })).toEqual({ value: null });
  });

  test('refuses a condition that is no yes or no', async () => {
    await expect(run({ condition: 'maybe' })).rejects.toThrow('Condition must be true or false');
  });
});
