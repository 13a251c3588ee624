import * as fc from 'fast-check';
import { isObject, referenceOf, type Components, type JsonObject } from '../docs/json-schema.ts';
import { sensibleGraph, sensibleOperations } from './graphs.ts';
import { learned } from './learned.ts';
import { RelativeVersion, NODE_IDS, NODE_TYPES, PIN_NAMES } from './pools.ts';

/** Values made from JSON Schemas: valid ones, with names that mean something where a field's name says what it is. */

const version = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 1, 1000) },
);

/** Strings that have broken programs before. */
export const STRANGE_STRINGS = [
  '',
  ' ',
  '\0',
  '\ud800',
  '__proto__',
  'constructor',
  'toString',
  '..',
  '../../etc/passwd',
  '%2e%2e%2f',
  "'; DROP TABLE projects; --",
  '%',
  '_',
  '\\',
  '"',
  '<script>alert(1)</script>',
  '${7*7}{{a}}',
  '(a+)+$',
  '💣'.repeat(50),
  '\u202Eabc',
  'é'.normalize('NFD'),
  '\r\nx-injected: 1',
  'NaN',
  '1e999',
  '-0',
  'x'.repeat(5000),
] as const;

export const STRANGE_NUMBERS = [
  0,
  -0,
  -1,
  0.1,
  1e308,
  -1e308,
  5e-324,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  Number.MIN_SAFE_INTEGER,
  2 ** 31,
  2 ** 32,
  2 ** 63,
] as const;

const words = fc.oneof(
  { weight: 40, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 4, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(...STRANGE_STRINGS) },
);

const pinEnd = fc.tuple(fc.constantFrom(...NODE_IDS), fc.constantFrom(...PIN_NAMES));

const editableValue = fc.oneof(
  fc.record({ type: fc.constant('string'), value: words }),
  fc.record({ type: fc.constant('number'), value: fc.oneof(fc.integer({ min: -5, max: 64 }), fc.double()) }),
  fc.record({ type: fc.constant('file'), value: learned('file') }),
  fc.record({ type: fc.constant('file'), fileId: learned('file') }),
  fc.record({ type: fc.constantFrom('boolean', 'json', 'null'), value: fc.jsonValue({ maxDepth: 2 }) }),
);

/** Bytes of the file that is uploaded most. */
export const TINY_FILE = 8;

/** What a field of this name means, whatever its schema says. */
const BY_NAME: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  projectId: learned('project'),
  fileId: learned('file'),
  cursor: fc.oneof(learned('cursor'), words),
  token: fc.oneof(learned('token'), words),
  expectedVersion: version.map((offset) => new RelativeVersion(offset)),
  nodeId: fc.constantFrom(...NODE_IDS),
  input: fc.constantFrom(...PIN_NAMES),
  from: pinEnd,
  to: pinEnd,
  sizeBytes: fc.oneof(fc.constant(TINY_FILE), fc.integer({ min: 1, max: 3000 })),
  fields: fc.constantFrom('inputs', 'outputs', 'inputs,outputs', 'type,title', 'nonsense', ''),
  sha256: fc.constantFrom(null, null, null, 'a'.repeat(64), 'short'),
  actualSha256: fc.constantFrom(null, null, null, 'a'.repeat(64), 'short'),
  contentType: fc.constantFrom('image/png', 'image/gif', 'application/octet-stream', 'text/html', 'nonsense'),
  limit: fc.integer({ min: 1, max: 500 }),
  filename: fc.oneof(
    fc.constantFrom('photo.png', 'cut.otio', 'page.html', 'a/../b.png', 'noextension'),
    words,
  ),
  targetNodeIds: fc.array(fc.constantFrom(...NODE_IDS), { maxLength: 2 }),
  inputs: fc.dictionary(fc.constantFrom(...PIN_NAMES), editableValue, { maxKeys: 3 }),
};

/** The same for the fields of nodes, whose `id` and `type` mean other things elsewhere. */
const OF_NODES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  id: fc.constantFrom(...NODE_IDS),
  type: fc.constantFrom(...NODE_TYPES),
};

/** Where random values alone would hardly ever make something that is accepted. */
const SENSIBLE: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  graph: sensibleGraph,
  operations: sensibleOperations,
};

const MAX_DEPTH = 12;

