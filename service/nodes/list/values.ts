import type { JsonValue } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { boolean, choice, text } from '../pins.ts';
import { parseJson } from '../json/json-values.ts';
import { readNumber } from '../pin-values.ts';
import { LIST_OUTPUT, makeList, namedItems } from './list-values.ts';

/** What one item is called. */
const NAME = { maxLength: 60, exposed: false } as const;

export const listValues = defineNode({
  type: 'list/values',
  title: 'List',
  description:
    'Makes a list of what you write: one item in each line, or JSON such as [1, 2, 3]. A node that is given it runs for each item.',
  icon: 'list',
  tags: ['array', 'items', 'values', 'lines', 'each', 'many'],
  inputs: {
    values: text('Items', { multiline: true, default: '' }),
    as: choice('Items are', ['text', 'numbers'], { default: 'text' }),
    skipEmpty: boolean('Leave out empty', { default: true }),
    name: text('Called', { default: 'item', ...NAME }),
  },
  outputs: LIST_OUTPUT,
  async run({ values, as, skipEmpty, name }, execution) {
    const items = itemsIn(values).filter((item) => !skipEmpty || (item !== '' && item !== null));
    const read = as === 'numbers' ? items.map((item, at) => readNumber(item, `Line ${at + 1}`)) : items;
    return { list: await makeList(execution, namedItems(name.trim() || 'item', read)) };
  },
});

function itemsIn(values: string): JsonValue[] {
  const trimmed = values.trim();
  if (!trimmed.startsWith('['))
    return trimmed === '' ? [] : values.split(/\r\n?|\n/).map((line) => line.trim());
  const items = parseJson(trimmed, 'Items');
  return Array.isArray(items) ? items : [items];
}
