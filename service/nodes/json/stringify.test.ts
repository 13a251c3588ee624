import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { jsonStringify } from './stringify.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(jsonStringify, inputs);

describe('write JSON', () => {
  test('on one line or laid out', async () => {
    expect((await run({ json: { a: [1] }, layout: 'compact' }))['text']).toBe('{"a":[1]}');
    expect((await run({ json: { a: 1 } }))['text']).toBe('{\n  "a": 1\n}');
    expect((await run({ json: null }))['text']).toBe('null');
  });
});
