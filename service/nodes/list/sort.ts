import { isMissing } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { any, choice, invalid, list, optional } from '../pins.ts';
import { compareValues, itemsOf, LIST_OUTPUT, makeList, readItems } from './list-values.ts';

export const listSort = defineNode({
  type: 'list/sort',
  title: 'Sort',
  description:
    'Puts a list in order, by its items or by a second list of as many. Numbers go by size, texts by the alphabet, files by name; equal ones stay as they were.',
  icon: 'chart-no-axes-column',
  tags: ['order', 'arrange', 'ascending', 'descending', 'rank'],
  inputs: {
    list: list(any('List')),
    by: optional(list(any('By'))),
    order: choice('Order', ['ascending', 'descending'], { default: 'ascending' }),
  },
  outputs: LIST_OUTPUT,
  async run({ list, by, order }, execution) {
    const items = await itemsOf(execution, list.value);
    const keys = by === undefined ? null : await readItems(execution, by);
    if (keys !== null && keys.length !== items.length)
      throw invalid(`The list has ${items.length} items and By ${keys.length}. Give both as many.`);
    const entries = items.map((item, at) => {
      const key = keys === null ? item : keys[at]!;
      return { item, key: isMissing(item) || isMissing(key) ? undefined : key.value };
    });
    const sign = order === 'ascending' ? 1 : -1;
    const sorted = entries.toSorted((a, b) => {
      // What cannot be compared comes last.
      if (a.key === undefined || b.key === undefined)
        return Number(a.key === undefined) - Number(b.key === undefined);
      return sign * compareValues(a.key, b.key);
    });
    return {
      list: await makeList(
        execution,
        sorted.map(({ item }) => item),
      ),
    };
  },
});
