import { defineNode } from '../define-node.ts';
import { anyNumber, boolean, invalid, number } from '../pins.ts';
import { SEED_LIMIT, seededRandom } from '../seeded-random.ts';

export const numberRandom = defineNode({
  type: 'number/random',
  title: 'Random',
  description:
    'Draws a number between two limits. The same seed always gives the same number; change it for another.',
  icon: 'dices',
  tags: ['chance', 'seed', 'dice', 'vary'],
  inputs: {
    seed: number('Seed', { min: 0, max: SEED_LIMIT, step: 1, default: 1 }),
    from: anyNumber('From', { default: 0 }),
    to: anyNumber('To', { default: 1 }),
    whole: boolean('Whole number', { default: false }),
  },
  outputs: { number: { label: 'Number', type: 'number' } },
  run({ seed, from, to, whole }) {
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    const randomValue = seededRandom(seed)();
    if (!whole) return { number: low + randomValue * (high - low) };
    const [first, last] = [Math.ceil(low), Math.floor(high)];
    if (first > last)
      throw invalid(`There is no whole number from ${low} to ${high}. Set the limits further apart.`);
    return { number: Math.min(last, first + Math.floor(randomValue * (last - first + 1))) };
  },
});
