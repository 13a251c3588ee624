/** One number as people write it: with a point or a comma, with groups of three, in the digits of several scripts. */

/** The decimal mark of a column, as its cells show it; `mixed` where they show both. */
export type DecimalMark = 'point' | 'comma' | 'mixed';

export type NumberLiteral =
  | { kind: 'number'; value: number }
  /** One mark before three digits: either of thousands or of decimals. */
  | { kind: 'ambiguous'; text: string; thousands: number; decimals: string }
  /** More digits than a number can hold. */
  | { kind: 'inexact'; text: string }
  /** Written with the other mark than the rest of its column. */
  | { kind: 'other-mark'; text: string }
  | { kind: 'malformed' };

export interface LiteralContext {
  /** What the column of a table shows; null where nothing else is known. */
  mark?: DecimalMark | null;
  /** What this app writes before decimals: with it alone a number is never taken for thousands. */
  fieldMark?: 'point' | 'comma';
  /** Fractions are refused, so that `1,024` can only be a thousand and twenty-four. */
  integer?: boolean;
}

const SPACE = String.raw`[ \u00a0\u2009\u202f]`;
/** The spelling of one number within a sum, without its sign. */
export const LITERAL = String.raw`(?:\d{1,3}(?:${SPACE}\d{3}(?!\d))+(?:[.,\u066b]\d+)?|(?:\d|[.,]\d)[\d.,'’\u066b\u066c]*)(?:e[+-]?\d+)?`;

/** Zero of the scripts whose digits are read: Arabic, Persian and Urdu, Devanagari, Bengali, Thai, full width. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];
/** Signs that Japanese and Chinese keyboards type in full width. */
const FULL_WIDTH_SIGNS = /[\uff0b\uff0c\uff0d\uff0e\uff0f\uff1a\uff05\uff08\uff09\uff0a\u3000]/g;

/**
 * What stands for a minus before a number: the sign for long vowels, which is on that key of Japanese keyboards, and hyphens and
 * dashes that word processors make of one. Between numbers they are no minus: “1–5” is a range.
 */
const LEADING_DASH = /^(\s*)[\u2010-\u2013\u30fc\ufe63](?=\s*(?:[.,(\p{Nd}]|$))/u;

/** The same text with the digits and signs of other scripts as ASCII; letters stay as they are. */
export const asciiDigits = (text: string): string =>
  text
    .replace(LEADING_DASH, '$1-')
    .replace(FULL_WIDTH_SIGNS, (sign) =>
      sign === '\u3000' ? ' ' : String.fromCodePoint(sign.charCodeAt(0) - 0xfee0),
    )
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = ZEROS.find((first) => code >= first && code <= first + 9);
      return zero === undefined ? digit : String(code - zero);
    });

const COMMA_GROUPS = /^\d{1,3}(?:,\d{3})+$/;
/** Three digits behind one mark, and no leading zero: thousands, or decimals. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;
const MAX_DIGITS = 15;

/** @param digits with a point at most. @param source as it stands there. */
function exact(digits: string, exponent: string, source: string): NumberLiteral {
  const value = Number(`${digits}${exponent}`);
  const [integerDigits = ''] = digits.split('.');
  const significant = digits.replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
  // What a fraction loses behind its sixteenth digit is nothing; an id that ends otherwise is another id.
  const mayBeCut = significant.length > MAX_DIGITS && integerDigits.length > MAX_DIGITS;
  if (mayBeCut && BigInt(integerDigits) !== BigInt(Number(integerDigits)))
    return { kind: 'inexact', text: source };
  return { kind: 'number', value };
}

/** A number whose groups and decimals are known: groups as `,`, the decimal mark as `.`. */
function grouped(text: string, exponent: string, source: string): NumberLiteral {
  const [integerDigits = '', fraction, ...extra] = text.split('.');
  const isInteger = /^\d*$/.test(integerDigits) || COMMA_GROUPS.test(integerDigits);
  if (!isInteger || extra.length > 0 || !/^\d*$/.test(fraction ?? '')) return { kind: 'malformed' };
  const digits = `${integerDigits.replaceAll(',', '')}${fraction === undefined || fraction === '' ? '' : `.${fraction}`}`;
  return digits === '' ? { kind: 'malformed' } : exact(digits, exponent, source);
}

