import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { jsonParse } from './parse.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(jsonParse, inputs);

describe('parse JSON', () => {
  test('reads data', async () => {
    expect(await run({ text: ' {"a":[1,null,"x"]} ' })).toEqual({ json: { a: [1, null, 'x'] } });
  });

  test('says that text is not JSON', async () => {
    await expect(run({ text: '{"a":' })).rejects.toThrow('Text is not valid JSON');
  });

  test('refuses the key that reaches an object’s prototype', async () => {
    await expect(run({ text: '[{"__proto__":{"x":1}}]' })).rejects.toThrow('__proto__');
  });

  test('refuses nesting without end', async () => {
    const text = '['.repeat(5000) + ']'.repeat(5000);
    await expect(run({ text })).rejects.toThrow('deeper than 200 levels');
  });
});
