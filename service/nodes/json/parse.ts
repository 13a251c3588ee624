import { defineNode } from '../define-node.ts';
import { text } from '../pins.ts';
import { parseJson } from './json-values.ts';

export const jsonParse = defineNode({
  type: 'json/parse',
  title: 'Parse JSON',
  description:
    'Reads JSON text into data whose parts other nodes can use. Whole numbers of more than 15 digits that would be rounded stay as text.',
  icon: 'file-json',
  tags: ['read', 'decode', 'data', 'object'],
  inputs: { text: text('Text', { multiline: true, default: '{}' }) },
  outputs: { json: { label: 'JSON', type: 'json' } },
  run: ({ text }, execution) => ({
    json: parseJson(text, 'Text', ([first = '', ...remaining]) => {
      const suffix = remaining.length > 0 ? ` and ${remaining.length} more` : '';
      execution.log(`${first}${suffix}: too long for a number, so it is kept as text, digit by digit.`);
    }),
  }),
});
