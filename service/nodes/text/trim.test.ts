import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { textTrim } from './trim.ts';

const bench = useNodeBench();
const run = (inputs: Parameters<typeof bench.run>[1]) => bench.run(textTrim, inputs);

describe('trim', () => {
  test('removes blank space at the chosen ends', async () => {
    expect((await run({ text: '  a b \n' }))['text']).toBe('a b');
    expect((await run({ text: '  a ', sides: 'start' }))['text']).toBe('a ');
    expect((await run({ text: '  a ', sides: 'end' }))['text']).toBe('  a');
  });

  test('makes doubled spaces single and keeps line breaks', async () => {
    expect((await run({ text: 'a   b \n  c', collapse: true }))['text']).toBe('a b\nc');
  });

  test('shortens by whole letters', async () => {
    expect((await run({ text: 'family 👨‍👩‍👧 time', length: 8 }))['text']).toBe('family 👨‍👩‍👧…');
    expect((await run({ text: 'short', length: 5 }))['text']).toBe('short');
    expect((await run({ text: 'longer', length: 4, ending: '' }))['text']).toBe('long');
  });
});
