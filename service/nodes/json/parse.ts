import { defineNode } from '../define-node.ts';
import { text } from '../pins.ts';
import { parseJson } from './json-values.ts';

export const jsonParse = defineNode({
  type: 'json/parse',
  title: 'Parse JSON',
  description: 'Reads JSON text into data whose parts other nodes can use.',
  icon: 'file-json',
  tags: ['read', 'decode', 'data', 'object'],
  inputs: { text: text('Text', { multiline: true, default: '{}' }) },
  outputs: { json: { label: 'JSON', type: 'json' } },
  run: ({ text }) => ({ json: parseJson(text, 'Text') }),
});
