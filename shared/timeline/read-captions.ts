import { simpleOf, timesOf, type Times } from './caption-times.ts';
import { simpleWords } from './caption-words.ts';
import { MAX_SECONDS } from './document.ts';
import { unrollCaptions } from './rolled-captions.ts';

/**
 * Reads SubRip (.srt) and WebVTT (.vtt) as programs and people write them. A cue is what stands between its times and those
 * of the next: blank lines may be missing or too many, numbers may be missing, times have several forms.
 */

export interface Caption {
  /** Seconds. */
  from: number;
  to: number;
  words: string;
}

/** How many captions were put right or left out, by why. */
export interface CaptionReport {
  /** Left out: no words. */
  emptyCount: number;
  /** Left out: they end before they begin, or as they begin, or after all that a timeline can hold. */
  zeroLengthCount: number;
  /** Left out: the words of another stand there all the time. */
  covered: number;
  /** They begin when the one before has ended. */
  truncatedCount: number;
  /** They had an empty line within. */
  joined: number;
  /** No empty line stood before them. */
  unseparated: number;
  /** They began before the one above them. */
  unsorted: number;
  /** Styles, places or voices were left out. */
  styled: number;
  /** They repeated lines of the one before, as captions that roll up do. */
  rolled: number;
  /** Their words were cut at the most that a caption has. */
  cut: number;
}

export type ReadCaptions =
  | { ok: true; captions: Caption[]; report: CaptionReport }
  | { ok: false; problem: string };

/** Characters of a file that is read: hours of talk are far below. */
const MAX_CAPTION_TEXT = 10_000_000;
const MAX_CAPTIONS = 20_000;
const MAX_WORDS = 10_000;
const MAX_LINE = 20_000;
/** Characters of one cue that are looked at, with its styles. */
const MAX_CUE = 10 * MAX_WORDS;

/** More empty lines than two say no more than two. */
const BLANK_LINES = /(\r\n|\r|\n)(?:[ \t]*(?:\r\n|\r|\n)){3,}/g;

/** The lines of a text as the reader of captions takes them: none too long, and no more than two empty ones together. */
export const captionLines = (text: string): string[] =>
  text
    .replace(BLANK_LINES, '$1$1$1')
    .split(/\r\n|\r|\n/)
    .map((line) => line.slice(0, MAX_LINE));

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';
/** Notes, styles, and the head of a file: streams are saved as many files behind each other. */
const BLOCK = /^(?:NOTE|STYLE|REGION|\p{Cf}{0,9}WEBVTT)(?:\s|$)/u;
/** The beginning of a line of times. */
const CUT_TIMES = /^\s{0,20}\d{1,4}(?::[\d:.,\s]{0,30}(?:-{0,2}>?[\d:.,\s]{0,30})?)?$/;
const NUMBER = /^\s{0,20}(\d{1,9})\s{0,20}$/;

/** A line of times with what stands above it of its own: a number, or a name of WebVTT. */
interface Head extends Times {
  /** Index of the first line that is its own, and of the first below its times. */
  begin: number;
  end: number;
  isSeparated: boolean;
  /** A number or a name stands above its times. */
  isNamed: boolean;
}

/**
 * Lines of times that are words: where every other one has a number and an empty line above, one without either is quoted unless
 * it stands in the order of time, as a cue that lost both.
 */
function quotedTimes(heads: readonly Head[]): Set<Head> {
  const isBare = ({ isNamed, isSeparated }: Head): boolean => !isNamed && !isSeparated;
  const isRegular = heads.every((head) => isBare(head) || (head.isNamed && head.isSeparated));
  const quoted = new Set<Head>();
  if (!isRegular) return quoted;
  let next = Infinity;
  for (const head of heads.toReversed()) {
    if (!isBare(head)) next = head.from;
    else if (head.from > next) quoted.add(head);
  }
  let before = -Infinity;
  for (const head of heads) {
    if (!isBare(head)) before = head.from;
    else if (head.from < before) quoted.add(head);
  }
  return quoted;
}

class CaptionLines {
  readonly #lines: readonly string[];
  readonly #isVtt: boolean;
  heads: Head[] = [];
  #lastNumber = 0;
  #isNumbered = false;

