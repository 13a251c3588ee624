import { describe, expect, test } from 'vitest';
import {
  isListValue,
  isMissing,
  isStoredList,
  LIST_KIND,
  type ListItem,
  type NodeValue,
} from '../definition.ts';
import { createNodeRegistry } from '../registry.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { nodeDefinitions } from './index.ts';
import { itemsOf } from './list-values.ts';

const bench = useNodeBench();
const registry = createNodeRegistry(nodeDefinitions);

/** Runs a node of the category by its name. */
async function run(name: string, inputs: Record<string, NodeValue> = {}): Promise<Record<string, NodeValue>> {
  const definition = registry.get(`list/${name}`);
  if (definition === undefined) throw new Error(`There is no list/${name}.`);
  return bench.run(definition, inputs);
}

const rows = (...values: NodeValue[]): NodeValue => ({
  kind: LIST_KIND,
  items: values.map((value, at) => ({ value, trace: [`row ${at + 1}`] })),
});
const hole: ListItem = { error: { code: 'NODE_FAILED', message: 'It failed.' }, trace: ['row 2'] };
const withHole: NodeValue = {
  kind: LIST_KIND,
  items: [{ value: 1, trace: ['row 1'] }, hole, { value: 3, trace: ['row 3'] }],
};

/** Values, `null!` for what is missing, lists in lists. */
const valuesOf = (value: NodeValue | undefined): unknown =>
  isListValue(value)
    ? value.items.map((item) => (isMissing(item) ? `! ${item.error.message}` : valuesOf(item.value)))
    : value;
const tracesOf = (value: NodeValue | undefined): string[] =>
  isListValue(value) ? value.items.map(({ trace }) => trace?.join(' × ') ?? '') : [];

describe('lists are made', () => {
  test.each([
    ['one\ntwo\r\n\nthree', {}, ['one', 'two', 'three']],
    ['a\n\nb', { skipEmpty: false }, ['a', '', 'b']],
    ['', {}, []],
    ['1\n2.5\n-3', { as: 'numbers' }, [1, 2.5, -3]],
    ['[1, "two", {"three": 3}, null]', {}, [1, 'two', { three: 3 }]],
    ['[1, [2, 3]]', {}, [1, [2, 3]]],
  ])('of what is written: %j', async (values, settings, expected) => {
    const { list } = await run('values', { values, ...settings });
    expect(valuesOf(list)).toEqual(expected);
  });

  test('and their items are called as one says', async () => {
    const { list } = await run('values', { values: 'red\nblue', name: 'color' });
    expect(tracesOf(list)).toEqual(['color 1', 'color 2']);
    await expect(run('values', { values: '[1, 2' })).rejects.toThrow(/Items/);
    await expect(run('values', { values: '1\ntwo', as: 'numbers' })).rejects.toThrow(
      'Line 2 must be a number, but is “two”.',
    );
  });

  test.each([
    [1, 5, 1, [1, 2, 3, 4, 5]],
    [5, 1, 2, [5, 3, 1]],
    [0, 1, 0.1, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]],
    [2, 2, 1, [2]],
    [1, 2.5, 1, [1, 2]],
  ])('of numbers from %d to %d by %d', async (from, to, step, expected) => {
    expect(valuesOf((await run('range', { from, to, step }))['list'])).toEqual(expected);
  });

  test('of numbers only where they end', async () => {
    await expect(run('range', { step: 0 })).rejects.toThrow(/Step must not be 0/);
    await expect(run('range', { from: 0, to: 1e9 })).rejects.toThrow(/at most 2,000,000 fit/);
  });

  test('of one thing many times', async () => {
    expect(valuesOf((await run('repeat', { value: 'x', count: 3 }))['list'])).toEqual(['x', 'x', 'x']);
  });

  test('of a column of a table, by name or number', async () => {
    const text = '\ufeffName;Price\n"Chair; red";12\nTable;\n\nLamp;7\n';
    const column = async (name: string, more = {}) =>
      (await run('csv-column', { text, column: name, ...more }))['list'];
    expect(valuesOf(await column('Name'))).toEqual(['Chair; red', 'Table', 'Lamp']);
    expect(valuesOf(await column('price'))).toEqual(['12', '', '7']);
    expect(valuesOf(await column('1', { hasHead: false }))).toEqual(['Name', 'Chair; red', 'Table', 'Lamp']);
    expect(tracesOf(await column('2'))).toEqual(['row 1', 'row 2', 'row 3']);
    await expect(column('Size')).rejects.toThrow('The table has no column “Size”. It has Name, Price.');
    const file = await bench.store(Buffer.from(text), 'prices.csv', 'text/csv');
    expect(valuesOf((await run('csv-column', { file, column: 'Name' }))['list'])).toHaveLength(3);
    expect(valuesOf((await run('csv-column', {}))['list'])).toEqual([]);
  });

  test('of files, and of pictures alone', async () => {
    const picture = await bench.solid(2, 2, '#ff0000', 'red.png');
    const note = await bench.store(Buffer.from('x'), 'note.txt', 'text/plain');
    const files: NodeValue = { kind: LIST_KIND, items: [{ value: picture }, { value: note }] };
    expect(tracesOf((await run('files', { files }))['list'])).toEqual(['red', 'note']);
    const twice: NodeValue = {
      kind: LIST_KIND,
      items: [{ value: picture }, { value: note }, { value: picture }],
    };
    expect(tracesOf((await run('files', { files: twice }))['list'])).toEqual(['red (1)', 'note', 'red (3)']);
    await expect(run('images', { files })).rejects.toThrow(
      'Images, file 2, must be an image, but note.txt is text/plain. Plug in another file.',
    );
  });
});

