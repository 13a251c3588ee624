import { expect, test } from 'vitest';
import { stableStringify } from '#shared/graph/stable-json.ts';
import * as fc from '#shared/testing/property.ts';
import { fingerprintOf } from './idempotency.ts';
import { stableChunks } from './stable-text.ts';

const stableText = async (value: unknown) => Buffer.concat(await stableChunks(value)).toString();

test('is the text of stableStringify, for any JSON', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 7 }), async (value) => {
      expect(await stableText(value)).toBe(stableStringify(value));
    }),
  );
  const missing = { b: [1, { y: undefined, x: 2 }], a: undefined, c: {} };
  expect(await stableText(missing)).toBe(stableStringify(missing));
});

test('a fingerprint of its pieces is that of the text', async () => {
  const value = { list: Array.from({ length: 20_000 }, (_, index) => `tëxt ${index}`) };
  const pieces = await stableChunks(value);
  expect(pieces.length).toBeGreaterThan(2);
  expect(fingerprintOf(['PUT', pieces])).toBe(fingerprintOf(['PUT', stableStringify(value)]));
});
