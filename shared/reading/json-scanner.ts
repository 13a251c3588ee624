import { DistinctKeys } from './distinct-keys.ts';
import type { ParseLimits } from './limits.ts';

const DEFAULT = 0;
const QUOTE = 1;
const OPEN_LIST = 2;
const OPEN_OBJECT = 3;
const CLOSE = 4;
const COMMA = 5;

const SHORT_STRING_BYTES = 64;
/** Of the largest number that is an index and no name: 2^32 - 2. */
const MAX_NUMBER_KEY_DIGITS = 10;
/** How an escaped digit begins: \\u003. */
const ESCAPED_DIGIT = [0x5c, 0x75, 0x30, 0x30, 0x33];
const MAX_COUNT = 2 ** 31 - 1;
/** Keys of an object up to which engines keep objects of the same keys in the same shape. */
const MAX_SIMPLE_KEYS = 1000;
const BACKSLASH_BYTE = 0x5c;
const QUOTE_BYTE = 0x22;

const KIND = new Uint8Array(256);
KIND[QUOTE_BYTE] = QUOTE;
KIND[0x5b] = OPEN_LIST;
KIND[0x7b] = OPEN_OBJECT;
KIND[0x5d] = CLOSE;
KIND[0x7d] = CLOSE;
KIND[0x2c] = COMMA;

export type ScanProblem =
  | 'TOO_DEEP'
  | 'TOO_MANY_VALUES'
  | 'TOO_MANY_ITEMS'
  | 'TOO_MANY_KEYS'
  | 'TOO_MANY_NUMBER_KEYS'
  | 'TOO_MANY_DISTINCT_KEYS'
  | 'NOT_JSON';

type CountLimits = Omit<ParseLimits, 'bytes'>;

/**
 * Counts what JSON text would build, before anything is built: JSON.parse itself has no limits, and five million empty
 * objects in 15 MB take seconds and gigabytes. Works on pieces as they arrive; structure is ASCII, so a piece may end
 * inside a character. Whether the text is JSON at all is left to the parser.
 */
export class JsonScanner {
  readonly #limits: CountLimits;
  /** Per open list or object: what it has so far. */
  readonly #counts: number[] = [0];
  /** Per open list or object: how much it may have. */
  readonly #maxima: number[] = [MAX_COUNT];
  readonly #isList: number[] = [0];
  readonly #maxValues: number;
  #depth = 0;
  #values = 0;
  #inString = false;
  #escaped = false;
  /** Whether the next string names a key. */
  #atKey = false;
  #numberKeys = 0;
  readonly #maxNumberKeys: number;
  readonly #distinctKeys: DistinctKeys | null;
  /** Some limit is on the names of keys. */
  readonly #checksKeys: boolean;
  /** Some limit is on one list or object; else that on all values is met first. */
  readonly #countsEach: boolean;

  constructor(limits: CountLimits) {
    this.#limits = limits;
    this.#maxValues = limits.values;
    this.#maxNumberKeys = limits.numberKeys ?? Infinity;
    this.#distinctKeys =
      limits.distinctKeys === undefined ? null : new DistinctKeys(limits.distinctKeys, limits.keySeed ?? 0);
    this.#checksKeys = limits.numberKeys !== undefined || this.#distinctKeys !== null;
    this.#countsEach =
      this.#distinctKeys !== null || Math.min(limits.items, limits.keys, MAX_COUNT) < limits.values;
  }

  /** Items and keys so far. */
  get values(): number {
    return this.#values;
  }

  /** @returns the first limit that the text passes, or null. */
  push(bytes: Uint8Array): ScanProblem | null {
    const length = bytes.length;
    let at = this.#inString ? this.#skipString(bytes, 0) : 0;
    while (at < length) {
      // The loop that takes most of the time: whatever is no structure.
      let kind = KIND[bytes[at]!]!;
      at += 1;
      while (kind === DEFAULT && at < length) {
        kind = KIND[bytes[at]!]!;
        at += 1;
      }
      if (kind === DEFAULT) break;
      if (kind === QUOTE) {
        if (this.#atKey) {
          this.#atKey = false;
          const problem = this.#checksKeys ? this.#checkKey(bytes, at) : null;
          if (problem) return problem;
        }
        // Most strings are short and plain: found here without a call.
        const end = Math.min(length, at + SHORT_STRING_BYTES);
        const start = at;
        let code = 0;
        while (at < end && (code = bytes[at]!) !== QUOTE_BYTE && code !== BACKSLASH_BYTE) at += 1;
        at = code === QUOTE_BYTE && at < end ? at + 1 : this.#skipString(bytes, start);
        continue;
      }
      const problem = kind === COMMA ? this.#addItem() : kind === CLOSE ? this.#close() : this.#open(kind);
      if (problem) return problem;
    }
    return null;
  }

