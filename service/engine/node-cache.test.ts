import { expect, test } from 'vitest';
import type { NodeDefinition } from '#service/nodes/definition.ts';
import { cacheKeyOf } from './node-cache.ts';

const typeWith = (inputs: NodeDefinition['inputs']): NodeDefinition => ({
  type: 'test/place',
  version: 1,
  title: 'Place',
  description: '',
  icon: 'image',
  category: 'test',
  tags: [],
  inputs,
  outputs: [],
  execute: () => Promise.resolve({}),
});

test('a result is found again after its type got an input more, while that holds its default', () => {
  const x = { name: 'x', label: 'X', type: 'number', default: 0 };
  const before = typeWith([x]);
  const now = typeWith([
    x,
    { name: 'scale', label: 'Scale', type: 'number(0..9; added)', default: 1 },
    { name: 'end', label: 'End', type: 'number(0..1; added)', optional: true },
  ]);
  const key = cacheKeyOf(before, { x: 3 });
  expect(cacheKeyOf(now, { x: 3, scale: 1, end: undefined })).toBe(key);
  expect(cacheKeyOf(now, { x: 3, scale: 2, end: undefined })).not.toBe(key);
  expect(cacheKeyOf(now, { x: 3, scale: 1, end: 0 })).not.toBe(key);
});
