import type { EditableInputValue, RunInputValue } from '#shared/api/index.ts';
import { isIntegerType, type PinType } from '#shared/graph/pin-type.ts';
import { FIELD_MARK, readColorText, readNumberText, integerError } from '#renderer/ui/index.ts';
import { fieldNumber, words } from '#renderer/words/index.ts';

const t = words.variants.axisList;

/** Values that a person writes one after another. */

export interface AxisValue {
  value: RunInputValue | EditableInputValue;
  label: string;
}

/** Without values: why, and whether nothing has been written yet. */
export type ParsedAxis = { ok: true; values: AxisValue[] } | { ok: false; error: string; isEmpty?: true };

const MAX_LABEL = 80;

export const splitItems = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((item) => item.trim())
    .filter((item) => item !== '');

export const numberValue = (value: number): AxisValue => ({
  value: { type: 'number', value },
  label: fieldNumber(value),
});
export const textValue = (value: string): AxisValue => ({
  value: { type: 'string', value },
  label: labelOf(value.replace(/\s*\n\s*/g, ' ⏎ ')),
});
export const labelOf = (text: string): string =>
  text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL - 1).toWellFormed()}…` : text;

const TRUE_WORDS = new Set(['yes', 'true', 'on', '1']);
const NO = new Set(['no', 'false', 'off', '0']);

/**
 * Where semicolons or lines part values, or the language writes commas before decimals, a comma between digits is a mark
 * within a number; else commas part values.
 */
const separatorOf = (text: string, type: PinType): RegExp =>
  type.base === 'number' && (FIELD_MARK === 'comma' || /[;\n]/.test(text.trim()))
    ? /[;\n]|,(?!\d)/
    : /[,;\n]/;

type ParsedItem = { value: AxisValue } | { problem: string };

function readItem(item: string, type: PinType): ParsedItem {
  switch (type.base) {
    case 'number':
      return readNumberItem(item, type);
    case 'boolean': {
      const word = item.toLowerCase();
      if (!TRUE_WORDS.has(word) && !NO.has(word)) return { problem: t.neitherYesNorNo(item) };
      return {
        value: {
          value: { type: 'boolean', value: TRUE_WORDS.has(word) },
          label: TRUE_WORDS.has(word) ? t.yes : t.noLabel,
        },
      };
    }
    default:
      if (type.base === 'choice' && type.choices && !type.choices.includes(item)) {
        return { problem: t.notSingle(item, type.choices.join(', ')) };
      }
      return { value: textValue(item) };
  }
}

/** By the rules of every number field, without sums. */
function readNumberItem(item: string, type: PinType): ParsedItem {
  // The second half of a `1,024` that stands among values with commas between them.
  if (/^0\d/.test(item)) {
    return { problem: t.beginsWriteSemicolonsBetween(item) };
  }
  const { min, max } = type;
  const read = readNumberText(item, {
    isCell: true,
    fieldMark: FIELD_MARK,
    integer: isIntegerType(type),
    min,
    max,
  });
  if (read.kind === 'refused') return { problem: read.reason };
  if (read.kind === 'incomplete') return { problem: t.notNumber(item) };
  const problem = outside(read.value, type);
  return problem === null ? { value: numberValue(read.value) } : { problem };
}

function readAll(items: readonly ParsedItem[]): ParsedAxis {
  const values: AxisValue[] = [];
  for (const item of items) {
    if ('problem' in item) return { ok: false, error: item.problem };
    values.push(item.value);
  }
  return { ok: true, values };
}

/** Values with commas, semicolons or lines between them. */
export const readList = (text: string, type: PinType): ParsedAxis =>
  readAll(splitItems(text, separatorOf(text, type)).map((item) => readItem(item, type)));

/** One text a line; where colors are wanted, one color. */
export const readLines = (text: string, type: PinType): ParsedAxis =>
  readAll(
    splitItems(text, /\r?\n/).map((line): ParsedItem => {
      if (type.base !== 'color') return { value: textValue(line) };
      const color = readColorText(line);
      return color.kind === 'color'
        ? { value: textValue(color.text) }
        : { problem: t.notColor(labelOf(line)) };
    }),
  );

/** Why a number cannot be a value of an input, in a sentence; null when it can. */
export function outside(value: number, type: PinType): string | null {
  const { min, max } = type;
  if (min !== undefined && value < min) return t.lessThanLeastInput(fieldNumber(value), fieldNumber(min));
  if (max !== undefined && value > max) return t.thanMostInput(fieldNumber(value), fieldNumber(max));
  return integerError(value, isIntegerType(type));
}
