/** Numbers as text: which texts are numbers, and how those are compared that a number of JavaScript cannot hold. */

/** What JSON, tables and fields read as one number; no `0x10`, no `Infinity`. */
const DECIMAL = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(?:e([+-]?\d+))?$/i;
/** Any whole number of so many digits fits. */
const MAX_DIGITS = 15;

/** @returns the number that a text is in decimal digits, also around spaces; null for any other text. */
export function readDecimal(text: string): number | null {
  const trimmed = text.trim();
  const value = DECIMAL.test(trimmed) ? Number(trimmed) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

const integerDigits = (mantissa: string): string => (mantissa.split('.')[0] ?? '').replace(/^0+/, '');

/** Whether a number would have other digits before its point than the text has: an id that is rounded is another id. */
export function losesDigits(text: string): boolean {
  const [, , mantissa = '', exponent = ''] = DECIMAL.exec(text.trim()) ?? [];
  // Decimals that are behind the point after all round in every program.
  if (exponent.startsWith('-')) return false;
  const digits = integerDigits(mantissa);
  return digits.length > MAX_DIGITS && BigInt(digits) !== BigInt(Number(digits));
}

/** A number without the zeros around its digits: 0.digits × 10 ^ point. */
interface Decimal {
  isNegative: boolean;
  digits: string;
  point: number;
}

function parseDecimal(text: string): Decimal | null {
  const [, sign = '', mantissa, exponent = '0'] = DECIMAL.exec(text.trim()) ?? [];
  if (mantissa === undefined) return null;
  const [before = '', after = ''] = mantissa.split('.');
  const all = before + after;
  const leading = all.length - all.replace(/^0+/, '').length;
  const digits = all.slice(leading).replace(/0+$/, '');
  if (digits === '') return { isNegative: false, digits, point: 0 };
  return { isNegative: sign === '-', digits, point: before.length - leading + Number(exponent) };
}

/**
 * Compares two numbers: those with long whole parts digit by digit, others as numbers, as a computer has them.
 * @returns below 0, 0 or above 0; null where one of them is no number.
 */
export function compareNumbers(a: number | string, b: number | string): number | null {
  const [left, right] = [valueOf(a), valueOf(b)];
  if (left === null || right === null) return null;
  if (!isUnsafe(left) && !isUnsafe(right)) return left - right;
  const [first, second] = [parseDecimal(spelling(a)), parseDecimal(spelling(b))];
  return first === null || second === null ? left - right : compareDecimals(first, second);
}

const valueOf = (value: number | string): number | null =>
  typeof value === 'string' ? readDecimal(value) : value;
const isUnsafe = (value: number): boolean =>
  Number.isFinite(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER;
/** A whole number has the digits that it stands for, and not the shortest that give it. */
const spelling = (value: number | string): string =>
  typeof value === 'string' ? value : Number.isInteger(value) ? String(BigInt(value)) : String(value);

function compareDecimals(a: Decimal, b: Decimal): number {
  const sign = a.isNegative ? -1 : 1;
  if (a.digits === '' || b.digits === '' || a.isNegative !== b.isNegative) return signOf(a) - signOf(b);
  if (a.point !== b.point) return sign * (a.point - b.point);
  // Digits behind the same point are in the order of texts.
  return sign * (a.digits === b.digits ? 0 : a.digits < b.digits ? -1 : 1);
}

const signOf = ({ isNegative, digits }: Decimal): number => (digits === '' ? 0 : isNegative ? -1 : 1);
