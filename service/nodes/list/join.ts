import { defineNode } from '../define-node.ts';
import { any, list, optional } from '../pins.ts';
import { itemsOf, LIST_OUTPUT, makeList } from './list-values.ts';

export const listJoin = defineNode({
  type: 'list/join',
  title: 'Join lists',
  description:
    'Puts up to four lists one after the other into one list. A single thing counts as a list of one.',
  icon: 'combine',
  tags: ['concatenate', 'append', 'merge', 'combine', 'add'],
  inputs: {
    a: optional(list(any('First'))),
    b: optional(list(any('Second'))),
    c: optional(list(any('Third'))),
    d: optional(list(any('Fourth'))),
  },
  outputs: LIST_OUTPUT,
  async run({ a, b, c, d }, execution) {
    const lists = [a, b, c, d].filter((input) => input !== undefined);
    const items = await Promise.all(lists.map(({ value }) => itemsOf(execution, value)));
    return { list: await makeList(execution, items.flat()) };
  },
});
