import { defineNode } from '../define-node.ts';
import { anyNumber } from '../pins.ts';

export const numberClamp = defineNode({
  type: 'number/clamp',
  title: 'Clamp',
  description: 'Keeps a number between a lowest and a highest value.',
  icon: 'fold-horizontal',
  tags: ['limit', 'range', 'min', 'max', 'bounds'],
  inputs: {
    number: anyNumber('Number', { default: 0 }),
    lowest: anyNumber('Lowest', { default: 0 }),
    highest: anyNumber('Highest', { default: 1 }),
  },
  outputs: { number: { label: 'Number', type: 'number' } },
  run({ number, lowest, highest }) {
    // Swapped limits still mean one range.
    const [low, high] = [Math.min(lowest, highest), Math.max(lowest, highest)];
    return { number: Math.min(high, Math.max(low, number)) };
  },
});
