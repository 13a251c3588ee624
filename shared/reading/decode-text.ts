import { bytesLabel } from './limits.ts';
import { detectEncoding } from './guess-encoding.ts';
import type { TextEncoding } from './text-encodings.ts';

/** Bytes of a text file to text, with a report of what was put right. Every reader of text files begins here. */

/** What is worth saying of how a text was read. */
export interface TextReport {
  encoding: TextEncoding;
  /** Nothing in the file says the encoding: somebody has to look whether accents are right. */
  isGuess: boolean;
  /** Control signs that were left out; texts have none but tabs and line ends. */
  controls: number;
  /** Places whose bytes are no signs of the encoding; each is a U+FFFD. */
  replaced: number;
}

export type DecodedText =
  | { ok: true; text: string; report: TextReport }
  /** A sentence that says what to do. */
  | { ok: false; problem: string };

/** The same with the bytes, for who reads them again in another encoding. */
export type DecodedTextFile =
  | (Extract<DecodedText, { ok: true }> & { bytes: Uint8Array })
  | Extract<DecodedText, { ok: false }>;

/** What a text file is to be. */
export interface TextOptions {
  maxBytes: number;
  /** Follows a sentence on size: "Split it." */
  hint: string;
  /** "captions", "a table". */
  kind: string;
}

/** A file as browsers have it. */
export interface TextSource {
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Bytes that are looked at to tell UTF-16 without a mark. */
const SAMPLE_BYTES = 8192;
/** Bytes that are looked at to tell UTF-8 with a few wrong bytes from another encoding. */
const UTF8_SAMPLE_BYTES = 1024 * 1024;
/** Of the signs of a text at most this part are control signs; other kinds of files have more. */
const MAX_CONTROL_SHARE = 0.02;
const MIN_CONTROLS = 8;

/** The half of each two bytes that is zero in most cases, as in UTF-16 without a mark; null where there is none. */
function zeroHalf(bytes: Uint8Array): 'first' | 'second' | null {
  const sample = bytes.subarray(0, Math.min(bytes.length, SAMPLE_BYTES) & ~1);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const pairs = sample.length / 2;
  const [first = 0, second = 0] = zeros.map((count) => count / pairs);
  if (pairs < 2) return null;
  // Texts in ideographs have zeros only in their spaces, digits and line ends.
  const isMost = (share: number, candidate: number): boolean =>
    share > 0.25 ? candidate < 0.1 : share > 0.03 && pairs > 100 && candidate === 0;
  if (isMost(first, second)) return 'first';
  return isMost(second, first) ? 'second' : null;
}

/** Of UTF-8: sequences of several bytes that are whole, and bytes that are none. */
function utf8Counts(bytes: Uint8Array): { full: number; invalidCount: number } {
  const end = Math.min(bytes.length, UTF8_SAMPLE_BYTES);
  let whole = 0;
  let invalidCount = 0;
  for (let at = 0; at < end;) {
    const byte = bytes[at] ?? 0;
    const length =
      byte < 0x80 ? 1 : byte >= 0xc2 && byte < 0xe0 ? 2 : byte >> 4 === 14 ? 3 : byte >> 3 === 30 ? 4 : 0;
    let next = at + 1;
    while (next < at + length && ((bytes[next] ?? 0) & 0xc0) === 0x80) next += 1;
    const isComplete = length > 0 && next === at + length;
    if (length > 1 && isComplete) whole += 1;
    // The end of a file within a sign is no wrong byte, if there are others: alone it is a letter of another encoding.
    if (!isComplete && (next < bytes.length || whole === 0)) invalidCount += 1;
    at = Math.max(at + 1, next);
  }
  return { full: whole, invalidCount };
}

type FoundEncoding = Pick<TextReport, 'encoding' | 'isGuess'>;

/** What the bytes say of their encoding. */
async function encodingOf(bytes: Uint8Array): Promise<FoundEncoding> {
  const exactEncoding = (encoding: TextEncoding): FoundEncoding => ({ encoding, isGuess: false });
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return exactEncoding('utf-8');
  if (first === 0xff && second === 0xfe) return exactEncoding('utf-16le');
  if (first === 0xfe && second === 0xff) return exactEncoding('utf-16be');
  const zeros = zeroHalf(bytes);
  if (zeros !== null) return exactEncoding(zeros === 'second' ? 'utf-16le' : 'utf-16be');
  const { full: valid, invalidCount } = utf8Counts(bytes);
  if (invalidCount === 0 || valid >= invalidCount * 10) return exactEncoding('utf-8');
  return { encoding: await detectEncoding(bytes), isGuess: true };
}

const CONTROLS = /[\p{Cc}--[\t\n\r]]|[\uFFFE\uFFFF]/gv;

const countOf = (text: string, sign: string): number => {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
};

function isComplete(bytes: Uint8Array, encoding: TextEncoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads bytes as text: UTF-8 and UTF-16 with and without a mark, else the likeliest encoding. Control signs are left out.
 * @param encoding what a person chose; a mark in the file is left out all the same.
 */
export async function decodeText(
  bytes: Uint8Array,
  options: Pick<TextOptions, 'kind'>,
  encoding?: TextEncoding,
): Promise<DecodedText> {
  if (encoding !== undefined) return decodeTextAs(bytes, options, encoding);
  return decodeFound(bytes, options, await encodingOf(bytes));
}

/** @see decodeText, in the encoding that a person chose. */
export const decodeTextAs = (
  bytes: Uint8Array,
  options: Pick<TextOptions, 'kind'>,
  encoding: TextEncoding,
): DecodedText => decodeFound(bytes, options, { encoding, isGuess: true });

function decodeFound(
  bytes: Uint8Array,
  { kind }: Pick<TextOptions, 'kind'>,
  found: FoundEncoding,
): DecodedText {
  const decoded = new TextDecoder(found.encoding, { fatal: false }).decode(bytes);
  let controls = 0;
  const text = decoded.replace(CONTROLS, () => {
    controls += 1;
    return '';
  });
  if (controls > Math.max(MIN_CONTROLS, decoded.length * MAX_CONTROL_SHARE)) {
    return {
      ok: false,
      problem: `The file is not text but some other kind of file. Choose one that holds ${kind}.`,
    };
  }
  const marks = countOf(text, '\uFFFD');
  // The sign that stands for wrong bytes may be in the file itself.
  const replaced = marks > 0 && !isComplete(bytes, found.encoding) ? marks : 0;
  // Vietnamese has letters and their marks apart there; everything else writes them in one.
  const full = found.encoding === 'windows-1258' ? text.normalize('NFC') : text;
  return { ok: true, text: full, report: { ...found, controls, replaced } };
}

/**
 * Reads a text file that a person chose.
 * @param encoding that the person chose, where the guess was wrong.
 */
export async function readTextFile(
  file: TextSource,
  options: TextOptions,
  encoding?: TextEncoding,
): Promise<DecodedTextFile> {
  if (file.size > options.maxBytes) {
    return {
      ok: false,
      problem: `The file is larger than ${bytesLabel(options.maxBytes)}. ${options.hint}`,
    };
  }
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return {
      ok: false,
      problem: 'The file cannot be read. Look whether it is still there, and choose it again.',
    };
  }
  const decoded = await decodeText(bytes, options, encoding);
  return decoded.ok ? { ...decoded, bytes } : decoded;
}
