import { defineNode } from '../define-node.ts';
import { anyNumber } from '../pins.ts';

export const inputNumber = defineNode({
  type: 'input/number',
  title: 'Number',
  description: 'A number you set here, to use in one or several places.',
  icon: 'hash',
  tags: ['value', 'constant', 'integer', 'decimal'],
  inputs: { value: anyNumber('Value', { default: 0 }) },
  outputs: { number: { label: 'Number', type: 'number' } },
  run: ({ value }) => ({ number: value }),
});
