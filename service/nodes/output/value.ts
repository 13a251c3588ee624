import { defineNode } from '../define-node.ts';
import { any, acceptingLists, text } from '../pins.ts';

export const outputValue = defineNode({
  type: 'output/value',
  title: 'Output',
  description: 'Marks a value as a result of the run, under the name you give it.',
  icon: 'log-out',
  tags: ['result', 'return', 'export', 'end'],
  inputs: {
    value: acceptingLists(any('Value')),
    name: text('Name', { default: 'Result', maxLength: 200 }),
  },
  outputs: {},
  run: () => ({}),
});
