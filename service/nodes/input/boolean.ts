import { defineNode } from '../define-node.ts';
import { boolean } from '../pins.ts';

export const inputBoolean = defineNode({
  type: 'input/boolean',
  title: 'Switch',
  description: 'On or off: true or false for anything that asks a yes-or-no question.',
  icon: 'toggle-left',
  tags: ['boolean', 'true', 'false', 'yes', 'no', 'constant'],
  inputs: { value: boolean('Value', { default: false }) },
  outputs: { boolean: { label: 'Boolean', type: 'boolean' } },
  run: ({ value }) => ({ boolean: value }),
});
