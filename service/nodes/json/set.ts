import { defineNode } from '../define-node.ts';
import { json, text } from '../pins.ts';
import { assertSafeJson, readPath, setByPath } from './json-values.ts';

export const jsonSet = defineNode({
  type: 'json/set',
  title: 'Set value',
  description:
    'Gives a copy of data with one value set at a path, such as people[0].name. Missing parts on the way are made.',
  icon: 'square-pen',
  tags: ['path', 'change', 'write', 'field', 'property'],
  inputs: {
    json: json('JSON', { default: {} }),
    path: text('Path', { default: '', maxLength: 2000 }),
    value: json('Value', { default: null }),
  },
  outputs: { json: { label: 'JSON', type: 'json' } },
  run({ json, path, value }) {
    assertSafeJson(value, 'Value');
    const changed = setByPath(json, readPath(path, 'Path'), value);
    assertSafeJson(changed, 'JSON');
    return { json: changed };
  },
});