  /** @param isVtt whether names may stand above times, and notes and styles between cues. */
  constructor(lines: readonly string[], isVtt: boolean) {
    this.#lines = lines;
    this.#isVtt = isVtt;
    this.#readHeads(new Set());
    const quoted = quotedTimes(this.heads);
    if (quoted.size > 0) this.#readHeads(new Set(Array.from(quoted, ({ end }) => end - 1)));
  }

  /** @param quoted indexes of lines of times that are words. */
  #readHeads(quoted: ReadonlySet<number>): void {
    this.heads = [];
    this.#lastNumber = 0;
    this.#isNumbered = false;
    for (const [index, line] of this.#lines.entries()) {
      const times = quoted.has(index) ? undefined : timesOf(line);
      if (times) this.heads.push(this.#headOf(index, times));
    }
  }

  #headOf(index: number, times: Times): Head {
    const begin = this.#beginOf(index);
    const isSeparated = this.heads.length === 0 || begin === 0 || isBlank(this.#lines[begin - 1]);
    return { ...times, begin, end: index + 1, isSeparated, isNamed: begin < index };
  }

  /** The line above times that is their number or name; else their own. */
  #beginOf(index: number): number {
    const least = this.heads.at(-1)?.end ?? 0;
    let above = index - 1;
    while (above >= least && isBlank(this.#lines[above])) above -= 1;
    if (above < least) return index;
    const isNext = above === index - 1;
    const hasBlank = above === 0 || (above > least && isBlank(this.#lines[above - 1]));
    // Right below the times of another stand its words.
    const isFirst = above === least && least > 0;
    if (this.#isNumber(above, { isNext, hasBlank, isFirst })) return this.#firstOfNumber(above, least);
    return this.#isVtt && isNext && hasBlank && above > 0 ? above : index;
  }

  /** Some programs write a number twice, with a blank line between: the upper one belongs to no words. */
  #firstOfNumber(at: number, least: number): number {
    let above = at - 1;
    while (above > least && isBlank(this.#lines[above])) above -= 1;
    const isNumberLine = above > least && above < at - 1 && isBlank(this.#lines[above - 1]);
    return isNumberLine && this.#lines[above]?.trim() === this.#lines[at]?.trim() ? above : at;
  }

  #isNumber(
    above: number,
    { isNext, hasBlank, isFirst }: { isNext: boolean; hasBlank: boolean; isFirst: boolean },
  ): boolean {
    const raw = NUMBER.exec(simpleOf(this.#lines[above] ?? ''))?.[1];
    if (raw === undefined) return false;
    const follows = Number(raw) === this.#lastNumber + 1;
    const isSingle = hasBlank || (isNext && (follows || (this.#isNumbered && !isFirst)));
    if (!isSingle) return false;
    this.#lastNumber = Number(raw);
    this.#isNumbered ||= this.heads.length === 0;
    return true;
  }

  /** Where the words of the last cue end: the file may be cut off in the number or times of one more. */
  #endOfLast(from: number): number {
    let end = this.#lines.length;
    while (end > from && isBlank(this.#lines[end - 1])) end -= 1;
    let begin = end;
    while (begin > from && !isBlank(this.#lines[begin - 1])) begin -= 1;
    const [first = '', second, third] = this.#lines.slice(begin, end);
    if (begin === from || third !== undefined) return end;
    const isNumber = Number(NUMBER.exec(first)?.[1]) === this.#lastNumber + 1;
    const isCut = isNumber ? second === undefined || CUT_TIMES.test(second) : CUT_TIMES.test(first);
    return isCut ? begin : end;
  }

  /** The words below a head, as far as the next. */
  wordsOf(at: number): { lines: string[]; isJoined: boolean; isCut: boolean } {
    const head = this.heads[at];
    if (!head) return { lines: [], isJoined: false, isCut: false };
    const next = this.heads[at + 1];
    const all = this.#lines.slice(head.end, next ? next.begin : this.#endOfLast(head.end));
    const lines = head.remaining === '' ? [] : [head.remaining];
    let isJoined = false;
    let isInBlock = false;
    let length = 0;
    for (const [index, line] of all.entries()) {
      if (length > MAX_CUE) return { lines, isJoined, isCut: true };
      const afterBlank = index > 0 && isBlank(all[index - 1]);
      if (isBlank(line)) isInBlock = false;
      else if (isInBlock || (this.#isVtt && afterBlank && BLOCK.test(line))) isInBlock = true;
      else {
        isJoined ||= afterBlank && lines.length > 0;
        lines.push(line);
        length += line.length + 1;
      }
    }
    return { lines, isJoined, isCut: false };
  }
}

const EMPTY: Readonly<CaptionReport> = {
  emptyCount: 0,
  zeroLengthCount: 0,
  covered: 0,
  truncatedCount: 0,
  joined: 0,
  unseparated: 0,
  unsorted: 0,
  styled: 0,
  rolled: 0,
  cut: 0,
};

/** Reads captions of either form, in order of time. What is put right or left out is counted. */
export function readCaptions(text: string): ReadCaptions {
  if (text.length > MAX_CAPTION_TEXT) {
    return { ok: false, problem: 'The file is too large for captions. Choose an .srt or .vtt file.' };
  }
  return readCaptionLines(captionLines(text), /^[\s\p{Cf}]{0,100}WEBVTT/u.test(text));
}

/** Reads the lines of a file of captions, each a fixed number of times. */
export function readCaptionLines(source: readonly string[], isVtt: boolean): ReadCaptions {
  const lines = new CaptionLines(source, isVtt);
  const captions: Caption[] = [];
  const report = { ...EMPTY };
  let last = 0;
  for (const [index, { from: begin, to, isSeparated }] of lines.heads.entries()) {
    // What begins before the film is shown from its beginning.
    const from = Math.max(0, begin);
    const { lines: below, isJoined, isCut } = lines.wordsOf(index);
    const { words, hadStyles } = simpleWords(below);
    if (words === '') report.emptyCount += 1;
    else if (to <= from || to > MAX_SECONDS) report.zeroLengthCount += 1;
    else {
      if (captions.length >= MAX_CAPTIONS) {
        return { ok: false, problem: `The file has more than ${MAX_CAPTIONS} captions. Split it.` };
      }
      report.joined += Number(isJoined);
      report.unseparated += Number(!isSeparated);
      report.styled += Number(hadStyles);
      report.unsorted += Number(from < last);
      report.cut += Number(isCut || words.length > MAX_WORDS);
      last = Math.max(last, from);
      captions.push({ from, to, words: words.slice(0, MAX_WORDS).toWellFormed() });
    }
  }
  if (captions.length === 0) {
    return { ok: false, problem: 'No captions were found in the file. Choose an .srt or .vtt file.' };
  }
  const unrolled = unrollCaptions(captions.toSorted((a, b) => a.from - b.from));
  const separated = separateCaptions(unrolled.captions);
  return {
    ok: true,
    captions: separated.captions,
    report: {
      ...report,
      ...separated.report,
      rolled: unrolled.rolled,
      cut: report.cut + separated.report.cut,
    },
  };
}

/**
 * Captions of which no two are shown at one time, as on a track: those of exactly one time are one, and one that overlaps begins when
 * the one before has ended.
 */
function separateCaptions(captions: readonly Caption[]): {
  captions: Caption[];
  report: Pick<CaptionReport, 'covered' | 'truncatedCount' | 'cut'>;
} {
  const report = { covered: 0, truncatedCount: 0, cut: 0 };
  const separated: Caption[] = [];
  let before: Caption | undefined;
  for (const caption of captions) {
    const last = separated.at(-1);
    const isTogether = before?.from === caption.from && before.to === caption.to;
    if (last && isTogether && before?.words !== caption.words) {
      // Two people speak, or a program wrote each line as a cue of its own.
      const words = `${last.words}\n${caption.words}`;
      if (last.words.length < MAX_WORDS && words.length > MAX_WORDS) report.cut += 1;
      if (last.words.length < MAX_WORDS) last.words = words.slice(0, MAX_WORDS).toWellFormed();
      before = caption;
      continue;
    }
    const from = Math.max(caption.from, last?.to ?? 0);
    if (caption.to <= from) {
      report.covered += 1;
      continue;
    }
    if (from > caption.from) report.truncatedCount += 1;
    before = caption;
    separated.push({ ...caption, from });
  }
  return { captions: separated, report };
}
