import { losesDigits, readDecimal } from '#shared/reading/decimal.ts';
import {
  isAnyList,
  isFileValue,
  isListValue,
  isStoredList,
  NodeFailure,
  type FileValue,
  type JsonValue,
  type NodeValue,
} from './definition.ts';

/**
 * How values are read as what a pin carries: by the engine, which knows the pin's type as text, and by the typed pins
 * of node definitions. Each function gives the value in its type or throws a `NodeFailure` whose sentence names the
 * input by `label`.
 */

export interface NumberRange {
  min?: number;
  max?: number;
  /** With 1, other values are rounded: computed sizes are rarely whole, and nobody means half a pixel. */
  step?: number;
}

/**
 * Why a number that somebody set cannot be taken as it is; a wire may bring a computed fraction, a person means what they
 * write.
 * @throws NodeFailure for a fraction where only whole numbers go.
 */
export function requireInteger(value: NodeValue, label: string, isInteger: boolean): void {
  const read = toNumber(value);
  if (read === null) return;
  if (isInteger && !Number.isInteger(read)) {
    const below = Math.floor(read);
    throw invalid(`${label} must be a whole number, but is ${read}. Set ${below} or ${below + 1}.`);
  }
}

/** The finite number that a value is, also as text in decimal digits; null for any other value. */
function toNumber(value: NodeValue): number | null {
  if (typeof value === 'string') return readDecimal(value);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** @throws NodeFailure unless the value is a finite number in range, or text that reads as one and loses no digit. */
export function readNumber(value: NodeValue, label: string, { min, max, step }: NumberRange = {}): number {
  const read = toNumber(value);
  if (read === null) throw invalid(`${label} must be a number, but is ${describeValue(value)}.`);
  if (typeof value === 'string' && losesDigits(value)) {
    throw invalid(
      `${label} has more digits than a number holds: it would become ${BigInt(read)}. Set it with at most 15 digits.`,
    );
  }
  const exact = step === 1 ? Math.round(read) : read;
  if ((min !== undefined && exact < min) || (max !== undefined && exact > max)) {
    const range =
      min === undefined ? `at most ${max}` : max === undefined ? `at least ${min}` : `from ${min} to ${max}`;
    throw invalid(`${label} must be ${range}, but is ${read}.`);
  }
  return exact;
}

/** Numbers and booleans become text; other values become their JSON. */
export function readText(value: NodeValue, label: string): string {
  if (isFileValue(value) || isAnyList(value))
    throw invalid(`${label} must be text, but is ${describeValue(value)}.`);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function readBoolean(value: NodeValue, label: string): boolean {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 'true') return true;
  if (value === 0 || value === 'false') return false;
  throw invalid(`${label} must be true or false, but is ${describeValue(value)}.`);
}

/** One of the words; any text when there are none. */
export function readChoice<C extends string>(value: NodeValue, label: string, choices: readonly C[]): C {
  const text = isFileValue(value) ? null : readText(value, label);
  const found = choices.length === 0 ? (text as C | null) : choices.find((choice) => choice === text);
  if (found !== undefined && found !== null) return found;
  throw invalid(`${label} must be one of ${choices.join(', ')}, but is ${describeValue(value)}.`);
}

/** @param parse gives null for text that is no color. */
export function readColor<T>(value: NodeValue, label: string, parse: (text: string) => T | null): T {
  const read = typeof value === 'string' ? parse(value) : null;
  if (read !== null) return read;
  throw invalid(`${label} must be a color such as #ff8800 or tomato, but is ${describeValue(value)}.`);
}

/** Any JSON value, null included. */
export function readJson(value: NodeValue, label: string): JsonValue {
  if (!isFileValue(value) && !isAnyList(value)) return value;
  throw invalid(`${label} must be JSON, but is ${describeValue(value)}.`);
}

export function readFile(value: NodeValue, label: string): FileValue {
  if (isFileValue(value)) return value;
  throw invalid(`${label} must be a file, but is ${describeValue(value)}.`);
}

export type MediaKind = 'image' | 'audio' | 'video';
const MEDIA_NOUNS = { image: 'an image', audio: 'a sound', video: 'a video' } as const;

/** Registered names of containers, which do not say whether there are pictures or sound inside. */
const CONTAINERS = new Set(['application/mxf', 'application/mp4', 'application/ogg']);

/** A file of a kind. A type that the uploader did not know is left to the decoder, which looks at the bytes. */
export function readMedia(value: NodeValue, label: string, kind: MediaKind): FileValue {
  const expected = `${label} must be ${MEDIA_NOUNS[kind]}`;
  if (!isFileValue(value)) throw invalid(`${expected}, but is ${describeValue(value)}.`);
  const { contentType, filename } = value;
  const hasSpecificType = contentType !== '' && contentType !== 'application/octet-stream';
  if (
    !hasSpecificType ||
    contentType.startsWith(`${kind}/`) ||
    (kind !== 'image' && CONTAINERS.has(contentType))
  )
    return value;
  throw invalid(`${expected}, but ${filename} is ${contentType}. Plug in another file.`);
}

/** A value in words for a sentence: `“abc”`, `5`, `the file photo.jpg`, `a list`. */
export function describeValue(value: NodeValue): string {
  if (value === null) return 'empty';
  if (isFileValue(value)) return `the file ${value.filename}`;
  if (isStoredList(value)) return `a list of ${itemCount(value.count)}`;
  if (isListValue(value)) return `a list of ${itemCount(value.items.length)}`;
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return value === '' ? 'empty' : `“${value.length > 60 ? `${value.slice(0, 60)}…` : value}”`;
    case 'number':
      return Number.isFinite(value) ? String(value) : 'not a finite number';
    case 'boolean':
      return String(value);
    default:
      return 'a JSON object';
  }
}

const itemCount = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'item' : 'items'}`;

/** The failure of an input that holds the wrong thing; the sentence names the input. */
export function invalid(sentence: string): NodeFailure {
  return new NodeFailure('INPUT_INVALID', sentence);
}
