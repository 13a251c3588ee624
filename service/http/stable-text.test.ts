import { expect, test } from 'vitest';
import { stableStringify } from '#shared/graph/stable-json.ts';
import * as fc from '#shared/testing/property.ts';
import { stableText } from './stable-text.ts';

test('is the text of stableStringify, for any JSON', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 7 }), async (value) => {
      expect(await stableText(value)).toBe(stableStringify(value));
    }),
  );
  const missing = { b: [1, { y: undefined, x: 2 }], a: undefined, c: {} };
  expect(await stableText(missing)).toBe(stableStringify(missing));
});
