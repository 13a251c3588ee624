import * as fc from '#shared/testing/property.ts';
import { expect, test } from 'vitest';
import type { JsonValue } from '../definition.ts';
import { assertSafeJson, getByPath, mergeJson, parsePath, setByPath } from './json-values.ts';

const json = fc
  .jsonValue({ maxDepth: 4 })
  .filter((value) => !JSON.stringify(value).includes('__proto__')) as fc.Arbitrary<JsonValue>;
const path = fc.array(
  fc.oneof(
    fc.nat(20),
    fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
  ),
  {
    maxLength: 6,
  },
);

test('what was set at a path is found there, and the original stays as it was', () => {
  fc.assert(
    fc.property(json, path, json, (target, keys, value) => {
      const before = JSON.stringify(target);
      // A word is no place in a list: that is refused.
      fc.pre(!meetsListByWord(target, keys));
      expect(getByPath(setByPath(target, keys, value), keys)).toEqual(value);
      expect(JSON.stringify(target)).toBe(before);
    }),
  );
});

test('a path written with brackets and quotes is read back', () => {
  const keys = fc.array(
    fc.oneof(
      fc.integer({ min: -99, max: 99 }),
      fc.string().filter((key) => !/["\]]/.test(key) && key !== '__proto__'),
    ),
  );
  fc.assert(
    fc.property(keys, (path) => {
      const written = path.map((key) => (typeof key === 'number' ? `[${key}]` : `["${key}"]`)).join('');
      expect(parsePath(written)).toEqual(path);
    }),
  );
});

test('merging something with itself, or with nothing, changes nothing', () => {
  const object = fc.dictionary(fc.string(), json).filter((value) => !Object.hasOwn(value, '__proto__'));
  fc.assert(
    fc.property(object, (value) => {
      const options = { deep: true, append: false };
      const plain = JSON.parse(JSON.stringify(value)) as JsonValue;
      expect(mergeJson(plain, plain, options)).toEqual(plain);
      expect(mergeJson(plain, {}, options)).toEqual(plain);
      expect(mergeJson({}, plain, options)).toEqual(plain);
    }),
  );
});

test('reads hostile nesting without running out of stack', () => {
  let deep: JsonValue = null;
  for (let level = 0; level < 50_000; level += 1) deep = [deep];
  expect(() => assertSafeJson(deep, 'Data')).toThrow('Data is nested deeper than 200 levels.');
});

function meetsListByWord(target: JsonValue, keys: readonly (string | number)[]): boolean {
  let found: JsonValue | undefined = target;
  for (const key of keys) {
    if (Array.isArray(found) && typeof key === 'string') return true;
    found = found === undefined ? undefined : getByPath(found, [key]);
  }
  return false;
}
