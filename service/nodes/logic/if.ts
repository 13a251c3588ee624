import { defineNode } from '../define-node.ts';
import { any, boolean } from '../pins.ts';

export const logicIf = defineNode({
  type: 'logic/if',
  title: 'If',
  description: 'Passes on one of two values: Then when the condition is true, Else when it is not.',
  icon: 'git-branch',
  tags: ['condition', 'switch', 'choose', 'branch', 'else'],
  inputs: {
    condition: boolean('Condition', { default: true }),
    whenTrue: any('Then', { default: null }),
    whenFalse: any('Else', { default: null }),
  },
  outputs: { value: { label: 'Value', type: 'any' } },
  run: (inputs) => ({ value: inputs.condition ? inputs.whenTrue : inputs.whenFalse }),
});
