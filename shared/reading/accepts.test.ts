import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { PublicProjectDocument } from '../api/schemas/projects.ts';
import { EditableNode } from '../api/schemas/documents.ts';
import * as fc from '../testing/property.ts';
import { acceptsOf } from './accepts.ts';
import { listUpTo, recordUpTo } from './counts.ts';

const Inner = z.object({
  text: z
    .string()
    .min(1)
    .max(5)
    .regex(/^[a-z]*$/),
  count: z.int().min(0).max(9).optional(),
  size: z.number().lt(3).nullable(),
  pair: z.tuple([z.string(), z.boolean()]).optional(),
});
const Schema = z.object({
  kind: z.enum(['a', 'b']),
  op: z.literal('move').optional(),
  inner: Inner.nullable().optional(),
  list: listUpTo(3, Inner).optional(),
  keys: recordUpTo(
    2,
    z.looseObject({ type: z.string().nullable().optional(), value: z.unknown().optional() }),
  ),
  plain: z.record(z.string(), z.null()).optional(),
  area: z
    .discriminatedUnion('of', [
      z.object({ of: z.literal('point'), x: z.number() }),
      z.object({ of: z.literal(['box', 'disc']), size: z.number(), x: z.number().optional() }),
    ])
    .optional(),
  scalar: z
    .union([
      z.string().max(2),
      z.literal(0),
      z.boolean(),
      z.object({ a: z.number() }),
      z.looseObject({ b: z.number() }),
    ])
    .optional(),
  names: z.array(z.string()).min(1).optional(),
});

/** Mostly what is right, so that most values as a whole are. */
const mostly = (right: readonly unknown[], ...invalidCount: readonly unknown[]) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom(...invalidCount) },
  );
const noNullPrototype = true;
const required = { text: mostly(['a', 'abc'], '', 'abcdef', 'A', 7, null, undefined) };
const optional = {
  count: mostly([0, 9, -0], 10, -1, 2.5, Infinity, Number.NaN, '1', null),
  size: mostly([null, 2, 2.5, -0], 3, Infinity, Number.NaN, '1', undefined),
  pair: mostly([['a', true]], ['a'], ['a', 1], ['a', true, 2], {}, null),
};
const inner = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record(
      { ...required, count: optional.count, size: optional.size, pair: optional.pair },
      { requiredKeys: ['text', 'size'], noNullPrototype },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record(
      { ...required, ...optional, more: fc.constant(1) },
      { requiredKeys: [], noNullPrototype },
    ),
  },
);
const loose = fc.record(
  { type: mostly(['t', null], 4), value: fc.constantFrom(1, [], {}), more: fc.constant(1) },
  { requiredKeys: [], noNullPrototype },
);
const value = fc
  .record(
    {
      kind: mostly(['a', 'b'], 'c', undefined),
      op: mostly(['move'], 'stay', null),
      inner: fc.oneof(inner, fc.constant(null)),
      list: fc.array(inner, { maxLength: 4 }),
      keys: fc.dictionary(fc.constantFrom('x', 'y', 'z', '1', '__proto__'), loose, {
        maxKeys: 3,
        noNullPrototype,
      }),
      plain: fc.dictionary(fc.constantFrom('p', 'q'), mostly([null], 1), { noNullPrototype }),
      area: mostly(
        [
          { of: 'point', x: 1 },
          { of: 'box', size: 2 },
          { of: 'disc', size: 2, x: 1 },
        ],
        { of: 'point', size: 2 },
        { of: 'line', x: 1 },
        { x: 1, of: 'point' },
        { of: 'box', size: 2, more: 1 },
        [],
      ),
      scalar: mostly(['ab', 0, true, { a: 1 }], 'abc', 1, null, { a: 1, b: 1 }, { b: 1, a: 1 }, { b: 1 }, []),
      names: mostly([['a'], ['a', 'b']], [], [1]),
      other: mostly([undefined], 1),
    },
    { requiredKeys: ['kind', 'keys', 'other'], noNullPrototype },
  )
  .map(({ other, ...rest }) => (other === undefined ? rest : { ...rest, other }));

