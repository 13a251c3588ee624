import { defineNode } from '../define-node.ts';
import { boolean, choice, invalid, json } from '../pins.ts';
import { assertSafeJson, isJsonObject, mergeJson } from './json-values.ts';

export const jsonMerge = defineNode({
  type: 'json/merge',
  title: 'Merge',
  description:
    'Joins two objects; where both have a key, the second wins. Deep merges objects inside objects, too.',
  icon: 'merge',
  tags: ['combine', 'join', 'extend', 'object', 'list'],
  inputs: {
    first: json('First', { default: {} }),
    second: json('Second', { default: {} }),
    deep: boolean('Deep', { default: true }),
    lists: choice('Lists', ['replace', 'append'], { default: 'replace' }),
  },
  outputs: { json: { label: 'JSON', type: 'json' } },
  run({ first, second, deep, lists }) {
    assertSafeJson(first, 'First');
    assertSafeJson(second, 'Second');
    const areLists = Array.isArray(first) && Array.isArray(second);
    if (!areLists && !(isJsonObject(first) && isJsonObject(second))) {
      throw invalid('First and Second must both be objects, or both be lists.');
    }
    return { json: mergeJson(first, second, { deep, append: lists === 'append' }) };
  },
});
