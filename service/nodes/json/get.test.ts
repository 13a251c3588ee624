import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../definition.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { jsonGet } from './get.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(jsonGet, inputs);

const json: JsonValue = { people: [{ name: 'Ada' }, { name: 'Bob', 'odd key': 0 }], none: null };

describe('get value', () => {
  test.each([
    ['people[0].name', 'Ada'],
    ['people.1.name', 'Bob'],
    ['people[-1]["odd key"]', 0],
    ["people[-1]['odd key']", 0],
    ['people[0]', { name: 'Ada' }],
    ['', json],
  ])('%s', async (path, value) => {
    expect(await run({ json, path })).toEqual({ value, found: true });
  });

  test.each(['people[5].name', 'people.length', 'constructor', 'people[-3]', 'none.x', 'people.x'])(
    'gives the fallback for %s',
    async (path) => {
      expect(await run({ json, path, fallback: 'none' })).toEqual({ value: 'none', found: false });
    },
  );

  test('can insist', async () => {
    await expect(run({ json, path: 'x.y', required: true })).rejects.toThrow('nothing at x.y');
  });

  test.each(['a[', 'a[x]', '[]', '__proto__', 'a.__proto__.b'])('refuses the path %s', async (path) => {
    await expect(run({ json, path })).rejects.toThrow('is not a path');
  });
});
