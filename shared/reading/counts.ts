import { z } from 'zod';

/**
 * How many items a list and how many keys an object of a schema may have. Every list and record in the schemas of
 * requests says it here; the OpenAPI document shows it as `maxItems` and `maxProperties`.
 */

const count = (value: number): string => value.toLocaleString('en');

const tooManyItems = (max: number): string => `A list here may hold ${count(max)} items. Send fewer.`;
const tooManyKeys = (max: number): string => `An object here may hold ${count(max)} keys. Send fewer.`;

const keyLimits = z.registry<{ maxProperties: number }>();

/** A list of at most `max` items. */
export const listUpTo = <T extends z.ZodType>(max: number, item: T) =>
  z.array(item).max(max, tooManyItems(max));

/** An object of any keys, at most `max` of them. */
export function recordUpTo<T extends z.ZodType>(max: number, value: T) {
  const record = z
    .record(z.string(), value)
    .refine((entries) => Object.keys(entries).length <= max, tooManyKeys(max))
    .meta({ maxProperties: max });
  keyLimits.add(record, { maxProperties: max });
  return record;
}

/** The most keys that an object of this schema may have; Infinity where nothing says it. */
export const maxKeysOf = (schema: z.core.$ZodType): number =>
  keyLimits.get(schema)?.maxProperties ?? Infinity;

/** The most items that a list of this schema may have; Infinity where nothing says it. */
export function maxItemsOf(schema: z.core.$ZodType): number {
  for (const { _zod } of schema._zod.def.checks ?? []) {
    const { def } = _zod;
    if (def.check === 'max_length' && 'maximum' in def) return Number(def.maximum);
  }
  return Infinity;
}

/** What there is to know of a value before it is checked. */
export interface Looked {
  /** The first list or object that has more than its schema allows, as an issue of zod's. */
  excess: z.core.$ZodIssue | null;
  /** Whether some list or object in it is so long that it is better checked entry by entry. */
  large: boolean;
}

/** Entries up to which a list or object is checked in one go: its issues are few whatever it holds. */
export const SMALL = 50;

/** Looks at the counts of a value, nothing else: costs next to nothing where a schema has no list or record. */
export function lookAt(schema: z.core.$ZodType, value: unknown): Looked {
  const looked: Looked = { excess: null, large: false };
  if (mayHoldMany(schema)) look(schema as z.core.$ZodTypes, value, [], looked);
  return looked;
}

export const itemsIssue = (maximum: number, input: unknown, path: PropertyKey[]): z.core.$ZodIssue => ({
  code: 'too_big',
  origin: 'array',
  maximum,
  inclusive: true,
  path,
  input,
  message: tooManyItems(maximum),
});

export const keysIssue = (maximum: number, input: unknown, path: PropertyKey[]): z.core.$ZodIssue => ({
  code: 'too_big',
  origin: 'object',
  maximum,
  inclusive: true,
  path,
  input,
  message: tooManyKeys(maximum),
});

/** Whether there is a list or record anywhere in a schema: most items of lists have none, and need no look. */
const containers = new WeakMap<z.core.$ZodType, boolean>();

function mayHoldMany(schema: z.core.$ZodType): boolean {
  const known = containers.get(schema);
  if (known !== undefined) return known;
  // A schema that holds itself is met again before it is answered.
  containers.set(schema, false);
  const found = isContainer(schema as z.core.$ZodTypes) || childrenOf(schema).some(mayHoldMany);
  containers.set(schema, found);
  return found;
}

const isContainer = (schema: z.core.$ZodTypes): boolean =>
  ['array', 'record', 'tuple'].includes(schema._zod.def.type);

/** The schemas directly inside a schema. */
export function childrenOf(given: z.core.$ZodType): z.core.$ZodType[] {
  const { def } = (given as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.values(def.shape);
    case 'array':
      return [def.element];
    case 'record':
      return [def.keyType, def.valueType];
    case 'tuple':
      return [...def.items, ...(def.rest ? [def.rest] : [])];
    case 'union':
      return [...def.options];
    case 'intersection':
      return [def.left, def.right];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return [def.innerType];
    case 'pipe':
      return [def.in, def.out];
    case 'lazy':
      return [def.getter()];
    default:
      return [];
  }
}

/** @param path of the value; changed while it looks, and the same again afterwards. */
function look(schema: z.core.$ZodTypes, value: unknown, path: PropertyKey[], looked: Looked): void {
  if (looked.excess || typeof value !== 'object' || value === null || !mayHoldMany(schema)) return;
  const { def } = schema._zod;
  const go = (child: z.core.$ZodType, item: unknown, key: PropertyKey) => {
    if (!mayHoldMany(child)) return;
    path.push(key);
    look(child as z.core.$ZodTypes, item, path, looked);
    path.pop();
  };
  switch (def.type) {
    case 'array': {
      if (!Array.isArray(value)) return;
      const maximum = maxItemsOf(schema);
      if (value.length > maximum) looked.excess = itemsIssue(maximum, value, [...path]);
      looked.large ||= value.length > SMALL;
      if (mayHoldMany(def.element)) value.forEach((item, index) => go(def.element, item, index));
      return;
    }
    case 'record': {
      const keys = Object.keys(value);
      const maximum = maxKeysOf(schema);
      if (keys.length > maximum) looked.excess = keysIssue(maximum, value, [...path]);
      looked.large ||= keys.length > SMALL;
      if (!mayHoldMany(def.valueType)) return;
      for (const key of keys) go(def.valueType, (value as Record<string, unknown>)[key], key);
      return;
    }
    case 'object': {
      for (const [key, child] of Object.entries(def.shape)) {
        go(child, (value as Record<string, unknown>)[key], key);
      }
      return;
    }
    case 'tuple': {
      if (!Array.isArray(value)) return;
      const maximum = def.rest ? Infinity : def.items.length;
      if (value.length > maximum) looked.excess = itemsIssue(maximum, value, [...path]);
      return;
    }
    default:
      for (const child of childrenOf(schema)) look(child as z.core.$ZodTypes, value, path, looked);
  }
}
