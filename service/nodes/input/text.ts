import { defineNode } from '../define-node.ts';
import { text } from '../pins.ts';

export const inputText = defineNode({
  type: 'input/text',
  title: 'Text',
  description: 'Text you write here. Plug it into anything that takes text.',
  icon: 'type',
  tags: ['string', 'words', 'prompt', 'constant'],
  inputs: { value: text('Value', { multiline: true, default: '' }) },
  outputs: { text: { label: 'Text', type: 'text' } },
  run: ({ value }) => ({ text: value }),
});
