import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { textReplace } from './replace.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(textReplace, inputs);

const REGEX = { mode: 'regular expression' };

describe('replace', () => {
  test('replaces plain text everywhere, taking all signs by the letter', async () => {
    const inputs = { text: 'a.b.c (x)', find: '.', replacement: '$&' };
    expect((await run(inputs))['text']).toBe('a$&b$&c (x)');
    expect((await run({ text: '1+1', find: '+', replacement: ' plus ' }))['text']).toBe('1 plus 1');
  });

  test('can overlook capitals', async () => {
    const inputs = { text: 'Cat cat', find: 'CAT', replacement: 'dog', matchCase: false };
    expect((await run(inputs))['text']).toBe('dog dog');
  });

  test('fills in the groups of a regular expression', async () => {
    const inputs = {
      text: '2026-11-21',
      find: '(?<y>\\d+)-(\\d+)-(\\d+)',
      replacement: '$3.$2.$<y> [$&] $$1 $9',
      ...REGEX,
    };
    expect((await run(inputs))['text']).toBe('21.11.2026 [2026-11-21] $1 $9');
  });

  test('stops an expression that would never end, and the thread goes on working', async () => {
    const inputs = { text: `${'a'.repeat(60)}!`, find: '^(a+)+$', replacement: '', ...REGEX };
    await expect(run(inputs)).rejects.toMatchObject({ code: 'PATTERN_TOO_SLOW' });
    expect((await run({ text: 'aab', find: 'a+', replacement: 'x', ...REGEX }))['text']).toBe('xb');
  });

  test('says what is wrong with an expression', async () => {
    await expect(run({ text: 'x', find: '(', ...REGEX })).rejects.toThrow('not a valid regular expression');
  });

  test('refuses a result that would be huge', async () => {
    const inputs = { text: 'x'.repeat(100_000), find: 'x', replacement: 'y'.repeat(1000) };
    await expect(run(inputs)).rejects.toThrow('too long');
  });

  test('leaves the text alone when there is nothing to find', async () => {
    expect((await run({ text: 'abc', find: '', replacement: 'x' }))['text']).toBe('abc');
  });
});
