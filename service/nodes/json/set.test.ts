import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { jsonSet } from './set.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(jsonSet, inputs);

describe('set value', () => {
  test('changes a copy', async () => {
    const json = { people: [{ name: 'Ada' }] };
    expect(await run({ json, path: 'people[0].name', value: 'Bob' })).toEqual({
      json: { people: [{ name: 'Bob' }] },
    });
    expect(json).toEqual({ people: [{ name: 'Ada' }] });
  });

  test('makes what is missing on the way', async () => {
    expect(await run({ path: 'a.list[2].x', value: 1 })).toEqual({
      json: { a: { list: [null, null, { x: 1 }] } },
    });
    expect(await run({ json: [1, 2], path: '[-1]', value: 3 })).toEqual({ json: [1, 3] });
  });

  test('never touches a prototype', async () => {
    await expect(run({ path: '__proto__.polluted', value: true })).rejects.toThrow('is not a path');
    await run({ path: 'constructor.prototype.polluted', value: true });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('refuses a list entry far away and a path far down', async () => {
    await expect(run({ path: 'a[999999999]', value: 1 })).rejects.toThrow('up to 100000 entries');
    await expect(run({ path: Array(300).fill('a').join('.'), value: 1 })).rejects.toThrow('deeper than 200');
  });
});
