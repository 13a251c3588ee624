import { z } from 'zod';
import { acceptsOf } from './accepts.ts';
import { itemsIssue, keysIssue, countInSlices, maxItemsOf, maxKeysOf } from './counts.ts';
import { drain, SLICE_STEPS, type Slices } from './slices.ts';

/**
 * Checking a value by a schema without gathering an issue for each of a million wrong entries: counts are checked before
 * the entries, entries are looked at one after the other, and the first few issues end it.
 */

export type Validated<T> = { ok: true; value: T } | { ok: false; issues: z.core.$ZodIssue[] };

/** Issues after which checking stops, unless the caller wants more. */
export const MAX_ISSUES = 20;

export interface ValidateOptions {
  maxIssues?: number;
}

/** Where in the whole value, how many issues end the checking, and what is checked entry by entry. */
interface ParseState {
  path: PropertyKey[];
  max: number;
  large: WeakSet<object>;
}
type Outcome = { value: unknown; issues: z.core.$ZodIssue[] };

/** Checks a value in one go. */
export function validate<S extends z.ZodType>(
  schema: S,
  value: unknown,
  options: ValidateOptions = {},
): Validated<z.output<S>> {
  if (acceptsOf(schema)?.(value)) return { ok: true, value: value as z.output<S> };
  return drain(validateInSlices(schema, value, options));
}

/** Checks a value; pauses after every few hundred entries, so that the caller can let others go first. */
export function* validateInSlices<S extends z.ZodType>(
  schema: S,
  value: unknown,
  { maxIssues = MAX_ISSUES }: ValidateOptions = {},
): Slices<Validated<z.output<S>>> {
  const { excess, large } = yield* countInSlices(schema, value);
  if (excess) return { ok: false, issues: [excess] };
  const outcome = yield* check(schema, value, { path: [], max: maxIssues, large });
  if (outcome.issues.length > 0) return { ok: false, issues: outcome.issues.slice(0, maxIssues) };
  // Put together from what the schema's own parts gave.
  return { ok: true, value: outcome.value as z.output<S> };
}

const under = (at: ParseState, key: PropertyKey): ParseState => ({ ...at, path: [...at.path, key] });

const below = ({ path }: ParseState, issue: z.core.$ZodIssue): z.core.$ZodIssue =>
  path.length === 0 ? issue : { ...issue, path: [...path, ...issue.path] };

/** Checks with the schema itself what is known to be small. */
function parse(schema: z.core.$ZodType, value: unknown, at: ParseState): Outcome {
  if (acceptsOf(schema)?.(value)) return { value, issues: [] };
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return { value: parsed.data, issues: [] };
  return {
    value: undefined,
    issues: parsed.error.issues.slice(0, at.max).map((issue) => below(at, issue)),
  };
}

function* check(schema: z.core.$ZodType, value: unknown, at: ParseState): Slices<Outcome> {
  return typeof value === 'object' && value !== null && at.large.has(value)
    ? yield* walk(schema, value, at)
    : parse(schema, value, at);
}

/** Checks entry by entry what is large, as far as the schema is of a kind that can be taken apart. */
function* walk(input: z.core.$ZodType, value: unknown, at: ParseState): Slices<Outcome> {
  if (typeof value !== 'object' || value === null) return parse(input, value, at);
  const { def } = (input as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return yield* walk(def.innerType, value, at);
    case 'array':
      return Array.isArray(value) && hasOnlyCounts(def.checks)
        ? yield* walkList(input, def.element, value, at)
        : parse(input, value, at);
    case 'record':
      return !Array.isArray(value) && maxKeysOf(input) < Infinity
        ? yield* walkRecord(input, def, value, at)
        : parse(input, value, at);
    case 'object':
      // Rules over several fields stay with the schema itself.
      return (def.checks ?? []).length > 0 || Array.isArray(value)
        ? parse(input, value, at)
        : yield* walkObject(def, value as Record<string, unknown>, at);
    case 'union':
      return yield* walkUnion(input, def.options, value, at);
    default:
      return parse(input, value, at);
  }
}

