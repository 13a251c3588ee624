import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { textLength } from './length.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(textLength, inputs);

describe('length', () => {
  test('counts letters as people see them, words and lines', async () => {
    expect(await run({ text: 'héllo 👨‍👩‍👧, world\nbye' })).toEqual({ characters: 18, words: 3, lines: 2 });
  });

  test('finds nothing in an empty text', async () => {
    expect(await run({ text: '' })).toEqual({ characters: 0, words: 0, lines: 0 });
  });
});
