import { defineNode } from '../define-node.ts';
import { any, number } from '../pins.ts';
import { LIST_OUTPUT, makeList, namedItems } from './list-values.ts';

export const listRepeat = defineNode({
  type: 'list/repeat',
  title: 'Repeat',
  description: 'Makes a list of one thing, as many times as you say.',
  icon: 'layers',
  tags: ['copies', 'duplicate', 'times', 'fill', 'each'],
  inputs: {
    value: any('Value'),
    count: number('Count', { min: 0, max: 100_000, step: 1, default: 3 }),
  },
  outputs: LIST_OUTPUT,
  run: async ({ value, count }, execution) => ({
    list: await makeList(
      execution,
      namedItems(
        'copy',
        Array.from({ length: count }, () => value),
      ),
    ),
  }),
});
