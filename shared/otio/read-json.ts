import { parseJson } from '../reading/index.ts';
import { MAX_CLIPS } from '../timeline/index.ts';
import { TimelineFileError } from './refused.ts';

/** Limits of one `.otio` file; real ones of feature films are far below. */
export const OTIO_LIMITS = {
  bytes: 64 * 1024 * 1024,
  depth: 200,
  clips: MAX_CLIPS,
  /** Objects, lists and their entries: each takes some hundred bytes once read, be it written in two. */
  values: 5_000_000,
};

const CHUNK_CHARACTERS = 64 * 1024;

/** Whether a text has too many bytes to be read. */
export function isTooLarge(text: string): boolean {
  const { bytes } = OTIO_LIMITS;
  // A character takes three bytes at the most.
  if (text.length > bytes || text.length * 3 <= bytes) return text.length > bytes;
  const encoder = new TextEncoder();
  const chunk = new Uint8Array(CHUNK_CHARACTERS * 3);
  let size = 0;
  for (let at = 0; at < text.length && size <= bytes; at += CHUNK_CHARACTERS) {
    size += encoder.encodeInto(text.slice(at, at + CHUNK_CHARACTERS), chunk).written;
  }
  return size > bytes;
}

export const invalidOtio = (message: string): TimelineFileError => new TimelineFileError(message);

const BYTE_ORDER_MARK = '\ufeff';
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Index of the quote that ends the string starting at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}

const NOT_A_NUMBER = /-?(?:NaN|nan|Infinity|Inf|inf)\b/y;

/** The text with null for each number that JSON has no word for, and how many there were. */
function omitSpecialNumbers(text: string): { text: string; count: number } {
  if (!/NaN|nan|Inf|inf/.test(text)) return { text, count: 0 };
  let count = 0;
  const chunks: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at);
        break;
      case '-':
      case 'N':
      case 'n':
      case 'I':
      case 'i': {
        NOT_A_NUMBER.lastIndex = at;
        const match = NOT_A_NUMBER.exec(text);
        if (!match) break;
        chunks.push(text.slice(copied, at), 'null');
        at += match[0].length - 1;
        copied = at + 1;
        count += 1;
        break;
      }
      default:
    }
  }
  return { text: chunks.join('') + text.slice(copied), count };
}

/**
 * Reads OTIO's JSON, in which real programs write `NaN`, `Infinity` and `Inf`: these become null, and a time that holds
 * one counts as absent. Size, nesting and counts are checked before anything is built; integers beyond 2^53 lose digits.
 * @throws TimelineFileRefused for text that is too large, too deep or no JSON.
 */
export function readOtioJson(text: string): { value: unknown; notNumbers: number } {
  if (text.length > OTIO_LIMITS.bytes) {
    throw invalidOtio(`The timeline is larger than ${OTIO_LIMITS.bytes / 1024 / 1024} MB.`);
  }
  const { bytes, depth, values } = OTIO_LIMITS;
  const json = omitSpecialNumbers(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  const read = parseJson(json.text, {
    limits: { bytes, depth, values, items: values, keys: values },
    label: 'The timeline',
    hint: 'Split it and import the parts.',
  });
  if (read.ok) return { value: read.value, notNumbers: json.count };
  if (read.problem.limit !== undefined) throw invalidOtio(read.problem.message);
  throw invalidOtio(
    /^\uFEFF?\s*\{\s*"/.test(text)
      ? 'The timeline file is incomplete or damaged. Copy it again from where it came from, or export the timeline again.'
      : 'The file holds no OpenTimelineIO: it is not JSON. Choose one that ends in .otio or .otioz.',
  );
}
