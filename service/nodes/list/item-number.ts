import { isMissing } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { any, anyNumber, list } from '../pins.ts';
import { itemsOf, makeList } from './list-values.ts';

export const listItemNumber = defineNode({
  type: 'list/item-number',
  title: 'Item number',
  description:
    'Gives for each item of a list its number, as a list of as many: for names, prices or positions that count on.',
  icon: 'binary',
  tags: ['index', 'position', 'counter', 'enumerate', 'place'],
  inputs: { list: list(any('List')), from: anyNumber('From', { default: 1 }) },
  outputs: { numbers: { label: 'Numbers', type: 'list(number)' } },
  async run({ list, from }, execution) {
    const items = await itemsOf(execution, list.value);
    const numbers = items.map((item, at) =>
      isMissing(item) ? item : { value: from + at, ...(item.trace !== undefined && { trace: item.trace }) },
    );
    return { numbers: await makeList(execution, numbers) };
  },
});
