import { assertSafeJson } from '../json/json-values.ts';
import { defineNode } from '../define-node.ts';
import { json } from '../pins.ts';

export const inputJson = defineNode({
  type: 'input/json',
  title: 'JSON',
  description: 'Structured data you write here: an object, a list or a single value.',
  icon: 'braces',
  tags: ['data', 'object', 'list', 'array', 'constant'],
  inputs: { value: json('Value', { default: {} }) },
  outputs: { json: { label: 'JSON', type: 'json' } },
  run({ value }) {
    assertSafeJson(value, 'Value');
    return { json: value };
  },
});
