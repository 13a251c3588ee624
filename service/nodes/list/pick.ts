import { isMissing, NodeFailure } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { any, invalid, list, number } from '../pins.ts';
import { itemsOf, nameOf } from './list-values.ts';

export const listPick = defineNode({
  type: 'list/pick',
  title: 'Pick',
  description: 'Takes one item out of a list by its number: 1 is the first, -1 the last.',
  icon: 'pipette',
  tags: ['item', 'get', 'index', 'nth', 'first', 'last'],
  inputs: {
    list: list(any('List')),
    number: number('Number', { min: -2_000_000, max: 2_000_000, step: 1, default: 1 }),
  },
  outputs: { item: { label: 'Item', type: 'any' } },
  async run({ list, number }, execution) {
    const items = await itemsOf(execution, list.value);
    const at = number > 0 ? number - 1 : items.length + number;
    const item = number === 0 ? undefined : items[at];
    if (item === undefined)
      throw invalid(
        `The list has ${items.length.toLocaleString('en')} items, and none with the number ${number}.`,
      );
    if (isMissing(item))
      throw new NodeFailure('ITEM_MISSING', `${nameOf(item, at)} is missing: ${item.error.message}`);
    return { item: item.value };
  },
});
