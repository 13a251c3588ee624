import { defineNode } from '../define-node.ts';
import { NodeFailure } from '../definition.ts';
import { text } from '../pins.ts';

export const controlFail = defineNode({
  type: 'control/fail',
  title: 'Fail',
  description: 'Ends the run with your message. Useful to see what a failure looks like.',
  icon: 'octagon-x',
  tags: ['error', 'stop', 'abort', 'test'],
  cacheable: false,
  inputs: { message: text('Message', { default: 'This step was set to fail.', maxLength: 10_000 }) },
  outputs: {},
  run({ message }) {
    throw new NodeFailure('FAILED_ON_PURPOSE', message === '' ? 'This step was set to fail.' : message);
  },
});
