import { jsonFault, stripByteOrderMark } from './json-fault.ts';
import { JsonScanner, type ScanProblem } from './json-scanner.ts';
import { parsePreservingIntegers } from './long-integers.ts';
import { excess, unreadable, type ReadResult, type ParseLimits, type ParseOptions } from './limits.ts';
import { dropPrototypeKeysInSlices } from './prototype-keys.ts';
import { drain, type Slices } from './slices.ts';

/** From text or bytes that are here already to a value, within limits. */

export interface JsonParseOptions extends ParseOptions {
  limits: ParseLimits;
  /** Given to keep whole numbers that do not fit as text: called with them, if there are any. Else they are rounded. */
  onUnsafeIntegers?: (preserved: readonly string[]) => void;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const encoder = new TextEncoder();

const CHUNK_CHARACTERS = 16 * 1024;
/** A UTF-16 unit takes at most three bytes of UTF-8. */
const CHUNK_BYTES = CHUNK_CHARACTERS * 3;

/** Decodes UTF-8 strictly; a byte order mark at the start is left out. */
export function decodeUtf8(bytes: Uint8Array, context: ParseOptions): ReadResult<string> {
  try {
    return { ok: true, value: utf8.decode(bytes) };
  } catch (error) {
    return unreadable('NOT_UTF8', 'is not valid UTF-8 text', context, error);
  }
}

/**
 * Parses JSON text that came from outside; a byte order mark at the start is left out. Size, depth and counts are checked before anything is built; keys named
 * `__proto__` are dropped.
 */
export function parseJson(text: string, options: JsonParseOptions): ReadResult<unknown> {
  const { limits } = options;
  if (text.length > limits.bytes) return excess('TOO_LARGE', limits.bytes, options);
  const scanner = new JsonScanner(limits);
  const chunk = new Uint8Array(Math.min(CHUNK_BYTES, text.length * 3));
  let size = 0;
  for (let at = 0; at < text.length; at += CHUNK_CHARACTERS) {
    const { written } = encoder.encodeInto(text.slice(at, at + CHUNK_CHARACTERS), chunk);
    size += written;
    if (size > limits.bytes) return excess('TOO_LARGE', limits.bytes, options);
    const problem = scanner.push(chunk.subarray(0, written));
    if (problem) return scanProblem(problem, options);
  }
  return parseScanned(stripByteOrderMark(text), options, options.onUnsafeIntegers);
}

/** Parses the UTF-8 bytes of JSON; else as `parseJson`. */
export function parseJsonBytes(bytes: Uint8Array, options: JsonParseOptions): ReadResult<unknown> {
  const { limits } = options;
  if (bytes.length > limits.bytes) return excess('TOO_LARGE', limits.bytes, options);
  const problem = new JsonScanner(limits).push(bytes);
  if (problem) return scanProblem(problem, options);
  const text = decodeUtf8(bytes, options);
  return text.ok ? parseScanned(text.value, options, options.onUnsafeIntegers) : text;
}

/** What the scanner found, as a problem with its sentence. */
export function scanProblem(problem: ScanProblem, options: JsonParseOptions): ReadResult<never> {
  if (problem === 'NOT_JSON') {
    return unreadable('NOT_JSON', 'is not JSON: a bracket closes that was never opened', options);
  }
  const limit = {
    TOO_DEEP: options.limits.depth,
    TOO_MANY_VALUES: options.limits.values,
    TOO_MANY_ITEMS: options.limits.items,
    TOO_MANY_KEYS: options.limits.keys,
    TOO_MANY_NUMBER_KEYS: options.limits.numberKeys ?? options.limits.values,
    TOO_MANY_DISTINCT_KEYS: options.limits.distinctKeys ?? options.limits.values,
  }[problem];
  return excess(problem, limit, options);
}

/** Parses text that the scanner has passed. */
const parseScanned = (
  text: string,
  context: ParseOptions,
  onUnsafeIntegers: JsonParseOptions['onUnsafeIntegers'],
): ReadResult<unknown> => drain(parseScannedInSlices(text, context, onUnsafeIntegers));

/** As `parseScanned`; what comes after the parsing itself pauses now and then. */
export function* parseScannedInSlices(
  text: string,
  context: ParseOptions,
  onUnsafeIntegers?: JsonParseOptions['onUnsafeIntegers'],
): Slices<ReadResult<unknown>> {
  if (!/\S/.test(text)) return unreadable('EMPTY', 'is empty', context);
  try {
    const { value, preserved } = onUnsafeIntegers
      ? parsePreservingIntegers(text)
      : { value: JSON.parse(text) as unknown, preserved: [] };
    if (preserved.length > 0) onUnsafeIntegers?.(preserved);
    // The key can be written with escapes, which only show after parsing.
    if (text.includes('__proto__') || (text.includes('\\') && /\\u005f/i.test(text))) {
      yield;
      yield* dropPrototypeKeysInSlices(value);
    }
    return { ok: true, value };
  } catch (error) {
    return unreadable('NOT_JSON', `is not JSON: ${jsonFault(text)}`, context, error);
  }
}
