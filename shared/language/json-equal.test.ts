import { describe, expect, it } from 'vitest';
import { jsonEqual } from './json-equal.ts';

describe('equality of JSON values', () => {
  it.each([
    ['the sequence of fields', { a: 1, b: [2, { c: null }] }, { b: [2, { c: null }], a: 1 }],
    ['a field that is undefined and one that is missing', { a: 1, b: undefined }, { a: 1 }],
    ['a missing field and one that is undefined', { a: 1 }, { a: 1, b: undefined }],
    ['the two zeros, which JSON text does not tell apart', { a: 0 }, { a: -0 }],
    ['not a number', [Number.NaN], [Number.NaN]],
  ])('does not tell %s', (_name, a, b) => {
    expect(jsonEqual(a, b)).toBe(true);
  });

  it.each([
    ['another value', { a: 1 }, { a: 2 }],
    ['a sequence of items', [1, 2], [2, 1]],
    ['a longer list', [1], [1, undefined]],
    ['a list and a record of the same fields', [1], { 0: 1 }],
    ['null and a missing field', { a: null }, {}],
    ['a field with the name of an inherited one', { constructor: Object }, {}],
    ['a missing field where the other side inherits it', {}, { toString: 1 }],
    ['text and number', { a: '1' }, { a: 1 }],
  ])('tells %s', (_name, a, b) => {
    expect(jsonEqual(a, b)).toBe(false);
    expect(jsonEqual(b, a)).toBe(false);
  });
});
