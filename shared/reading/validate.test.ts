import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as fc from '../testing/property.ts';
import { listUpTo, MAX_ISSUES, recordUpTo, validate, validateInSlices } from './index.ts';

const Item = z.object({
  id: z.string().max(5),
  kind: z.enum(['a', 'b']).default('a'),
  inputs: recordUpTo(80, z.looseObject({ type: z.string().nullable().optional() })).optional(),
});
const Schema = z.object({
  version: z.int(),
  items: listUpTo(200, Item),
  strict: z
    .strictObject({ list: listUpTo(100, z.union([z.string(), listUpTo(60, z.int())])).default([]) })
    .nullable()
    .optional(),
  pairs: listUpTo(100, z.tuple([z.string(), z.int()])).optional(),
  loose: z.looseObject({ named: listUpTo(100, z.int()).optional() }).optional(),
});

const some = (value: unknown) => fc.constantFrom(value, undefined, null, 7, 'text', [], {});
const long = <T>(item: fc.Arbitrary<T>) =>
  fc.oneof(fc.array(item, { maxLength: 3 }), fc.array(item, { minLength: 51, maxLength: 60 }));
const record = <T>(item: fc.Arbitrary<T>) =>
  fc.oneof(
    fc.dictionary(fc.string(), item, { maxKeys: 3 }),
    fc.dictionary(fc.string(), item, { minKeys: 51, maxKeys: 55 }),
  );
const item = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record(
      {
        id: fc.constant('x'),
        kind: fc.constant('b'),
        extra: fc.constant(1),
        inputs: record(fc.constant({ type: 't', more: 1 })),
      },
      { requiredKeys: ['id'] },
    ),
  },
  { weight: 1, arbitrary: some({ id: 'too long' }) },
);
const documents = fc.record(
  {
    version: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, some(1.5)),
    items: fc.oneof({ weight: 9, arbitrary: long(item) }, some([])),
    strict: fc.oneof(
      fc.record({ list: long(fc.oneof(fc.string(), long(fc.integer()))) }),
      fc.record({ list: fc.constant([]), other: fc.constant(1), others: fc.constant(2) }),
      some(null),
    ),
    pairs: long(fc.tuple(fc.string(), fc.oneof({ weight: 60, arbitrary: fc.integer() }, some(1)))),
    loose: fc.record({ named: long(fc.integer()), other: fc.anything() }),
    unknown: fc.constant(1),
  },
  { requiredKeys: ['version', 'items'] },
);

describe('checking by a schema', () => {
  test('gives what the schema gives, for anything that is not too much', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const plain = Schema.safeParse(document);
        const checked = validate(Schema, document, { maxIssues: 10_000 });
        const places = (issues: readonly z.core.$ZodIssue[] = []) =>
          issues.map(({ path, code, message }) => `${path.join('.')} ${code} ${message}`).sort();
        expect(checked.ok ? checked.value : places(checked.issues)).toEqual(
          plain.data ?? places(plain.error?.issues),
        );
      }),
      { numRuns: fc.runs(300) },
    );
  });

  test('the first issues end it: of a million wrong entries hardly any is looked at', () => {
    let seen = 0;
    const Counted = z.object({
      items: listUpTo(
        2_000_000,
        z.object({ id: z.string() }).refine(() => true),
      ),
    });
    const entries = Array.from({ length: 1_000_000 }, () => ({
      get id() {
        seen += 1;
        return 7;
      },
    }));
    const checked = validate(Counted, { items: entries });
    expect(checked).toMatchObject({ ok: false });
    expect(!checked.ok && checked.issues.length).toBe(MAX_ISSUES);
    expect(seen).toBeLessThan(500);
  });

  const invalidCount = {
    get id(): string {
      throw new Error('An entry was looked at.');
    },
  };

  test.each([
    [
      'a list',
      { items: Array.from({ length: 201 }, () => invalidCount) },
      ['items'],
      'A list here may hold 200 items. Send fewer.',
    ],
    [
      'an object in a list',
      {
        items: [
          { id: 'a' },
          { id: 'b', inputs: Object.fromEntries(Array.from({ length: 81 }, (_, i) => [i, {}])) },
        ],
      },
      ['items', 1, 'inputs'],
      'An object here may hold 80 keys. Send fewer.',
    ],
    [
      'a list behind a choice',
      { items: [], strict: { list: ['a', Array.from({ length: 61 }, () => 1)] } },
      ['strict', 'list', 1],
      'A list here may hold 60 items. Send fewer.',
    ],
  ])(
    '%s that is too long is one issue, and its entries are not looked at',
    (_name, document, path, message) => {
      const checked = validate(Schema, { version: 1, ...document });
      expect(checked).toEqual({
        ok: false,
        issues: [expect.objectContaining({ code: 'too_big', path, message })],
      });
    },
  );

  test('a large value is checked in slices', () => {
    const slices = validateInSlices(
      listUpTo(10_000, z.int()),
      Array.from({ length: 5000 }, (_, i) => i),
    );
    let pauses = 0;
    while (!slices.next().done) pauses += 1;
    expect(pauses).toBe(20);
  });
});
