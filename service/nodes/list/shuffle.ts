import { defineNode } from '../define-node.ts';
import { any, list, number } from '../pins.ts';
import { SEED_LIMIT, seededRandom } from '../seeded-random.ts';
import { itemsOf, LIST_OUTPUT, makeList } from './list-values.ts';

export const listShuffle = defineNode({
  type: 'list/shuffle',
  title: 'Shuffle',
  description: 'Puts a list in a random order. The same seed always gives the same order.',
  icon: 'shuffle',
  tags: ['random', 'mix', 'order', 'seed', 'chance'],
  inputs: {
    list: list(any('List')),
    seed: number('Seed', { min: 0, max: SEED_LIMIT, step: 1, default: 1 }),
  },
  outputs: LIST_OUTPUT,
  async run({ list, seed }, execution) {
    const items = [...(await itemsOf(execution, list.value))];
    const random = seededRandom(seed);
    for (let at = items.length - 1; at > 0; at -= 1) {
      const target = Math.floor(random() * (at + 1));
      [items[at], items[target]] = [items[target]!, items[at]!];
    }
    return { list: await makeList(execution, items) };
  },
});
