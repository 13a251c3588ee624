import { defineNode } from '../define-node.ts';
import { any, list, number } from '../pins.ts';
import { itemsOf, LIST_OUTPUT, makeList } from './list-values.ts';

const MAX = 2_000_000;

export const listSlice = defineNode({
  type: 'list/slice',
  title: 'Slice',
  description:
    'Takes a part of a list: so many items from a number on. 1 is the first item, -10 begins ten before the end. Every 2 leaves out each other one.',
  icon: 'scissors',
  tags: ['part', 'first', 'last', 'limit', 'head', 'tail'],
  inputs: {
    list: list(any('List')),
    from: number('From', { min: -MAX, max: MAX, step: 1, default: 1 }),
    count: number('Count', { min: 0, max: MAX, step: 1, default: 10 }),
    every: number('Every', { min: 1, max: MAX, step: 1, default: 1, exposed: false }),
  },
  outputs: LIST_OUTPUT,
  async run({ list, from, count, every }, execution) {
    const items = await itemsOf(execution, list.value);
    const start = from > 0 ? from - 1 : Math.max(0, items.length + from);
    const selected = items.slice(start).filter((_, at) => at % every === 0);
    return { list: await makeList(execution, selected.slice(0, count)) };
  },
});
