import { expect, it } from 'vitest';
import type { LibraryOutput, OutputPage, OutputSearch } from '#shared/desk/index.ts';
import { createOutputList, mergeOutputs } from './output-list.ts';

const output = (number: number, starred = false) =>
  ({
    id: String(number),
    createdAt: new Date(number * 1000).toISOString(),
    starred,
    stackSize: 1,
  }) as LibraryOutput;

/** A library that pages as the core does; newest first. */
function library(count: number) {
  const asked: OutputSearch[] = [];
  let all = Array.from({ length: count }, (_, index) => output(count - index));
  return {
    asked,
    add: (number: number) => {
      all = [output(number), ...all];
    },
    read: async (search: OutputSearch): Promise<OutputPage> => {
      asked.push(search);
      const start = Number(search.cursor ?? '0');
      const end = start + (search.limit ?? 10);
      return {
        outputs: all.slice(start, end),
        nextCursor: end < all.length ? String(end) : null,
        total: all.length,
        unreadRuns: 0,
      };
    },
  };
}

it('of thousands that are read, what is new costs one page', async () => {
  const outputs = library(1000);
  const list = createOutputList({ search: { connectionId: 'local' }, read: outputs.read });
  await list.refresh();
  for (let page = 0; page < 4; page += 1) await list.loadNextPage();
  expect(list.store.getState()).toMatchObject({ hasMore: false, total: 1000 });
  outputs.add(1001);
  const before = outputs.asked.length;
  await list.refresh();
  expect(outputs.asked.length - before).toBe(1);
  expect(list.store.getState().outputs.map(({ id }) => Number(id))).toEqual(
    Array.from({ length: 1001 }, (_, index) => 1001 - index),
  );
});

it('a page that cannot be read is said, and read again', async () => {
  const outputs = library(300);
  let isAway = true;
  const list = createOutputList({
    search: { connectionId: 'local' },
    read: async (search) => {
      if (isAway) throw new Error('away');
      return outputs.read(search);
    },
  });
  await list.refresh();
  expect(list.store.getState()).toMatchObject({ phase: 'ready', outputs: [], error: expect.any(Error) });
  isAway = false;
  await list.refresh();
  expect(list.store.getState()).toMatchObject({ error: null, total: 300 });
});

it('the front replaces what it reaches, and leaves what is behind it', () => {
  const before = [output(5), output(4), output(3), output(2), output(1)];
  const front = [output(6), output(5, true), output(3)];
  expect(mergeOutputs(front, before, false).map(({ id, starred }) => [id, starred])).toEqual([
    ['6', false],
    ['5', true],
    ['3', false],
    ['2', false],
    ['1', false],
  ]);
  expect(mergeOutputs([], before, true)).toEqual([]);
});
