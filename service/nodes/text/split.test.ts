import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { textSplit } from './split.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(textSplit, inputs);

describe('split', () => {
  test('cuts at a separator and picks a piece from either end', async () => {
    const outputs = await run({ text: 'a, b, c', separator: ', ', piece: -1 });
    expect(outputs).toEqual({ list: ['a', 'b', 'c'], piece: 'c', count: 3 });
    expect((await run({ text: 'a, b, c', separator: ', ', piece: 2 }))['piece']).toBe('b');
    expect((await run({ text: 'a, b, c', separator: ', ', piece: 9 }))['piece']).toBe('');
  });

  test('takes a separator of punctuation by the letter', async () => {
    expect((await run({ text: 'a.b|c', separator: '.' }))['list']).toEqual(['a', 'b|c']);
    expect((await run({ text: 'a[x]b', separator: '[x]' }))['list']).toEqual(['a', 'b']);
    expect((await run({ text: 'a-b', separator: '-' }))['list']).toEqual(['a', 'b']);
  });

  test('cuts at a regular expression', async () => {
    const inputs = { text: 'a1b22c', separator: '(\\d)+', mode: 'regular expression' };
    expect((await run(inputs))['list']).toEqual(['a', 'b', 'c']);
  });

  test('cuts between all letters at an empty separator, whole emoji included', async () => {
    expect((await run({ text: 'a😀b', separator: '' }))['list']).toEqual(['a', '😀', 'b']);
  });

  test('leaves out empty pieces on request, and has none in an empty text', async () => {
    expect((await run({ text: 'a\n\n b', skipEmpty: true }))['list']).toEqual(['a', ' b']);
    expect(await run({ text: '' })).toEqual({ list: [], piece: '', count: 0 });
  });
});
