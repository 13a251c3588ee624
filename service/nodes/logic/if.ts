import { defineNode } from '../define-node.ts';
import { boolean, branch } from '../pins.ts';

export const logicIf = defineNode({
  type: 'logic/if',
  title: 'If',
  description:
    'Passes on one of two values: Then when the condition is true, Else when it is not. What leads to the other one alone is not run and costs nothing.',
  icon: 'git-branch',
  tags: ['condition', 'switch', 'choose', 'branch', 'else'],
  inputs: {
    condition: boolean('Condition', { default: true }),
    whenTrue: branch('Then'),
    whenFalse: branch('Else'),
  },
  outputs: { value: { label: 'Value', type: 'any' } },
  branchOf: ({ condition }) => (condition ? 'whenTrue' : 'whenFalse'),
  run: ({ condition, whenTrue, whenFalse }) => ({ value: condition ? whenTrue : whenFalse }),
});
