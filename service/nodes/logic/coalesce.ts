import { defineNode } from '../define-node.ts';
import { any } from '../pins.ts';

export const logicCoalesce = defineNode({
  type: 'logic/coalesce',
  title: 'First set',
  description:
    'Passes on the first of its inputs that holds something. Empty text and null count as nothing.',
  icon: 'list-filter',
  tags: ['coalesce', 'default', 'fallback', 'or', 'empty'],
  inputs: {
    a: any('A', { default: null }),
    b: any('B', { default: null }),
    c: any('C', { default: null }),
    d: any('D', { default: null }),
  },
  outputs: { value: { label: 'Value', type: 'any' } },
  run: ({ a, b, c, d }) => ({
    value: [a, b, c, d].find((value) => value !== null && value !== '') ?? null,
  }),
});
