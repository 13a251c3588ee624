import { expect, test } from 'vitest';
import { numberedName } from '#shared/language/numbered-name.ts';
import { readNames } from './free-name.ts';

/** A list of projects in pages of a hundred, the newest first. */
const pagesOf = (names: readonly string[], failsAt = Infinity) => {
  const asked: (string | null)[] = [];
  return {
    asked,
    read: async (cursor: string | null) => {
      asked.push(cursor);
      const from = Number(cursor ?? 0);
      if (from >= failsAt) throw new Error('It does not answer.');
      const next = from + 100;
      return { names: names.slice(from, next), cursor: next < names.length ? String(next) : null };
    },
  };
};

test('a name is numbered after all projects that have it, however many they are', async () => {
  const names = [
    'Untitled project',
    ...Array.from({ length: 249 }, (_, index) => `Untitled project ${index + 2}`),
  ];
  const list = pagesOf(names.toReversed());
  expect(numberedName('Untitled project', await readNames(list.read))).toBe('Untitled project 251');
  expect(list.asked).toEqual([null, '100', '200']);
});

test('where a page cannot be read, the names before it count; a list without end is not followed for ever', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `Poster ${index}`);
  expect(await readNames(pagesOf(names, 100).read)).toHaveLength(100);
  let asked = 0;
  await readNames(async () => {
    asked += 1;
    return { names: [], cursor: 'again' };
  });
  expect(asked).toBe(50);
});
