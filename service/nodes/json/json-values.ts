// Not by its index: a native child starts faster without the schemas there.
import { jsonFault } from '#shared/reading/json-fault.ts';
import { DEFAULT_LIMITS, type ParseLimits } from '#shared/reading/limits.ts';
import { parseJson as readText } from '#shared/reading/parse-json.ts';
import { pathsOfPrototypeKeys } from '#shared/reading/prototype-keys.ts';
import type { JsonValue } from '../definition.ts';
import { invalid } from '../pins.ts';

export type JsonObject = { [key: string]: JsonValue };
export type JsonPath = readonly (string | number)[];

/** Deepest nesting that is read: deeper data breaks recursive code everywhere behind it. */
const DEPTH_LIMIT = 200;

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads JSON text; failures say where the text goes wrong. Whole numbers that are too long for a number stay as text.
 * @param onUnsafeIntegers called with these, if there are any.
 */
export function parseJson(
  source: string,
  label: string,
  onUnsafeIntegers: (integers: readonly string[]) => void = () => {},
): JsonValue {
  const options = {
    limits: TEXT_LIMITS,
    label,
    hint: 'Shorten it.',
    onUnsafeIntegers,
  };
  const read = readText(source, options);
  if (!read.ok) {
    const { code, message } = read.problem;
    if (code !== 'NOT_JSON' && code !== 'EMPTY') throw invalid(message);
    throw invalid(
      `${label} is not valid JSON: ${jsonFault(source)}. Check for missing quotes, commas or brackets.`,
    );
  }
  if (pathsOfPrototypeKeys(read.value).length > 0) throw prototypeKey(label);
  // Parsed just now, so it is JSON.
  return read.value as JsonValue;
}

const TEXT_LIMITS: ParseLimits = { ...DEFAULT_LIMITS, depth: DEPTH_LIMIT };

const prototypeKey = (label: string) => invalid(`${label} has a key named __proto__. Rename it.`);

/** Refuses data nested too deep, and the key `__proto__` anywhere in it. */
export function assertSafeJson(value: JsonValue, label: string): void {
  const open: { value: JsonValue; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > DEPTH_LIMIT) throw invalid(`${label} is nested deeper than ${DEPTH_LIMIT} levels.`);
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (Object.hasOwn(next.value, '__proto__')) throw prototypeKey(label);
    for (const child of Object.values(next.value)) open.push({ value: child, depth: next.depth + 1 });
  }
}

/**
 * Reads a path such as `people[0].name`, `list[-1]` (the last) or `["odd key"]`. Empty text is the whole value.
 * Null when it is not a path, or reaches for an object's prototype.
 */
export function parsePath(source: string): JsonPath | null {
  const path: (string | number)[] = [];
  const step = /\.?([^.[\]"'\s][^.[\]"']*)|\[(-?\d{1,9})\]|\["([^"]*)"\]|\['([^']*)'\]/y;
  const text = source.trim();
  while (step.lastIndex < text.length) {
    const match = step.exec(text);
    if (match === null) return null;
    const [, word, index, double, single] = match;
    const key = index === undefined ? (word?.trim() ?? double ?? single ?? '') : Number(index);
    if (key === '__proto__') return null;
    path.push(key);
  }
  return path;
}

/** The value at a path; undefined when there is none. */
export function getByPath(value: JsonValue, path: JsonPath): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const key of path) {
    if (Array.isArray(found)) {
      const index = typeof key === 'number' ? key : /^\d+$/.test(key) ? Number(key) : Number.NaN;
      found = found.at(index >= -found.length ? index : found.length);
      if (Number.isNaN(index)) return undefined;
    } else if (isJsonObject(found) && Object.hasOwn(found, String(key))) {
      found = found[String(key)];
    } else {
      return undefined;
    }
  }
  return found;
}

/** As `parsePath`, but fails with a sentence. */
export function readPath(source: string, label: string): JsonPath {
  const path = parsePath(source);
  if (path !== null) return path;
  throw invalid(`${label} “${source.slice(0, 80)}” is not a path. Write it like people[0].name.`);
}

/** Lists are made no longer than this by setting an entry far behind their end. */
const LIST_LIMIT = 100_000;

/** A copy with the value at the path set; objects and lists missing on the way are made. */
export function setByPath(target: JsonValue, path: JsonPath, value: JsonValue): JsonValue {
  const [key, ...remaining] = path;
  if (key === undefined) return value;
  if (Array.isArray(target) || (typeof key === 'number' && !isJsonObject(target))) {
    const list = Array.isArray(target) ? [...target] : [];
    const index = typeof key === 'number' ? (key < 0 ? list.length + key : key) : Number(key);
    if (!Number.isInteger(index) || index < 0)
      throw invalid(`A list has no entry “${key}”. Use a number from 0.`);
    if (index >= LIST_LIMIT) throw invalid(`A list holds up to ${LIST_LIMIT} entries; ${index} is beyond.`);
    while (list.length < index) list.push(null);
    list[index] = setByPath(list[index] ?? null, remaining, value);
    return list;
  }
  const object = isJsonObject(target) ? { ...target } : {};
  const name = String(key);
  object[name] = setByPath(Object.hasOwn(object, name) ? (object[name] ?? null) : null, remaining, value);
  return object;
}

/** The second over the first. Both must have passed `assertSafeJson`. */
export function mergeJson(
  first: JsonValue,
  second: JsonValue,
  options: { deep: boolean; append: boolean },
): JsonValue {
  if (Array.isArray(first) && Array.isArray(second)) return options.append ? [...first, ...second] : second;
  if (!isJsonObject(first) || !isJsonObject(second)) return second;
  const merged: JsonObject = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const before = Object.hasOwn(merged, key) ? merged[key] : undefined;
    const isNested = isJsonObject(before) ? options.deep : Array.isArray(before);
    merged[key] = before !== undefined && isNested ? mergeJson(before, value, options) : value;
  }
  return merged;
}
