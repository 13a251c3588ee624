import { defineNode } from '../define-node.ts';
import { choice, json } from '../pins.ts';

const INDENTS = { compact: 0, '2 spaces': 2, '4 spaces': 4 } as const;

export const jsonStringify = defineNode({
  type: 'json/stringify',
  title: 'Write JSON',
  description: 'Writes data as JSON text, on one line or laid out to be read.',
  icon: 'file-braces',
  tags: ['stringify', 'encode', 'format', 'text'],
  inputs: {
    json: json('JSON', { default: {} }),
    layout: choice('Layout', Object.keys(INDENTS) as (keyof typeof INDENTS)[], { default: '2 spaces' }),
  },
  outputs: { text: { label: 'Text', type: 'text' } },
  run: ({ json, layout }) => ({ text: JSON.stringify(json, null, INDENTS[layout]) }),
});
