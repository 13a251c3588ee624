import { expect, it } from 'vitest';
import { countsOf, itemsOfNode, itemsOfEvent } from './node-items.ts';

const picture = (id: string) => ({
  type: 'file',
  fileId: id,
  filename: `${id}.png`,
  contentType: 'image/png',
  sizeBytes: 1,
});
const settled = (at: number, state: 'succeeded' | 'failed') => ({
  item: [at],
  trace: [`row ${at + 1}`],
  state,
  ...(state === 'failed'
    ? { error: { code: 'NO', message: 'Not this one.' } }
    : { outputs: { image: picture(`file_${at}`) } }),
});

it('while a node runs, what its events tell of items is put in order, and the rest waits', () => {
  const first = itemsOfEvent({ items: { total: 4 } }, {});
  expect(itemsOfNode(first).map(({ phase }) => phase)).toEqual(Array(4).fill('waiting'));
  const one = itemsOfEvent(
    { items: { total: 4, completed: 1, failed: 0 }, settled: [settled(2, 'succeeded')] },
    first,
  );
  const two = itemsOfEvent(
    { items: { total: 4, completed: 2, failed: 1 }, settled: [settled(0, 'failed')] },
    one,
  );
  const items = itemsOfNode(two);
  expect(items.map(({ phase }) => phase)).toEqual(['failed', 'waiting', 'succeeded', 'waiting']);
  expect(items[0]).toMatchObject({ trace: ['row 1'], error: { message: 'Not this one.' } });
  expect(items[2]!.outputs['image']).toMatchObject({ fileId: 'file_2' });
  expect(countsOf(two)).toEqual({ total: 4, failed: 1 });
});

it('of a list that is longer than an event carries, those told one by one are there too', () => {
  const list = {
    type: 'list' as const,
    value: [{ ...picture('file_0'), trace: ['row 1'] }],
    count: 3,
    failed: 1,
    truncated: true,
  };
  const ends = itemsOfEvent(
    { items: { total: 3, completed: 3, failed: 1 }, settled: [settled(2, 'failed')] },
    {},
  );
  const items = itemsOfNode({ ...ends, outputs: { image: list } });
  expect(items.map(({ phase }) => phase)).toEqual(['succeeded', 'waiting', 'failed']);
  expect(items[0]!.outputs).toEqual({ image: expect.objectContaining({ fileId: 'file_0' }) });
});

it('a node that runs once has no items', () => {
  expect(itemsOfEvent({ progress: 0.5 }, {})).toEqual({});
  expect(itemsOfNode({ outputs: { image: picture('file_1') } })).toEqual([]);
  expect(countsOf({ outputs: { image: picture('file_1') } })).toBeNull();
});
