import type { z } from 'zod';
import { maxKeysOf } from './counts.ts';

/**
 * A quick answer for what is right, as nearly all that arrives is: the fields of a value are looked at once, without
 * zod's issues, copies and calls. Pages forbid making code at run time, which zod is quick by elsewhere.
 */

/** True where the schema would accept the value and give one that cannot be told from it. False says nothing. */
type Accepts = (value: unknown) => boolean;

/** By schema; null for one of a kind that is not looked at here. */
const existing = new WeakMap<z.core.$ZodType, Accepts | null>();

/** The quick check of a schema; null where it has none. */
export function acceptsOf(schema: z.core.$ZodType): Accepts | null {
  const found = existing.get(schema);
  if (found !== undefined) return found;
  // A schema that holds itself is met again before it is answered.
  existing.set(schema, null);
  const created = make(schema);
  existing.set(schema, created);
  return created;
}

function make(input: z.core.$ZodType): Accepts | null {
  const { def } = (input as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return ofString(def);
    case 'number':
      return ofNumber(def);
    case 'optional':
      return ofInner(def, undefined);
    case 'nullable':
      return ofInner(def, null);
    case 'array':
      return ofArray(def);
    case 'tuple':
      return ofTuple(def);
    case 'record':
      return ofRecord(input, def);
    case 'object':
      return ofObject(def);
    case 'union':
      return ofUnion(def);
    default:
      return ofSimple(def);
  }
}

/** Of what has no parts, and no checks beside being what it is. */
function ofSimple(def: z.core.$ZodTypes['_zod']['def']): Accepts | null {
  if (!hasNone(def)) return null;
  switch (def.type) {
    case 'boolean':
      return def.coerce ? null : (value) => typeof value === 'boolean';
    case 'null':
      return (value) => value === null;
    case 'unknown':
      return () => true;
    case 'literal':
      return (value) => def.values.some((requested) => requested === value);
    case 'enum': {
      const values = new Set<unknown>(Object.values(def.entries));
      // Those of TypeScript lead from numbers to names, too.
      const isOfTexts = [...values].every((value) => typeof value === 'string');
      return isOfTexts ? (value) => values.has(value) : null;
    }
    default:
      return null;
  }
}

type Checked = { checks?: readonly z.core.$ZodCheck<never>[] | undefined };

const hasNone = ({ checks = [] }: Checked): boolean => checks.length === 0;

function ofInner(
  def: z.core.$ZodOptionalDef | z.core.$ZodNullableDef,
  fallback: null | undefined,
): Accepts | null {
  const inner = acceptsOf(def.innerType);
  return inner && hasNone(def) ? (value) => value === fallback || inner(value) : null;
}

/** All of the checks of a schema; null where one of them is of a kind that `accepts` does not know. */
function ofChecks<T>(
  { checks = [] }: Checked,
  accepts: (check: z.core.$ZodChecks['_zod']['def']) => ((value: T) => boolean) | null,
): ((value: T) => boolean) | null {
  const all: ((value: T) => boolean)[] = [];
  for (const check of checks) {
    const item = accepts((check as z.core.$ZodChecks)._zod.def);
    if (item === null) return null;
    all.push(item);
  }
  return (value) => all.every((entry) => entry(value));
}

function ofString(def: z.core.$ZodStringDef): Accepts | null {
  // A string of a format is a check itself.
  if (def.coerce || 'format' in def || 'check' in def) return null;
  const isRight = ofChecks<string>(def, (check) => {
    if (check.check === 'min_length') return ({ length }) => length >= check.minimum;
    if (check.check === 'max_length') return ({ length }) => length <= check.maximum;
    if (check.check !== 'string_format' || check.format !== 'regex') return null;
    const { pattern } = check as z.core.$ZodCheckRegexDef;
    // Those go on from where they were.
    return pattern.global || pattern.sticky ? null : (text) => pattern.test(text);
  });
  return isRight && ((value) => typeof value === 'string' && isRight(value));
}

function ofNumber(def: z.core.$ZodNumberDef & { format?: string }): Accepts | null {
  if (def.coerce || (def.format !== undefined && def.format !== 'safeint')) return null;
  const isOfKind = def.format === undefined ? Number.isFinite : Number.isSafeInteger;
  const isRight = ofChecks<number>(def, (check) => {
    if (check.check !== 'greater_than' && check.check !== 'less_than') return null;
    const limit = check.value;
    if (typeof limit !== 'number') return null;
    const { inclusive } = check;
    if (check.check === 'greater_than') return (value) => value > limit || (inclusive && value === limit);
    return (value) => value < limit || (inclusive && value === limit);
  });
  return isRight && ((value) => typeof value === 'number' && isOfKind(value) && isRight(value));
}