  #checkKey(bytes: Uint8Array, at: number): ScanProblem | null {
    if (mayBeNumber(bytes, at)) this.#numberKeys += 1;
    if (this.#numberKeys > this.#maxNumberKeys) return 'TOO_MANY_NUMBER_KEYS';
    const isLarge = this.#counts[this.#depth]! > MAX_SIMPLE_KEYS;
    return this.#distinctKeys?.add(bytes, at, isLarge) === false ? 'TOO_MANY_DISTINCT_KEYS' : null;
  }

  #addItem(): ScanProblem | null {
    const depth = this.#depth;
    this.#values += 1;
    if (this.#values > this.#maxValues) return 'TOO_MANY_VALUES';
    this.#atKey = this.#isList[depth] === 0;
    if (!this.#countsEach) return null;
    const items = this.#counts[depth]! + 1;
    this.#counts[depth] = items;
    if (items <= this.#maxima[depth]!) return null;
    return this.#isList[depth] ? 'TOO_MANY_ITEMS' : 'TOO_MANY_KEYS';
  }

  #open(kind: number): ScanProblem | null {
    this.#depth += 1;
    if (this.#depth > this.#limits.depth) return 'TOO_DEEP';
    this.#isList[this.#depth] = kind === OPEN_LIST ? 1 : 0;
    this.#maxima[this.#depth] = Math.min(
      kind === OPEN_LIST ? this.#limits.items : this.#limits.keys,
      MAX_COUNT,
    );
    this.#counts[this.#depth] = 0;
    return this.#addItem();
  }

  #close(): ScanProblem | null {
    if (this.#depth === 0) return 'NOT_JSON';
    this.#depth -= 1;
    this.#atKey = false;
    return null;
  }

  /** @returns the index after the closing quote, or the end of the bytes. */
  #skipString(bytes: Uint8Array, start: number): number {
    const length = bytes.length;
    let at = start;
    if (this.#escaped && at < length) {
      at += 1;
      this.#escaped = false;
    }
    this.#inString = true;
    // Most strings are short; in a long one the platform's own search is several times faster.
    let searchFrom = at + SHORT_STRING_BYTES;
    while (at < length) {
      const code = bytes[at]!;
      at += 1;
      if (code === QUOTE_BYTE) {
        this.#inString = false;
        return at;
      }
      if (code === BACKSLASH_BYTE) {
        if (at === length) this.#escaped = true;
        at += 1;
      } else if (at >= searchFrom) {
        at = nextStop(bytes, at);
        searchFrom = at + SHORT_STRING_BYTES;
      }
    }
    return length;
  }
}

/**
 * Whether a key is a whole number, as far as its first bytes tell. One that is cut off by the end of a piece, or has an
 * escaped digit, counts as one: both are rare in what people send.
 */
function mayBeNumber(bytes: Uint8Array, start: number): boolean {
  for (let at = start; at < bytes.length && at < start + MAX_NUMBER_KEY_DIGITS + 1; at += 1) {
    const code = bytes[at]!;
    if (code === QUOTE_BYTE) return at > start;
    if (code === BACKSLASH_BYTE) return ESCAPED_DIGIT.every((byte, i) => (bytes[at + i] ?? byte) === byte);
    if (code < 0x30 || code > 0x39) return false;
  }
  return bytes.length <= start + MAX_NUMBER_KEY_DIGITS;
}

/** @returns the index of the next quote or backslash, whichever comes first, or the length. */
function nextStop(bytes: Uint8Array, start: number): number {
  const quote = bytes.indexOf(QUOTE_BYTE, start);
  const end = quote === -1 ? bytes.length : quote;
  const backslash = bytes.subarray(start, end).indexOf(BACKSLASH_BYTE);
  return backslash === -1 ? end : start + backslash;
}
