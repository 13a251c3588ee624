import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { textJoin } from './join.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(textJoin, inputs);

describe('join', () => {
  test('puts the entries of a list before the texts', async () => {
    const { text } = await run({ list: ['one', 2, null], a: 'three', d: 'four', separator: ', ' });
    expect(text).toBe('one, 2, null, three, four');
  });

  test('leaves out empty texts unless told otherwise', async () => {
    expect((await run({ a: 'x', b: '', c: 'y' }))['text']).toBe('x y');
    expect((await run({ a: 'x', b: '', c: 'y', skipEmpty: false }))['text']).toBe('x  y');
  });

  test('refuses a result that would be huge', async () => {
    const list = Array.from({ length: 2000 }, () => 'x'.repeat(5000));
    await expect(run({ list })).rejects.toThrow('too long');
  });
});
