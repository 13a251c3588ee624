import { jsonFault } from './json-fault.ts';
import { JsonScanner, type ScanProblem } from './json-scanner.ts';
import { parsePreservingIntegers } from './long-integers.ts';
import { excess, unreadable, type Reading, type ReadingLimits, type ReadingSubject } from './limits.ts';
import { dropPrototypeKeysInSlices } from './prototype-keys.ts';
import { drain, type Slices } from './slices.ts';

/** From text or bytes that are here already to a value, within limits. */

export interface JsonReading extends ReadingSubject {
  limits: ReadingLimits;
  /** Given to keep whole numbers that do not fit as text: called with them, if there are any. Else they are rounded. */
  onUnsafeIntegers?: (preserved: readonly string[]) => void;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const encoder = new TextEncoder();

const CHUNK_CHARACTERS = 16 * 1024;
/** A UTF-16 unit takes at most three bytes of UTF-8. */
const CHUNK_BYTES = CHUNK_CHARACTERS * 3;

/** Decodes UTF-8 strictly; a byte order mark at the start is left out. */
export function decodeUtf8(bytes: Uint8Array, context: ReadingSubject): Reading<string> {
  try {
    return { ok: true, value: utf8.decode(bytes) };
  } catch (error) {
    return unreadable('NOT_UTF8', 'is not valid UTF-8 text', context, error);
  }
}

/**
 * Parses JSON text that came from outside. Size, depth and counts are checked before anything is built; keys named
 * `__proto__` are dropped.
 */
export function parseJson(text: string, reading: JsonReading): Reading<unknown> {
  const { limits } = reading;
  if (text.length > limits.bytes) return excess('TOO_LARGE', limits.bytes, reading);
  const scanner = new JsonScanner(limits);
  const chunk = new Uint8Array(Math.min(CHUNK_BYTES, text.length * 3));
  let size = 0;
  for (let at = 0; at < text.length; at += CHUNK_CHARACTERS) {
    const { written } = encoder.encodeInto(text.slice(at, at + CHUNK_CHARACTERS), chunk);
    size += written;
    if (size > limits.bytes) return excess('TOO_LARGE', limits.bytes, reading);
    const problem = scanner.push(chunk.subarray(0, written));
    if (problem) return scanProblem(problem, reading);
  }
  return parseScanned(text, reading, reading.onUnsafeIntegers);
}

/** Parses the UTF-8 bytes of JSON; else as `parseJson`. */
export function parseJsonBytes(bytes: Uint8Array, reading: JsonReading): Reading<unknown> {
  const { limits } = reading;
  if (bytes.length > limits.bytes) return excess('TOO_LARGE', limits.bytes, reading);
  const problem = new JsonScanner(limits).push(bytes);
  if (problem) return scanProblem(problem, reading);
  const text = decodeUtf8(bytes, reading);
  return text.ok ? parseScanned(text.value, reading, reading.onUnsafeIntegers) : text;
}

/** What the scanner found, as a problem with its sentence. */
export function scanProblem(problem: ScanProblem, reading: JsonReading): Reading<never> {
  if (problem === 'NOT_JSON') {
    return unreadable('NOT_JSON', 'is not JSON: a bracket closes that was never opened', reading);
  }
  const limit = {
    TOO_DEEP: reading.limits.depth,
    TOO_MANY_VALUES: reading.limits.values,
    TOO_MANY_ITEMS: reading.limits.items,
    TOO_MANY_KEYS: reading.limits.keys,
    TOO_MANY_NUMBER_KEYS: reading.limits.numberKeys ?? reading.limits.values,
    TOO_MANY_DISTINCT_KEYS: reading.limits.distinctKeys ?? reading.limits.values,
  }[problem];
  return excess(problem, limit, reading);
}

/** Parses text that the scanner has passed. */
const parseScanned = (
  text: string,
  context: ReadingSubject,
  onUnsafeIntegers: JsonReading['onUnsafeIntegers'],
): Reading<unknown> => drain(parseScannedInSlices(text, context, onUnsafeIntegers));

/** As `parseScanned`; what comes after the parsing itself pauses now and then. */
export function* parseScannedInSlices(
  text: string,
  context: ReadingSubject,
  onUnsafeIntegers?: JsonReading['onUnsafeIntegers'],
): Slices<Reading<unknown>> {
  if (!/\S/.test(text)) return unreadable('EMPTY', 'is empty', context);
  try {
    const { value, kept } = onUnsafeIntegers
      ? parsePreservingIntegers(text)
      : { value: JSON.parse(text) as unknown, kept: [] };
    if (kept.length > 0) onUnsafeIntegers?.(kept);
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
