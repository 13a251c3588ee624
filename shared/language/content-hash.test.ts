import { expect, test } from 'vitest';
import { contentHash } from './content-hash.ts';

test('equal texts have one hash, and near ones another', () => {
  const texts = new Set<string>();
  for (let number = 0; number < 20_000; number += 1) {
    texts
      .add(String(number))
      .add('\0'.repeat(number % 50))
      .add(`${'a'.repeat(number % 40)}é${number}`);
  }
  const hashes = new Set([...texts].map(contentHash));
  expect(hashes.size).toBe(texts.size);
  expect(contentHash('one more')).toBe(contentHash(['one', 'more'].join(' ')));
  for (const hash of hashes) expect(hash).toMatch(/^[0-9a-z]{28}$/);
});

test('one bit of the text turns about half of the bits of the hash', () => {
  const wordsOf = (text: string) =>
    [0, 7, 14, 21].map((at) => parseInt(contentHash(text).slice(at, at + 7), 36));
  const bitsIn = (word: number) => {
    let count = 0;
    for (let left = word >>> 0; left !== 0; left >>>= 1) count += left & 1;
    return count;
  };
  let turned = 0;
  const texts = Array.from({ length: 500 }, (_, index) => `text ${index} of some length`);
  for (const text of texts) {
    const other = wordsOf(String.fromCharCode(text.charCodeAt(0) ^ 1) + text.slice(1));
    for (const [index, word] of wordsOf(text).entries()) turned += bitsIn(word ^ other[index]!);
  }
  expect(turned / texts.length / 128).toBeGreaterThan(0.47);
  expect(turned / texts.length / 128).toBeLessThan(0.53);
});