function ofArray(def: z.core.$ZodArrayDef): Accepts | null {
  const item = acceptsOf(def.element);
  const isRight = ofChecks<readonly unknown[]>(def, (check) =>
    check.check === 'max_length'
      ? ({ length }) => length <= check.maximum
      : check.check === 'min_length'
        ? ({ length }) => length >= check.minimum
        : null,
  );
  return item && isRight && ((value) => Array.isArray(value) && isRight(value) && value.every(item));
}

function ofTuple(def: z.core.$ZodTupleDef): Accepts | null {
  const items = def.items.map(acceptsOf);
  if (def.rest || !hasNone(def) || items.includes(null)) return null;
  return (value) =>
    Array.isArray(value) &&
    value.length === items.length &&
    items.every((item, index) => item !== null && item(value[index]));
}

const isSimple = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function ofRecord(schema: z.core.$ZodType, def: z.core.$ZodRecordDef): Accepts | null {
  const key = (def.keyType as z.core.$ZodTypes)._zod.def;
  const item = acceptsOf(def.valueType);
  const maximum = maxKeysOf(schema);
  // A limit on the keys is a check of its own.
  const checks = def.checks?.length ?? 0;
  if (!item || key.type !== 'string' || acceptsOf(def.keyType) === null || !hasNone(key)) return null;
  if (checks !== (maximum === Infinity ? 0 : 1)) return null;
  return (value) => {
    if (!isSimple(value)) return false;
    const keys = Object.keys(value);
    return keys.length <= maximum && keys.every((name) => name !== '__proto__' && item(value[name]));
  };
}

/** Fields in the order of the schema, which is the order that it gives them. */
function ofObject(def: z.core.$ZodObjectDef): Accepts | null {
  const names = Object.keys(def.shape);
  const fields = names.map((name) => acceptsOf(def.shape[name]!));
  const positions = new Map(names.map((name, index) => [name, index]));
  const allowsUnknown = def.catchall !== undefined && acceptsOf(def.catchall) !== null;
  const catchall = (def.catchall as z.core.$ZodTypes | undefined)?._zod.def.type;
  if (!hasNone(def) || fields.includes(null)) return null;
  if (allowsUnknown ? catchall !== 'unknown' : catchall !== undefined && catchall !== 'never') return null;
  const needed = names.flatMap((name, index) =>
    (def.shape[name] as z.core.$ZodTypes)._zod.def.type === 'optional' ? [] : [index],
  );
  return (value) => {
    if (!isSimple(value)) return false;
    let last = -1;
    let missing = needed.length;
    for (const name of Object.keys(value)) {
      const index = positions.get(name);
      if (index === undefined) {
        if (!allowsUnknown || name === '__proto__') return false;
        // Whatever is not named comes behind what is.
        last = names.length;
        continue;
      }
      if (index <= last || !fields[index]!(value[name])) return false;
      last = index;
      if (needed.includes(index)) missing -= 1;
    }
    return missing === 0;
  };
}

function ofUnion(def: z.core.$ZodUnionDef): Accepts | null {
  if (!hasNone(def)) return null;
  return 'discriminator' in def && typeof def.discriminator === 'string'
    ? ofBranches(def.options, def.discriminator)
    : ofOptions(def.options);
}

/** Of unions that one field tells apart: the branch it names is the only one that can accept the value. */
function ofBranches(options: readonly z.core.$ZodType[], discriminator: string): Accepts | null {
  const branches = new Map<unknown, Accepts>();
  for (const option of options) {
    const { def } = (option as z.core.$ZodTypes)._zod;
    const accepts = acceptsOf(option);
    if (def.type !== 'object' || accepts === null) return null;
    const field = (def.shape[discriminator] as z.core.$ZodTypes | undefined)?._zod.def;
    if (field?.type !== 'literal') return null;
    for (const value of field.values) branches.set(value, accepts);
  }
  return (value) => isSimple(value) && branches.get(value[discriminator])?.(value) === true;
}

/** The first option that accepts, where none before it is of the value's kind: such a one might accept and change it. */
function ofOptions(options: readonly z.core.$ZodType[]): Accepts | null {
  const all = options.map((option) => ({ kind: kindOf(option), accepts: acceptsOf(option) }));
  return (value) => {
    const kind = kindOfValue(value);
    const first = all.find((option) => option.kind === null || option.kind === kind);
    return first?.accepts?.(value) === true;
  };
}

type Kind = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object' | 'other';

function kindOfValue(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'object' ? type : 'other';
}

/** The one kind of value that a schema can accept; null where that is not known. */
function kindOf(schema: z.core.$ZodType): Kind | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
      return def.coerce ? null : def.type;
    case 'null':
    case 'array':
    case 'object':
      return def.type;
    case 'record':
      return 'object';
    case 'literal': {
      const kinds = new Set(def.values.map(kindOfValue));
      return kinds.size === 1 ? ([...kinds][0] ?? null) : null;
    }
    default:
      return null;
  }
}