describe('lists are worked on', () => {
  const five = rows(5, 1, 4, 2, 3);

  test.each([
    [1, 5],
    [-1, 3],
    [4, 2],
  ])('one item is picked: %d', async (number, item) => {
    expect(await run('pick', { list: five, number })).toEqual({ item });
  });

  test('an item that is not there is told of, one that is missing says why', async () => {
    await expect(run('pick', { list: five, number: 6 })).rejects.toThrow(
      /has 5 items, and none with the number 6/,
    );
    await expect(run('pick', { list: five, number: 0 })).rejects.toThrow(/none with the number 0/);
    await expect(run('pick', { list: withHole, number: 2 })).rejects.toThrow('row 2 is missing: It failed.');
  });

  test.each([
    ['slice', { from: 2, count: 2 }, [1, 4], ['row 2', 'row 3']],
    ['slice', { from: -2 }, [2, 3], ['row 4', 'row 5']],
    ['slice', { from: 1, every: 2 }, [5, 4, 3], ['row 1', 'row 3', 'row 5']],
    ['slice', { from: 9 }, [], []],
    ['filter', { test: 'is more than', value: '2' }, [5, 4, 3], ['row 1', 'row 3', 'row 5']],
    ['filter', { test: 'is', value: '4' }, [4], ['row 3']],
    ['filter', { test: 'is', value: '4', invert: true }, [5, 1, 2, 3], ['row 1', 'row 2', 'row 4', 'row 5']],
    ['filter', { by: rows(true, false, false, false, true) }, [5, 3], ['row 1', 'row 5']],
    ['sort', {}, [1, 2, 3, 4, 5], ['row 2', 'row 4', 'row 5', 'row 3', 'row 1']],
    ['sort', { order: 'descending' }, [5, 4, 3, 2, 1], ['row 1', 'row 3', 'row 5', 'row 4', 'row 2']],
    [
      'sort',
      { by: rows('e', 'd', 'c', 'b', 'a') },
      [3, 2, 4, 1, 5],
      ['row 5', 'row 4', 'row 3', 'row 2', 'row 1'],
    ],
  ])('%s %j', async (name, settings, expected, traces) => {
    const { list } = await run(name, { list: five, ...settings });
    expect([valuesOf(list), tracesOf(list)]).toEqual([expected, traces]);
  });

  test('lists are joined, one thing as a list of one', async () => {
    expect(valuesOf((await run('join', { a: rows(1), b: 2, d: rows(3) }))['list'])).toEqual([1, 2, 3]);
  });

  test('texts with numbers in them go in the order people count', async () => {
    const { list } = await run('sort', { list: rows('photo 10', 'photo 9', 'Photo 1') });
    expect(valuesOf(list)).toEqual(['Photo 1', 'photo 9', 'photo 10']);
  });

  test('the same seed always shuffles alike, and nothing is lost', async () => {
    const order = async (seed: number) =>
      valuesOf((await run('shuffle', { list: five, seed }))['list']) as number[];
    expect(await order(7)).toEqual(await order(7));
    expect(await order(7)).not.toEqual(await order(8));
    expect((await order(7)).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
  });

  test('groups by size and by a second list, and makes one list of them again', async () => {
    const bySize = await run('group', { list: five, size: 2 });
    expect(valuesOf(bySize['groups'])).toEqual([[5, 1], [4, 2], [3]]);
    const byKey = await run('group', { list: five, by: rows('odd', 'odd', 'even', 'even', 'odd') });
    expect(valuesOf(byKey['groups'])).toEqual([
      [5, 1, 3],
      [4, 2],
    ]);
    expect(valuesOf(byKey['keys'])).toEqual(['odd', 'even']);
    const { list } = await run('flatten', { list: byKey['groups']! });
    expect([valuesOf(list), tracesOf(list)]).toEqual([
      [5, 1, 3, 4, 2],
      ['group 1 × row 1', 'group 1 × row 2', 'group 1 × row 5', 'group 2 × row 3', 'group 2 × row 4'],
    ]);
  });

  test('two lists go together by position, or each with each', async () => {
    const a = rows(1, 2);
    await expect(run('zip', { a, b: five })).rejects.toThrow('A has 2 items and B 5.');
    expect(valuesOf((await run('zip', { a, b: five, lengths: 'shortest' }))['pairs'])).toEqual([
      [1, 5],
      [2, 1],
    ]);
    const repeated = await run('zip', { a, b: five, lengths: 'repeat last' });
    expect(valuesOf(repeated['pairs'])).toHaveLength(5);
    expect(valuesOf((await run('cross', { a, b: rows('x', 'y') }))['pairs'])).toEqual([
      [1, 'x'],
      [1, 'y'],
      [2, 'x'],
      [2, 'y'],
    ]);
    const long = (await run('range', { to: 200 }))['list']!;
    await expect(run('cross', { a: long, b: long })).rejects.toThrow(/40,000 pairs; at most 10,000 fit/);
  });

  test('what is missing keeps its place, is counted, and becomes null in data', async () => {
    expect(await run('count', { list: withHole })).toEqual({ count: 3, missing: 1 });
    expect(valuesOf((await run('item-number', { list: withHole }))['numbers'])).toEqual([
      1,
      '! It failed.',
      3,
    ]);
    expect(valuesOf((await run('filter', { list: withHole, test: 'is', value: '9' }))['list'])).toEqual([
      '! It failed.',
    ]);
    expect(valuesOf((await run('sort', { list: withHole, order: 'descending' }))['list'])).toEqual([
      3,
      1,
      '! It failed.',
    ]);
    expect(await run('collect', { list: withHole })).toEqual({ json: [1, null, 3] });
    expect(await run('collect', { list: withHole, missing: 'leave out' })).toEqual({ json: [1, 3] });
    await expect(run('collect', { list: withHole, missing: 'stop' })).rejects.toThrow('row 2 is missing');
  });

  test('second lists of other lengths are refused', async () => {
    for (const name of ['filter', 'sort', 'group'])
      await expect(run(name, { list: five, by: rows(true) })).rejects.toThrow(/has 5 items/);
  });
});

test('a list that is too long for a value is a file, which the others read', { tags: 'rig' }, async () => {
  const { list } = await run('range', { to: 50_000 });
  if (!isStoredList(list)) throw new Error('This list is a value.');
  expect(list.count).toBe(50_000);
  const execution = bench.execution({});
  expect(await itemsOf(execution, list)).toHaveLength(50_000);
  expect(await run('pick', { list, number: -1 })).toEqual({ item: 50_000 });
  expect(await run('count', { list })).toEqual({ count: 50_000, missing: 0 });
  const part = (await run('slice', { list, from: 49_999, count: 5 }))['list'];
  expect([valuesOf(part), tracesOf(part)]).toEqual([
    [49_999, 50_000],
    ['number 49999', 'number 50000'],
  ]);
});
