import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { jsonGet } from './get.ts';
import { jsonParse } from './parse.ts';
import { jsonStringify } from './stringify.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(jsonParse, inputs);

describe('parse JSON', () => {
  test('reads data', async () => {
    expect(await run({ text: ' {"a":[1,null,"x"]} ' })).toEqual({ json: { a: [1, null, 'x'] } });
  });

  test('reads what an editor of Windows saved with a mark before it, and counts places without the mark', async () => {
    expect(await run({ text: '\uFEFF{"a":1}\r\n' })).toEqual({ json: { a: 1 } });
    await expect(run({ text: '\uFEFF[1,]' })).rejects.toThrow(
      'what begins at character 4 does not belong there',
    );
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

describe('whole numbers that are too long', () => {
  test('are kept digit by digit, on through other nodes, and that is said', async () => {
    const said: string[] = [];
    const text = '{"id": 7615917337495251231, "count": 3}';
    const execution = bench.execution({ text }, { onLog: (message) => said.push(message) });
    const { json } = await jsonParse.execute(execution);
    expect(json).toEqual({ id: '7615917337495251231', count: 3 });
    expect(said).toEqual([
      '7615917337495251231: too long for a number, so it is kept as text, digit by digit.',
    ]);
    const { value } = await bench.run(jsonGet, { json: json ?? null, path: 'id' });
    expect(value).toBe('7615917337495251231');
    const { text: written } = await bench.run(jsonStringify, { json: json ?? null, layout: 'compact' });
    expect(written).toBe('{"id":"7615917337495251231","count":3}');
  });
});