const swapped = (text: string): string => text.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','));

/** One mark alone: what it is follows from its digits, from the column, or from that only whole numbers fit. */
function parseSingleMark(
  text: string,
  exponent: string,
  source: string,
  { mark = null, fieldMark = 'point', integer = false }: LiteralContext,
): NumberLiteral {
  const isComma = text.includes(',');
  const usedMark: DecimalMark = isComma ? 'comma' : 'point';
  if (!AMBIGUOUS.test(text)) {
    const isConflicting = (mark === 'comma' || mark === 'point') && mark !== usedMark;
    return isConflicting
      ? { kind: 'other-mark', text: source }
      : grouped(text.replace(',', '.'), exponent, source);
  }
  if (mark === usedMark) return grouped(text.replace(',', '.'), exponent, source);
  if (mark === 'comma' || mark === 'point') return grouped(text.replace('.', ','), exponent, source);
  // As the fields themselves write it, and in cells of tables programs.
  if (usedMark === fieldMark && mark === null) return grouped(text.replace(',', '.'), exponent, source);
  const thousands = text.replace(/[.,]/, '');
  if (integer && usedMark !== fieldMark) return exact(thousands, exponent, source);
  return {
    kind: 'ambiguous',
    text: source,
    thousands: Number(`${thousands}${exponent}`),
    decimals: `${text.replace(',', '.')}${exponent}`,
  };
}

/** @param source as `LITERAL` found it, in ASCII digits. */
export function readLiteral(source: string, context: LiteralContext = {}): NumberLiteral {
  const [, body = '', exponent = ''] = /^(.*?)(e[+-]?\d+)?$/i.exec(source) ?? [];
  // Spaces and apostrophes only ever part groups, and the Arabic marks say themselves what they are.
  const hasGroups = /[ \u00a0\u2009\u202f'’\u066c]/.test(body);
  const text = body.replace(/[ \u00a0\u2009\u202f'’\u066c]/g, hasGroups ? '\u0000' : '');
  const commas = text.split(',').length - 1;
  const points = text.split('.').length - 1;
  if (text.includes('\u066b')) {
    if (commas + points > 0) return { kind: 'malformed' };
    return grouped(text.replaceAll('\u0000', ',').replace('\u066b', '.'), exponent, source);
  }
  if (hasGroups) {
    if (commas + points > 1) return { kind: 'malformed' };
    return grouped(text.replace(',', '.').replaceAll('\u0000', ','), exponent, source);
  }
  if (commas > 0 && points > 0) {
    const isCommaLast = text.lastIndexOf(',') > text.lastIndexOf('.');
    return grouped(isCommaLast ? swapped(text) : text, exponent, source);
  }
  if (commas > 1) return grouped(text, exponent, source);
  if (points > 1) return grouped(swapped(text), exponent, source);
  if (commas + points === 1) return parseSingleMark(text, exponent, source, context);
  return exact(text, exponent, source);
}

const LITERAL_ONLY = new RegExp(`^[-+−]?\\s*(${LITERAL})`, 'i');

/** What one cell shows of the decimal mark of its column; null where it says nothing. */
function inferMark(cell: string): 'point' | 'comma' | null {
  const body = LITERAL_ONLY.exec(asciiDigits(cell.trim()))?.[1]?.replace(/e[+-]?\d+$/i, '') ?? '';
  const commas = body.split(',').length - 1;
  const points = body.split('.').length - 1;
  if (readLiteral(body).kind === 'malformed') return null;
  if (commas > 0 && points > 0) return body.lastIndexOf(',') > body.lastIndexOf('.') ? 'comma' : 'point';
  if (commas > 1) return 'point';
  if (points > 1) return 'comma';
  if (commas + points === 0 || AMBIGUOUS.test(body)) return null;
  return commas === 1 ? 'comma' : 'point';
}

/** The decimal mark that the cells of a column show; null when none of them shows any. */
export function decimalMarkOf(cells: Iterable<string>): DecimalMark | null {
  let found: 'point' | 'comma' | null = null;
  for (const cell of cells) {
    const inferred = inferMark(cell);
    if (inferred === null) continue;
    if (found !== null && found !== inferred) return 'mixed';
    found = inferred;
  }
  return found;
}