/** Fields in the order they are said in. */
const shuffled = (given: object, isReversed: boolean): unknown =>
  isReversed ? Object.fromEntries(Object.entries(given).reverse()) : given;

test('what is accepted quickly is what the schema accepts and gives unchanged, in the same order', () => {
  const accepts = acceptsOf(Schema)!;
  let accepted = 0;
  fc.assert(
    fc.property(value, fc.boolean(), (given, isReversed) => {
      const said = shuffled(given, isReversed);
      if (!accepts(said)) return;
      accepted += 1;
      const parsed = Schema.safeParse(said);
      expect(parsed.success).toBe(true);
      expect(parsed.data).toEqual(said);
      expect(JSON.stringify(parsed.data)).toBe(JSON.stringify(said));
    }),
    { numRuns: fc.runs(4_000) },
  );
  expect(accepted).toBeGreaterThan(fc.runs(4_000) / 40);
});

describe('what the schema would refuse, change or put in another order is not accepted', () => {
  const right = {
    kind: 'a',
    inner: { text: 'abc', count: 1, size: null },
    keys: { x: { type: 't', more: 1 } },
  };
  test('as it is, it is', () => {
    expect(acceptsOf(Schema)!(right)).toBe(true);
  });
  test.each<[string, object]>([
    ['a field that is left out', { inner: right.inner }],
    ['a field that is not in the schema', { ...right, other: 1 }],
    ['another order', { keys: right.keys, kind: 'a' }],
    ['a number for a text', { ...right, inner: { ...right.inner, text: 7 } }],
    ['a text that is too long', { ...right, inner: { ...right.inner, text: 'abcdef' } }],
    ['a text of another pattern', { ...right, inner: { ...right.inner, text: 'ABC' } }],
    ['a number that is too large', { ...right, inner: { ...right.inner, count: 10 } }],
    ['a number with a fraction', { ...right, inner: { ...right.inner, count: 1.5 } }],
    ['an endless number', { ...right, inner: { ...right.inner, size: -Infinity } }],
    ['a tuple that is too short', { ...right, inner: { ...right.inner, pair: ['a'] } }],
    ['too many keys', { kind: 'a', keys: { x: {}, y: {}, z: {} } }],
    ['a list for an object', { kind: 'a', keys: [] }],
    ['the key of prototypes', { kind: 'a', keys: JSON.parse('{"__proto__":{}}') as object }],
    ['another branch of a union', { ...right, area: { of: 'point', size: 1 } }],
    ['no branch of a union', { ...right, area: { of: 'line', x: 1 } }],
    ['a branch that would change it', { ...right, scalar: { a: 1, b: 1 } }],
    ['a list that is too short', { ...right, names: [] }],
    ['an object of a class', { kind: 'a', keys: new Map() }],
  ])('%s', (_what, given) => {
    expect(acceptsOf(Schema)!(given)).toBe(false);
  });
});

test.each<[string, z.ZodType, unknown]>([
  ['a default', z.object({ a: z.string().default('x') }), { a: 'y' }],
  ['a change', z.string().trim(), 'a'],
  ['a transform', z.string().transform(Number), '1'],
  ['a rule over several fields', z.object({ a: z.int() }).refine(({ a }) => a > 1), { a: 2 }],
  ['a further rule on the keys', recordUpTo(2, z.int()).refine(() => false), {}],
  ['a format', z.email(), 'a@example.com'],
  ['a pattern that goes on', z.string().regex(/a/g), 'a'],
  ['a conversion', z.coerce.number(), 1],
])('%s is left to the schema', (_what, schema, given) => {
  expect(acceptsOf(schema)?.(given) ?? false).toBe(false);
});

test('nodes of a document as services write them are accepted quickly', () => {
  const node = {
    id: 'n1',
    type: 'image/blur',
    title: null,
    position: { x: 1.5, y: -2 },
    inputs: { sigma: { type: 'number', value: 4 }, image: { type: 'file', value: 'file_1.png' } },
  };
  expect(acceptsOf(EditableNode)!(node)).toBe(true);
  expect(acceptsOf(PublicProjectDocument)).not.toBeNull();
});
