import { expect, test } from 'vitest';
import { mergeByDate } from './newest-of.ts';

const list = (hasMore: boolean, ...at: string[]) => ({
  hasMore,
  items: at.map((one) => ({ id: one, at: one })),
});
const ids = (items: { id: string }[]) => items.map(({ id }) => id);

test('lists become one, as far down as all of them are read', () => {
  expect(ids(mergeByDate([list(false, '5', '1'), list(false, '4', '2')]))).toEqual(['5', '4', '2', '1']);
  // What is below the end of a list that goes on may come between.
  expect(ids(mergeByDate([list(true, '5', '3'), list(false, '4', '2')]))).toEqual(['5', '4', '3']);
  expect(mergeByDate([list(true), list(false, '4')])).toEqual([]);
  expect(mergeByDate([])).toEqual([]);
});
