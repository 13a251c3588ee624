import { z } from 'zod';
import { SLICE_STEPS, type Slices } from './slices.ts';

/**
 * How many items a list and how many keys an object of a schema may have. Every list and record in the schemas of
 * requests says it here; the OpenAPI document shows it as `maxItems` and `maxProperties`.
 */

const count = (value: number): string => value.toLocaleString('en');

const itemsMessage = (max: number): string => `A list here may hold ${count(max)} items. Send fewer.`;
const keysMessage = (max: number): string => `An object here may hold ${count(max)} keys. Send fewer.`;

const keyLimits = z.registry<{ maxProperties: number }>();

/** A list of at most `max` items. */
export const listUpTo = <T extends z.ZodType>(max: number, item: T) =>
  z.array(item).max(max, itemsMessage(max));

/** An object of any keys, at most `max` of them. @param key what a key may be */
export function recordUpTo<T extends z.ZodType>(max: number, value: T, key: z.ZodString = z.string()) {
  const record = z
    .record(key, value)
    .refine((entries) => Object.keys(entries).length <= max, keysMessage(max))
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
  /** The lists and objects that hold so much, at any depth, that they are better checked entry by entry. */
  large: WeakSet<object>;
}

/** Entries up to which a value is checked in one go: its issues are few whatever it holds. */
const LINEAR_LIMIT = 50;

/** Looks at the counts of a value, nothing else: costs next to nothing where a schema has no list or record. */
export function* countInSlices(schema: z.core.$ZodType, value: unknown): Slices<Looked> {
  const state: CountState = { excess: null, large: new WeakSet(), steps: 0, path: [] };
  if (isCollection(schema)) yield* countEntries(schema as z.core.$ZodTypes, value, state);
  return state;
}

export const itemsIssue = (maximum: number, input: unknown, path: PropertyKey[]): z.core.$ZodIssue => ({
  code: 'too_big',
  origin: 'array',
  maximum,
  inclusive: true,
  path,
  input,
  message: itemsMessage(maximum),
});

export const keysIssue = (maximum: number, input: unknown, path: PropertyKey[]): z.core.$ZodIssue => ({
  code: 'too_big',
  origin: 'object',
  maximum,
  inclusive: true,
  path,
  input,
  message: keysMessage(maximum),
});

/** Whether there is a list or record anywhere in a schema: most items of lists have none, and need no look. */
const containers = new WeakMap<z.core.$ZodType, boolean>();

function isCollection(schema: z.core.$ZodType): boolean {
  const registered = containers.get(schema);
  if (registered !== undefined) return registered;
  // A schema that holds itself is met again before it is answered.
  containers.set(schema, false);
  const found = isContainer(schema as z.core.$ZodTypes) || childrenOf(schema).some(isCollection);
  containers.set(schema, found);
  return found;
}

const isContainer = (schema: z.core.$ZodTypes): boolean =>
  ['array', 'record', 'tuple'].includes(schema._zod.def.type);

/** The schemas directly inside a schema. */
export function childrenOf(input: z.core.$ZodType): z.core.$ZodType[] {
  const { def } = (input as z.core.$ZodTypes)._zod;
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

interface CountState extends Looked {
  steps: number;
  /** Of the value that is looked at; the same again afterwards. */
  path: PropertyKey[];
}

/** @returns the entries of all lists and records in the value. */
function* countEntries(schema: z.core.$ZodTypes, value: unknown, state: CountState): Slices<number> {
  if (state.excess || typeof value !== 'object' || value === null || !isCollection(schema)) return 0;
  state.steps += 1;
  if (state.steps % SLICE_STEPS === 0) yield;
  const entries = yield* countChildren(schema, value, state);
  if (entries > LINEAR_LIMIT) state.large.add(value);
  return entries;
}

function* countChildren(schema: z.core.$ZodTypes, value: object, state: CountState): Slices<number> {
  const { def } = schema._zod;
  const { path } = state;
  const fields = value as Record<PropertyKey, unknown>;
  let entries = 0;
  switch (def.type) {
    case 'array': {
      if (!Array.isArray(value)) return 0;
      const maximum = maxItemsOf(schema);
      if (value.length > maximum) state.excess = itemsIssue(maximum, value, [...path]);
      entries += value.length;
      if (state.excess || !isCollection(def.element)) return entries;
      for (const [index, item] of value.entries()) {
        path.push(index);
        entries += yield* countEntries(def.element as z.core.$ZodTypes, item, state);
        path.pop();
      }
      return entries;
    }
    case 'record': {
      if (Array.isArray(value)) return 0;
      const keys = Object.keys(value);
      const maximum = maxKeysOf(schema);
      if (keys.length > maximum) state.excess = keysIssue(maximum, value, [...path]);
      entries += keys.length;
      if (state.excess || !isCollection(def.valueType)) return entries;
      for (const key of keys) {
        path.push(key);
        entries += yield* countEntries(def.valueType as z.core.$ZodTypes, fields[key], state);
        path.pop();
      }
      return entries;
    }
    case 'object':
      for (const key in def.shape) {
        const child = def.shape[key] as z.core.$ZodTypes;
        if (!isCollection(child)) continue;
        path.push(key);
        entries += yield* countEntries(child, fields[key], state);
        path.pop();
      }
      return entries;
    case 'tuple': {
      if (!Array.isArray(value)) return 0;
      const maximum = def.rest ? Infinity : def.items.length;
      if (value.length > maximum) state.excess = itemsIssue(maximum, value, [...path]);
      return value.length;
    }
    default:
      for (const child of childrenOf(schema)) {
        entries = Math.max(entries, yield* countEntries(child as z.core.$ZodTypes, value, state));
      }
      return entries;
  }
}
