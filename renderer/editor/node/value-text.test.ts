import { expect, test } from 'vitest';
import { lineOf } from './preview-source.ts';
import { MAX_LINE_LETTERS, shortJson, shortText } from './value-text.ts';

test('a short value is written as JSON writes it', () => {
  for (const value of [null, 7, 'a"b', [], {}, [1, [2, 'x']], { a: 1, b: { c: [true, null] } }]) {
    expect(shortJson(value)).toBe(JSON.stringify(value));
  }
  expect(shortText('Ein Häuschen')).toBe('Ein Häuschen');
});

test('of a long value a node draws the beginning, whatever kind it is', () => {
  const long = 'a'.repeat(5_000_000);
  for (const value of [long, [long], { long }, { [long]: 1 }, Array.from({ length: 500_000 }, () => 'x')]) {
    const line = lineOf({ type: 'json', value }) ?? '';
    expect(line.length).toBe(MAX_LINE_LETTERS + 1);
    expect(line.endsWith('…')).toBe(true);
  }
});

test('no more of a value is looked at than is drawn', () => {
  let looked = 0;
  const parts = new Proxy(
    Array.from({ length: 100_000 }, () => 'xyz'),
    {
      get(target, name, receiver) {
        looked += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    },
  );
  shortJson(parts);
  expect(looked).toBeLessThan(1000);
});

test('a letter of two units is not cut in two', () => {
  const line = shortText(`${'a'.repeat(MAX_LINE_LETTERS - 1)}😀😀`);
  expect(line).toBe(`${'a'.repeat(MAX_LINE_LETTERS - 1)}…`);
});
