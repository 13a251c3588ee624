import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { jsonMerge } from './merge.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(jsonMerge, inputs);

const first = { a: { x: 1, y: 1 }, list: [1], only: true };
const second = { a: { y: 2 }, list: [2] };

describe('merge', () => {
  test('goes into objects, or not', async () => {
    expect(await run({ first, second })).toEqual({ json: { a: { x: 1, y: 2 }, list: [2], only: true } });
    expect(await run({ first, second, deep: false })).toEqual({
      json: { a: { y: 2 }, list: [2], only: true },
    });
  });

  test('appends lists on request', async () => {
    const { json } = await run({ first, second, lists: 'append' });
    expect(json).toMatchObject({ list: [1, 2] });
    expect(await run({ first: [1], second: [2], lists: 'append' })).toEqual({ json: [1, 2] });
  });

  test('never touches a prototype', async () => {
    const hostile = JSON.parse('{"__proto__":{"polluted":true}}') as Record<string, never>;
    await expect(run({ first, second: hostile })).rejects.toThrow('__proto__');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('refuses to merge a list with an object', async () => {
    await expect(run({ first: [], second: {} })).rejects.toThrow('both be objects, or both be lists');
  });
});
