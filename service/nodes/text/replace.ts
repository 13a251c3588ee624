import { defineNode } from '../define-node.ts';
import { text } from '../pins.ts';
import { MATCH_CASE, MODE, replaceAll } from './pattern.ts';

export const textReplace = defineNode({
  type: 'text/replace',
  title: 'Replace',
  description:
    'Replaces every place where a text occurs. As a regular expression, $1 or $<name> in the replacement stand for what the groups matched.',
  icon: 'replace',
  tags: ['find', 'substitute', 'regex', 'regular expression', 'pattern'],
  inputs: {
    text: text('Text', { multiline: true, default: '' }),
    find: text('Find', { default: '' }),
    replacement: text('Replace with', { default: '' }),
    mode: MODE,
    matchCase: MATCH_CASE,
  },
  outputs: { text: { label: 'Text', type: 'text' } },
  run: ({ text, find, replacement, mode, matchCase }) => ({
    text: find === '' ? text : replaceAll(text, { find, mode, matchCase }, replacement),
  }),
});
