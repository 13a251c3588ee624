import { isMissing, isStoredList } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { any, list } from '../pins.ts';
import { itemsOf } from './list-values.ts';

export const listCount = defineNode({
  type: 'list/count',
  title: 'Count',
  description:
    'Says how many items a list has, and how many of them are missing because they could not be made.',
  icon: 'hash',
  tags: ['length', 'size', 'number', 'how many', 'total'],
  inputs: { list: list(any('List')) },
  outputs: {
    count: { label: 'Count', type: 'number' },
    missing: { label: 'Missing', type: 'number' },
  },
  async run({ list: { value } }, execution) {
    const items = await itemsOf(execution, value);
    return {
      count: isStoredList(value) ? value.count : items.length,
      missing: items.filter(isMissing).length,
    };
  },
});
