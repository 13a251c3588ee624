/** Lines of times in SubRip and WebVTT, in whatever form programs and people write them. */

/** Hours and minutes may be missing, the fraction too; marks between are those of several programs. */
const TIME =
  /^(-)?(?:(?:(\d{1,4})\s{0,3}:\s{0,3})?(\d{1,3})\s{0,3}:\s{0,3})?(\d{1,2})(?:\s{0,3}[.,:]\s{0,3}(\d{1,6}))?(?=\s|<|$)/;
const ARROW = /-{1,3}>|[–—]>/;
/** A line of times of SubViewer and of YouTube’s .sbv, which some programs save as .srt. */
const PAIR_OF_TIMES = /^\s{0,20}(\d{1,3}:\d{2}:\d{2}\.\d{2,3}),(\d{1,3}:\d{2}:\d{2}\.\d{2,3})\s{0,20}$/;

const NON_PRINTABLE = /[^\t -~]/;
/** Digits of Arabic and Persian; their last four bits are their value. */
const ARABIC_DIGITS = /[\u0660-\u0669\u06F0-\u06F9]/g;

/** A line of times or numbers in plain signs: without marks of direction, with the digits and commas of other scripts as usual ones. */
export const simpleOf = (line: string): string =>
  NON_PRINTABLE.test(line)
    ? line
        .normalize('NFKC')
        .replace(/\p{Cf}/gu, '')
        .replace(ARABIC_DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
        .replace(/[،٫]/g, ',')
        .replaceAll('−', '-')
    : line;

function secondsOf(text: string): { seconds: number; length: number } | undefined {
  const match = TIME.exec(text);
  if (!match || !/[:.,]/.test(match[0])) return undefined;
  const [full, minus, hours = '0', minutes = '0', seconds = '0', segment = '0'] = match;
  const value = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${segment}`);
  return { seconds: minus === undefined ? value : -value, length: full.length };
}

export interface Times {
  from: number;
  to: number;
  /** What follows them on their line and is no setting of a place. */
  remaining: string;
}

/** The shortest line of times: `0:1>0:2`. */
const MIN_TIMES = 7;

/** `00:00:01,000 --> 00:00:02,000`, in whatever digits; undefined for any other line. */
export function timesOf(line: string): Times | undefined {
  // Most lines have neither an arrow nor a comma.
  if (line.length < MIN_TIMES) return undefined;
  if (!NON_PRINTABLE.test(line)) return /[>,]/.test(line) ? simpleTimesOf(line) : undefined;
  return simpleTimesOf(line) ?? simpleTimesOf(simpleOf(line));
}

function simpleTimesOf(line: string): Times | undefined {
  const arrow = ARROW.exec(line);
  if (!arrow) return pairOfTimes(line);
  const [left, right] = [line.slice(0, arrow.index).trim(), line.slice(arrow.index + arrow[0].length).trim()];
  const [from, to] = [secondsOf(left), secondsOf(right)];
  if (!from || !to || from.length !== left.length) return undefined;
  const remaining = right.slice(to.length).trim();
  // Places of WebVTT and of SubRip: `align:start`, `X1:20`.
  return {
    from: from.seconds,
    to: to.seconds,
    remaining: /^[a-z]\w{0,20}:\S/i.test(remaining) ? '' : remaining,
  };
}

/** `0:00:01.000,0:00:02.500` */
function pairOfTimes(line: string): Times | undefined {
  const [, left = '', right = ''] = PAIR_OF_TIMES.exec(line) ?? [];
  const [from, to] = [secondsOf(left), secondsOf(right)];
  return from && to && { from: from.seconds, to: to.seconds, remaining: '' };
}