/** The first branch that fits; where none does, one issue with the first few of each branch. */
function* walkUnion(
  union: z.core.$ZodType,
  options: readonly z.core.$ZodType[],
  value: object,
  at: ParseState,
): Slices<Outcome> {
  const errors: z.core.$ZodIssue[][] = [];
  for (const option of options) {
    if (isDifferentKind(option, value)) continue;
    const outcome = yield* walk(option, value, { ...at, path: [], max: MAX_ISSUES });
    if (outcome.issues.length === 0) return outcome;
    errors.push(outcome.issues);
  }
  // Nothing in it was looked into: the schema itself says it best.
  if (errors.length === 0) return parse(union, value, at);
  const issue: z.core.$ZodIssue = {
    code: 'invalid_union',
    errors,
    path: at.path,
    input: value,
    message: 'Invalid input',
  };
  return { value: undefined, issues: [issue] };
}

/** Whether a branch is refused by a field that must have one certain value, as `type` is. */
function isDifferentKind(option: z.core.$ZodType, value: object): boolean {
  const { def } = (option as z.core.$ZodTypes)._zod;
  if (def.type === 'array') return !Array.isArray(value);
  if (def.type !== 'object') return false;
  return Object.entries(def.shape).some(([key, field]) => {
    const inner = (field as z.core.$ZodTypes)._zod.def;
    return inner.type === 'literal' && !inner.values.some((requested) => requested === valueOf(value, key));
  });
}

const valueOf = (value: object, key: string): unknown => (value as Record<string, unknown>)[key];

const hasOnlyCounts = (checks: readonly z.core.$ZodCheck<never>[] = []): boolean =>
  checks.every(({ _zod }) => _zod.def.check === 'max_length');

function* walkList(
  list: z.core.$ZodType,
  item: z.core.$ZodType,
  value: unknown[],
  at: ParseState,
): Slices<Outcome> {
  const maximum = maxItemsOf(list);
  if (value.length > maximum) return { value: undefined, issues: [itemsIssue(maximum, value, at.path)] };
  const items: unknown[] = [];
  const issues: z.core.$ZodIssue[] = [];
  for (const [index, entry] of value.entries()) {
    const outcome = yield* check(item, entry, under(at, index));
    items.push(outcome.value);
    issues.push(...outcome.issues);
    if (issues.length >= at.max) break;
    if (index % SLICE_STEPS === SLICE_STEPS - 1) yield;
  }
  return { value: items, issues };
}

function* walkRecord(
  record: z.core.$ZodType,
  { keyType, valueType }: z.core.$ZodRecordDef,
  value: object,
  at: ParseState,
): Slices<Outcome> {
  const maximum = maxKeysOf(record);
  const entries = Object.entries(value);
  if (entries.length > maximum) return { value: undefined, issues: [keysIssue(maximum, value, at.path)] };
  const items: Record<string, unknown> = {};
  const issues: z.core.$ZodIssue[] = [];
  for (const [index, [key, entry]] of entries.entries()) {
    if (key === '__proto__') continue;
    const outcome = yield* check(valueType, entry, under(at, key));
    items[key] = outcome.value;
    issues.push(...parse(keyType, key, under(at, key)).issues, ...outcome.issues);
    if (issues.length >= at.max) break;
    if (index % SLICE_STEPS === SLICE_STEPS - 1) yield;
  }
  return { value: items, issues };
}

function* walkObject(
  { shape, catchall }: z.core.$ZodObjectDef,
  value: Record<string, unknown>,
  at: ParseState,
): Slices<Outcome> {
  const fields: Record<string, unknown> = {};
  const issues: z.core.$ZodIssue[] = [];
  for (const [key, schema] of Object.entries(shape)) {
    const isPresent = key in value;
    const outcome = yield* check(schema, value[key], under(at, key));
    if (isPresent || outcome.value !== undefined) fields[key] = outcome.value;
    issues.push(...outcome.issues);
    if (issues.length >= at.max) return { value: undefined, issues };
  }
  if (catchall) {
    const remaining = Object.keys(value).filter((key) => !(key in shape) && key !== '__proto__');
    if (catchall._zod.def.type === 'never') {
      if (remaining.length > 0) issues.push(unknownKeys(remaining.slice(0, at.max), value, at.path));
    } else {
      for (const key of remaining) {
        const outcome = yield* check(catchall, value[key], under(at, key));
        fields[key] = outcome.value;
        issues.push(...outcome.issues);
        if (issues.length >= at.max) break;
      }
    }
  }
  return { value: fields, issues };
}

const unknownKeys = (
  keys: string[],
  input: Record<string, unknown>,
  path: PropertyKey[],
): z.core.$ZodIssue => ({
  code: 'unrecognized_keys',
  keys,
  path,
  input,
  message: `Unrecognized key${keys.length === 1 ? '' : 's'}: ${keys.map((key) => `"${key}"`).join(', ')}`,
});
