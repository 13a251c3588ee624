import { assertNever } from '#shared/language/assert-never.ts';
import { DECIMAL_SIGN, fieldNumber, words } from '#renderer/words/index.ts';
import { asciiDigits, type DecimalMark } from './number-literal.ts';
import { HINT, INCOMPLETE, notANumber, NumberTextError, tokensOf, type Token } from './number-tokens.ts';
import { FIELD_UNITS, UNITS, type Dimension, type FieldUnit } from './number-units.ts';

export { unitOf } from './number-units.ts';

const t = words.ui.numberText;

/** What a field is a number of, and what percent are taken of. */
export interface NumberTextContext {
  /** The unit of the field itself, as `unitOf` reads it from its name; null for a plain number. */
  unit?: FieldUnit | null;
  /** What the field holds: 50 % of it is half of that, where no other meaning is nearer. */
  current?: number | null;
  min?: number | undefined;
  max?: number | undefined;
  /** Whole numbers alone: a fraction is refused, never rounded. */
  integer?: boolean;
  /** A cell of a table: one number, no sum. */
  isCell?: boolean;
  /** Of a cell: the decimal mark of its column. */
  mark?: DecimalMark | null;
  /** What is written before decimals where nothing else says it; by the language, and a point in cells. */
  fieldMark?: 'point' | 'comma';
}

/** What typed text comes to. `incomplete` may still become a number by typing on. */
export type NumberText =
  | { kind: 'number'; value: number }
  | { kind: 'incomplete' }
  /** In a sentence that says what to type instead. */
  | { kind: 'refused'; reason: string };

/** What fields write before decimals in the language of this app. */
export const FIELD_MARK = DECIMAL_SIGN === ',' ? 'comma' : 'point';

const MAX_LETTERS = 200;
/** A field up to here is a share or a factor: 50 % of it is 0.5. */
const MAX_FACTOR = 10;

/** A number on its way through a sum, in the unit of the field. */
interface Quantity {
  value: number;
  dimension: Dimension | null;
  isPercent: boolean;
}

/** Reads a sum from left to right: products before sums, parentheses before both. */
class Reader {
  #at = 0;
  readonly #tokens: readonly Token[];
  readonly #text: string;
  readonly #unit: FieldUnit | null;
  constructor(text: string, { unit = null, ...context }: NumberTextContext) {
    this.#text = text;
    this.#unit = unit;
    this.#tokens = tokensOf(text, { fieldMark: context.isCell === true ? 'point' : FIELD_MARK, ...context });
  }

  /** Whether it is a number alone, with its sign and unit at most: nothing was worked out. */
  get isSimple(): boolean {
    return this.#tokens.filter(({ kind }) => kind === 'number').length < 2;
  }

