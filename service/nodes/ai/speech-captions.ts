import type { SpeechSegment } from './library/library-media.ts';

/** Captions of what was said: segments that a model told, put together where they are words and taken apart where they are long. */

export interface SpeechCaption {
  /** Seconds. */
  from: number;
  to: number;
  words: string;
}

/** Two lines of forty-two characters and six seconds are what viewers read with ease. */
const MAX_LENGTH = 84;
const LINE_LENGTH = 42;
const MAX_SECONDS = 6;
/** A pause that ends a caption, in seconds. */
const PAUSE = 0.8;
/** Characters that are spoken a second, where a model tells no times. */
const RATE = 15;

/** So many characters from the middle a line still ends after a comma. */
const PUNCTUATION_BONUS = 8;
const SENTENCE_END = /[.!?…。！？]["'”’»]?$/;
/** Written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u;

const isTime = (value: number): boolean => Number.isFinite(value) && value >= 0;

function joined(before: string, next: string): string {
  if (before === '') return next;
  return UNSPACED.test(before) || /^[,.!?;:…]/.test(next) ? before + next : `${before} ${next}`;
}

/** Splits text at spaces into lines of `length` at most; a longer word stays whole. */
function wrapText(text: string, length: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > length) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

/** One segment that is longer than a caption, as several, each with its share of the time. */
function splitSegment({ text, from, to }: SpeechSegment): SpeechSegment[] {
  const byTime = Math.ceil((to - from) / MAX_SECONDS);
  const count = Math.max(Math.ceil(text.length / MAX_LENGTH), byTime);
  const lines = count <= 1 ? [text] : wrapText(text, Math.max(20, Math.ceil(text.length / count)));
  const total = lines.reduce((sum, line) => sum + line.length, 0);
  let start = from;
  return lines.map((line) => {
    const end = start + ((to - from) * line.length) / Math.max(1, total);
    const split = { text: line, from: start, to: end };
    start = end;
    return split;
  });
}

/** In two lines of about equal length where one does not hold it. */
function inLines(text: string): string {
  if (text.length <= LINE_LENGTH) return text;
  const middle = text.length / 2;
  // After a comma a line may end earlier or later than in the middle.
  const costAt = (at: number): number =>
    Math.abs(at - middle) - (/[,;:.!?]/.test(text.charAt(at - 1)) ? PUNCTUATION_BONUS : 0);
  let best = -1;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1))
    if (best < 0 || costAt(at) < costAt(best)) best = at;
  return best < 0 ? text : `${text.slice(0, best)}\n${text.slice(best + 1)}`;
}

/** Segments that can be used, in order of time: none overlaps the next, and each lasts a while. */
function sortSegments(segments: readonly SpeechSegment[]): SpeechSegment[] {
  const usable = segments
    .map((segment) => ({ ...segment, text: segment.text.replaceAll(/\s+/g, ' ').trim() }))
    .filter(({ text, from, to }) => text !== '' && isTime(from) && isTime(to))
    .toSorted((a, b) => a.from - b.from);
  return usable.map((segment, at) => {
    const next = usable[at + 1]?.from ?? Number.POSITIVE_INFINITY;
    const to = Math.min(Math.max(segment.to, segment.from + 0.1), Math.max(next, segment.from + 0.05));
    return { ...segment, to };
  });
}

/** @returns captions in order of time, none of which overlaps another. */
export function captionsOfSegments(segments: readonly SpeechSegment[]): SpeechCaption[] {
  const captions: SpeechSegment[] = [];
  let open: SpeechSegment | null = null;
  for (const segment of sortSegments(segments).flatMap(splitSegment)) {
    const text: string = open === null ? segment.text : joined(open.text, segment.text);
    const isNew =
      open === null ||
      text.length > MAX_LENGTH ||
      segment.from - open.to > PAUSE ||
      segment.to - open.from > MAX_SECONDS ||
      SENTENCE_END.test(open.text);
    if (open !== null && !isNew) open = { text, from: open.from, to: segment.to };
    else {
      if (open !== null) captions.push(open);
      open = segment;
    }
  }
  if (open !== null) captions.push(open);
  return captions.map(({ text, from, to }) => ({ from, to, words: inLines(text) }));
}

/** Captions of a text whose times nobody told: over the whole length, by how long each segment is. */
export function captionsOfText(text: string, seconds: number | null): SpeechCaption[] {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line === '' ? [] : captionsOfSegments([{ text: line, from: 0, to: seconds ?? line.length / RATE }]);
}
