import type { ListItem } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { any, choice, invalid, list } from '../pins.ts';
import { itemsOf, makeList } from './list-values.ts';
import { pairOf } from './pairs.ts';

export const listZip = defineNode({
  type: 'list/zip',
  title: 'Zip',
  description:
    'Puts two lists together by position: the first with the first, the second with the second. Gives a list of pairs, each a list of two.',
  icon: 'between-vertical-end',
  tags: ['pair', 'combine', 'together', 'position', 'lists'],
  inputs: {
    a: list(any('A')),
    b: list(any('B')),
    lengths: choice('Other lengths', ['refuse', 'shortest', 'repeat last'], { default: 'refuse' }),
  },
  outputs: { pairs: { label: 'Pairs', type: 'list(list(any))' } },
  async run({ a, b, lengths }, execution) {
    const [first, second] = await Promise.all([itemsOf(execution, a.value), itemsOf(execution, b.value)]);
    const counts = [first.length, second.length];
    if (counts[0] !== counts[1] && lengths === 'refuse')
      throw invalid(
        `A has ${counts[0]} items and B ${counts[1]}. Give both as many, or choose what becomes of the rest.`,
      );
    const isEmpty = Math.min(...counts) === 0;
    const count = lengths === 'repeat last' && !isEmpty ? Math.max(...counts) : Math.min(...counts);
    const pairs = Array.from({ length: count }, (_, at): ListItem => {
      const positions = [Math.min(at, first.length - 1), Math.min(at, second.length - 1)] as const;
      return pairOf(first[positions[0]]!, second[positions[1]]!, positions);
    });
    return { pairs: await makeList(execution, pairs) };
  },
});
