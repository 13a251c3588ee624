import { defineNode } from '../define-node.ts';
import { any, invalid, list } from '../pins.ts';
import { itemsOf, makeList } from './list-values.ts';
import { pairOf } from './pairs.ts';

const MAX_PAIRS = 10_000;

export const listCross = defineNode({
  type: 'list/cross',
  title: 'Every pair',
  description:
    'Puts each item of one list together with each of another. Gives a list of pairs, each a list of two; the second list turns fastest.',
  icon: 'grid-3x3',
  tags: ['product', 'combinations', 'all', 'pairs', 'matrix'],
  inputs: { a: list(any('A')), b: list(any('B')) },
  outputs: { pairs: { label: 'Pairs', type: 'list(list(any))' } },
  async run({ a, b }, execution) {
    const [first, second] = await Promise.all([itemsOf(execution, a.value), itemsOf(execution, b.value)]);
    const count = first.length * second.length;
    if (count > MAX_PAIRS)
      throw invalid(
        `That would be ${count.toLocaleString('en')} pairs; at most ${MAX_PAIRS.toLocaleString('en')} fit. Take a part of the lists with Slice.`,
      );
    const pairs = first.flatMap((item, at) =>
      second.map((partner, index) => pairOf(item, partner, [at, index])),
    );
    return { pairs: await makeList(execution, pairs) };
  },
});
