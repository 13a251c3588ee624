import { defineNode } from '../define-node.ts';
import { any, boolean, invalid, json, text } from '../pins.ts';
import { getByPath, readPath } from './json-values.ts';

export const jsonGet = defineNode({
  type: 'json/get',
  title: 'Get value',
  description: 'Takes one value out of data by its path, such as people[0].name or list[-1] for the last.',
  icon: 'search-code',
  tags: ['path', 'pick', 'field', 'property', 'read'],
  inputs: {
    json: json('JSON', { default: {} }),
    path: text('Path', { default: '', maxLength: 2000 }),
    fallback: any('If missing', { default: null }),
    required: boolean('Must be there', { default: false, exposed: false }),
  },
  outputs: {
    value: { label: 'Value', type: 'any' },
    found: { label: 'Found', type: 'boolean' },
  },
  run({ json, path, fallback, required }) {
    const value = getByPath(json, readPath(path, 'Path'));
    if (value === undefined && required) throw invalid(`There is nothing at ${path} in the data.`);
    return { value: value ?? fallback, found: value !== undefined };
  },
});