  /** A number, with its sign and unit at most. */
  item(): Quantity {
    const isNegative = this.#readSign('-') !== null;
    if (!isNegative) this.#readSign('+');
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'number') throw new NumberTextError(notANumber(this.#text));
    this.#at += 1;
    const read = this.#withUnit(token.value);
    if (this.#tokens[this.#at] !== undefined) throw new NumberTextError(notANumber(this.#text));
    return isNegative ? { ...read, value: -read.value } : read;
  }

  all(): Quantity {
    const sum = this.#sum();
    if (this.#tokens[this.#at] !== undefined) throw new NumberTextError(notANumber(this.#text));
    return sum;
  }

  #readSign(...signs: readonly string[]): string | null {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'sign' || !signs.includes(token.text)) return null;
    this.#at += 1;
    return token.text;
  }

  #sum(): Quantity {
    let sum = this.#product();
    for (let sign = this.#readSign('+', '-'); sign !== null; sign = this.#readSign('+', '-')) {
      sum = added(sum, this.#product(), sign === '+' ? 1 : -1);
    }
    return sum;
  }

  #product(): Quantity {
    let product = this.#factor();
    for (let sign = this.#readSign('*', '/'); sign !== null; sign = this.#readSign('*', '/')) {
      const factor = this.#factor();
      product = sign === '*' ? multiplied(product, factor) : divided(product, factor);
    }
    return product;
  }

  #factor(): Quantity {
    if (this.#readSign('-')) {
      const factor = this.#factor();
      return { ...factor, value: -factor.value };
    }
    if (this.#readSign('+')) return this.#factor();
    if (this.#readSign('(')) {
      const inside = this.#sum();
      if (!this.#readSign(')')) {
        if (this.#tokens[this.#at] === undefined) throw INCOMPLETE;
        throw new NumberTextError(notANumber(this.#text));
      }
      return inside;
    }
    const token = this.#tokens[this.#at];
    if (token === undefined) throw INCOMPLETE;
    if (token.kind !== 'number') throw new NumberTextError(notANumber(this.#text));
    this.#at += 1;
    return this.#withUnit(token.value);
  }

  #withUnit(value: number): Quantity {
    if (this.#readSign('%')) return { value: value / 100, dimension: null, isPercent: true };
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'word') return { value, dimension: null, isPercent: false };
    const word = token.text.toLowerCase();
    const unit = Object.hasOwn(UNITS, word) ? UNITS[word] : undefined;
    const isLast = this.#at === this.#tokens.length - 1;
    if (!unit) {
      // A unit, or the power of ten of `1e3`, that is not finished.
      if (isLast && (word === 'e' || Object.keys(UNITS).some((name) => name.startsWith(word))))
        throw INCOMPLETE;
      throw new NumberTextError(notANumber(this.#text));
    }
    this.#at += 1;
    const [dimension, size] = unit;
    const fieldUnit = this.#unit === null ? null : FIELD_UNITS[this.#unit];
    if (fieldUnit && fieldUnit.dimension !== dimension) {
      throw new NumberTextError(t.otherUnit(t.units[fieldUnit.words], token.text));
    }
    return { value: (value * size) / (fieldUnit?.size ?? 1), dimension, isPercent: false };
  }
}

function added(left: Quantity, right: Quantity, sign: 1 | -1): Quantity {
  // As on a pocket calculator: 200 + 10 % is 220.
  if (right.isPercent && !left.isPercent) {
    return { ...left, value: left.value * (1 + sign * right.value) };
  }
  if (left.dimension !== null && right.dimension !== null && left.dimension !== right.dimension) {
    throw new NumberTextError(t.twoKinds);
  }
  return {
    value: left.value + sign * right.value,
    dimension: left.dimension ?? right.dimension,
    isPercent: left.isPercent && right.isPercent,
  };
}

function multiplied(left: Quantity, right: Quantity): Quantity {
  if (left.dimension !== null && right.dimension !== null) {
    throw new NumberTextError(t.twoUnits);
  }
  return {
    value: left.value * right.value,
    dimension: left.dimension ?? right.dimension,
    isPercent: left.isPercent && right.isPercent,
  };
}

function divided(left: Quantity, right: Quantity): Quantity {
  if (right.value === 0) throw new NumberTextError(t.byZero);
  if (right.dimension !== null && left.dimension !== right.dimension) {
    throw new NumberTextError(t.byUnit);
  }
  return {
    value: left.value / right.value,
    dimension: right.dimension === null ? left.dimension : null,
    isPercent: left.isPercent && !right.isPercent,
  };
}

/** What percent alone are percent of: the field's own hundred, its factor of 1, else what it holds. */
function percentIn(share: number, { unit, current, max }: NumberTextContext): number {
  if (unit === 'percent' || max === 100) return share * 100;
  if (max !== undefined && max <= MAX_FACTOR) return share;
  if (typeof current === 'number') return share * current;
  throw new NumberTextError(current === undefined ? t.percentWriteNumberItself : t.percentFieldEmptyType);
}

/** What a sum comes to, without what binary fractions add: 0.1 + 0.2 is 0.3. */
function rounded(value: number): number {
  if (Number.isInteger(value)) return value;
  const integerDigits = Math.trunc(Math.abs(value)).toString().length;
  return Number(value.toPrecision(Math.min(15, Math.max(12, integerDigits + 6))));
}

/** Commas that group a whole number which is not typed to its end. */
const PARTIAL_GROUPS = /^[-+−]?\d{1,3}(?:,\d{3})*,\d{0,2}$/;

/** Why a fraction cannot stand where whole numbers do, in a sentence; null for a whole number. */
export function integerError(value: number, isRequired: boolean): string | null {
  if (!isRequired || Number.isInteger(value)) return null;
  const displayed = Number(value.toPrecision(6));
  return t.notNumberWrite(fieldNumber(displayed), Math.floor(value), Math.floor(value) + 1);
}

/**
 * Reads what is typed into a number field: a number, or a sum of numbers with units and percent. Cells of tables are read
 * by the same rules, without sums. Nothing is rounded or guessed: what can be read in two ways is refused.
 */
export function readNumberText(typed: string, context: NumberTextContext = {}): NumberText {
  if (typed.trim() === '') return { kind: 'incomplete' };
  if (typed.length > MAX_LETTERS) return { kind: 'refused', reason: t.number };
  const text = asciiDigits(typed);
  try {
    const reader = new Reader(text, context);
    const sum = context.isCell === true ? reader.item() : reader.all();
    const value = sum.isPercent ? percentIn(sum.value, context) : sum.value;
    if (!Number.isFinite(value)) return { kind: 'refused', reason: t.numberLarge };
    const exact = reader.isSimple && !sum.isPercent && sum.dimension === null;
    // Without the sign of nought, which a service does not give back.
    return { kind: 'number', value: (exact ? value : rounded(value)) + 0 };
  } catch (error) {
    if (error === INCOMPLETE) return { kind: 'incomplete' };
    if (!(error instanceof NumberTextError)) throw error;
    return { kind: 'refused', reason: context.isCell ? error.reason.replace(HINT, '') : error.reason };
  }
}

/** Why a number cannot stand in a field of these limits, in a sentence; null when it can. */
function rangeError(value: number, { min, max }: Pick<NumberTextContext, 'min' | 'max'>): string | null {
  if (min !== undefined && value < min) return t.label(fieldNumber(value), fieldNumber(min));
  if (max !== undefined && value > max) return t.largeLess(fieldNumber(value), fieldNumber(max));
  return null;
}

/**
 * What a field does with typed text: takes it, waits for more, or refuses it.
 * @param isFinal nobody types on: what is not a number by now is refused
 */
export function validateNumberText(
  text: string,
  context: NumberTextContext,
  isFinal: boolean,
): { value: number | null; rejection: string | null } {
  const read = readNumberText(text, context);
  switch (read.kind) {
    case 'refused':
      return { value: null, rejection: read.reason };
    case 'incomplete':
      return {
        value: null,
        rejection: isFinal && text.trim() !== '' ? t.notFinishedTypeSum(text.trim()) : null,
      };
    case 'number': {
      const fraction = integerError(read.value, context.integer === true);
      if (fraction !== null) {
        return { value: null, rejection: !isFinal && PARTIAL_GROUPS.test(text.trim()) ? null : fraction };
      }
      const outside = rangeError(read.value, context);
      if (outside === null) return { value: read.value, rejection: null };
      // More digits may still bring it up to the limit.
      const mayGrow = !isFinal && context.min !== undefined && read.value >= 0 && read.value < context.min;
      return { value: null, rejection: mayGrow ? null : outside };
    }
    default:
      return assertNever(read);
  }
}