/** Valid values of a schema. @param name the field that holds the value. */
export function valueOf(
  schema: JsonObject,
  components: Components,
  name = '',
  depth = 0,
): fc.Arbitrary<unknown> {
  const preset = BY_NAME[name];
  if (preset !== undefined) return preset;
  const sensible = SENSIBLE[name];
  if (sensible !== undefined && depth <= MAX_DEPTH) {
    const anyValue = valueOf(schema, components, '', depth + 1);
    return fc.oneof({ weight: 3, arbitrary: sensible }, { weight: 1, arbitrary: anyValue });
  }
  const inner = (of: JsonObject, field = ''): fc.Arbitrary<unknown> =>
    valueOf(of, components, field, depth + 1);
  if (depth > MAX_DEPTH) return fc.constant(null);
  const reference = referenceOf(schema);
  if (reference !== null) return valueOf(components[reference] ?? {}, components, name, depth + 1);
  const options = [schema['anyOf'], schema['oneOf']].flatMap((list) => (Array.isArray(list) ? list : []));
  if (options.length > 0) return fc.oneof(...options.filter(isObject).map((option) => inner(option, name)));
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom<unknown>(...schema['enum']);
  if (Array.isArray(schema['type'])) {
    return fc.oneof(...schema['type'].map((type) => inner({ ...schema, type: String(type) }, name)));
  }
  switch (schema['type']) {
    case 'string':
      return stringOf(schema);
    case 'integer':
      return fc.integer({ min: bound(schema['minimum'], -3), max: bound(schema['maximum'], 5000) });
    case 'number':
      return fc.oneof(
        fc.integer({
          min: Math.ceil(bound(schema['minimum'], -3)),
          max: Math.floor(bound(schema['maximum'], 300)),
        }),
        fc.double({ min: bound(schema['minimum'], -1e9), max: bound(schema['maximum'], 1e9), noNaN: true }),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const tupleItems = Array.isArray(schema['prefixItems']) ? schema['prefixItems'].filter(isObject) : [];
      if (tupleItems.length > 0) return fc.tuple(...tupleItems.map((tupleItem) => inner(tupleItem)));
      return fc.array(isObject(schema['items']) ? inner(schema['items']) : fc.jsonValue({ maxDepth: 1 }), {
        maxLength: 4,
      });
    }
    case 'object':
      return objectOf(schema, inner);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

const bound = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Math.abs(value) < 1e9 ? value : fallback;

function stringOf(schema: JsonObject): fc.Arbitrary<string> {
  const minLength = Number(schema['minLength'] ?? 0);
  return minLength > 0 ? fc.string({ minLength, maxLength: minLength + 10 }) : words;
}

function objectOf(
  schema: JsonObject,
  inner: (of: JsonObject, field: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const isNode = 'id' in properties && 'type' in properties && 'position' in properties;
  const entries = Object.entries(properties).map(([field, property]): [string, fc.Arbitrary<unknown>] => [
    field,
    (isNode ? OF_NODES[field] : undefined) ?? inner(isObject(property) ? property : {}, field),
  ]);
  if (entries.length > 0) {
    const requiredKeys = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
    return fc.record(Object.fromEntries(entries), { requiredKeys });
  }
  const additionalProperties = schema['additionalProperties'];
  const value = isObject(additionalProperties)
    ? inner(additionalProperties, '')
    : fc.jsonValue({ maxDepth: 2 });
  return fc.dictionary(fc.oneof(fc.constantFrom<string>(...NODE_IDS, ...PIN_NAMES), words), value, {
    maxKeys: 3,
  });
}

/** One thing done to a valid value, so that it is nearly valid. */
export interface Mutation {
  /** Which of all places in the value. */
  index: number;
  kind: 'remove' | 'replace' | 'add' | 'repeat' | 'nest';
  value: unknown;
}

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  index: fc.nat(10_000),
  kind: fc.constantFrom('remove', 'replace', 'replace', 'replace', 'add', 'repeat', 'nest'),
  value: fc.oneof(
    fc.constantFrom<unknown>(...STRANGE_STRINGS),
    fc.constantFrom<unknown>(...STRANGE_NUMBERS),
    fc.constantFrom<unknown>(null, true, [], {}, [[]], { $ref: '#' }, { __proto__: null, type: 'file' }),
    fc.jsonValue({ maxDepth: 2 }),
  ),
});

type Holder = Record<string | number, unknown>;

/** Applies a mutation to a plain JSON value. */
export function mutate(value: unknown, { index, kind, value: replacement }: Mutation): unknown {
  const copy = { root: structuredClone(value) } as Holder;
  const slots: [holder: Holder, key: string | number][] = [];
  const visit = (holder: Holder): void => {
    for (const key of Array.isArray(holder) ? holder.keys() : Object.keys(holder)) {
      slots.push([holder, key]);
      const inner = holder[key];
      if (typeof inner === 'object' && inner !== null) visit(inner as Holder);
    }
  };
  visit(copy);
  const [holder, key] = slots[index % slots.length]!;
  const current = holder[key];
  switch (kind) {
    case 'remove':
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else if (holder !== copy) delete holder[key];
      break;
    case 'replace':
      holder[key] = replacement;
      break;
    case 'add':
      if (Array.isArray(current)) current.push(replacement);
      else if (isObject(current))
        current[typeof replacement === 'string' ? replacement : 'unknownField'] = replacement;
      break;
    case 'repeat':
      if (Array.isArray(current)) holder[key] = [...current, ...current, ...current];
      break;
    case 'nest':
      holder[key] = { value: [current] };
      break;
    default:
      kind satisfies never;
  }
  return copy['root'];
}
