import { isHexColor } from '#shared/language/hex-color.ts';
import { isSeedInput } from '#shared/graph/ran-graph.ts';
import { parsePinType, type PinType } from '#shared/graph/pin-type.ts';
import { number, words } from '#renderer/words/index.ts';
import { readColors, readRamp, suggestedRamp, type ColorRamp } from './axis-colors.ts';
import {
  labelOf,
  numberValue,
  outside,
  splitItems,
  readLines,
  readList,
  textValue,
  type ParsedAxis,
  type AxisValue,
} from './axis-list.ts';

const copy = words.variants.axisValues;

/** From what a person writes for one axis of a grid to the values of an input. */

/** An input of the graph that can be varied. */
export interface VaryInput {
  nodeId: string;
  input: string;
  /** Of the input alone. */
  label: string;
  nodeTitle: string;
  /** The icon that the type of its node names. */
  icon?: string | null | undefined;
  type: string | null;
  /** The number it holds now; null for none. */
  value?: number | null;
  /** What it holds now, in one short line. */
  valueText?: string;
  /** The text it holds now, whole; null for none. */
  text?: string | null;
  /** The file it holds now; null for none. */
  fileId?: string | null;
  /** Whether its node is selected on the canvas. */
  isSelected?: boolean;
}

export type AxisKind = 'list' | 'range' | 'seeds' | 'colors' | 'ramp' | 'lines' | 'texts' | 'files';

export interface SelectedFile {
  fileId: string;
  /** No two that are offered together have the same. */
  filename: string;
  contentType: string | null;
}

/** What a person has written for one axis. */
export interface AxisDraft {
  key: string;
  input: VaryInput;
  kind: AxisKind;
  text: string;
  from: number | null;
  to: number | null;
  step: number | null;
  seeds: readonly number[];
  files: readonly SelectedFile[];
  /** Colors that are tried one by one. */
  colors?: readonly string[];
  /** Colors from one to another. */
  ramp?: ColorRamp;
}

export type { ParsedAxis as AxisReading, AxisValue };

/** Values of one axis. */
const MAX_AXIS_VALUES = 1000;
const MAX_SEED = 2_147_483_647;

/** The kinds of values that an input takes, the usual one first: of a seed random ones. */
export function kindsFor({ type, input }: Pick<VaryInput, 'type' | 'input'>): readonly AxisKind[] {
  switch (parsePinType(type).base) {
    case 'number':
      return isSeedInput(input) ? ['seeds', 'list', 'range'] : ['range', 'list', 'seeds'];
    case 'boolean':
    case 'choice':
      return ['list'];
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return ['files'];
    case 'color':
      return ['colors', 'ramp', 'lines'];
    default:
      return ['lines', 'texts'];
  }
}

/** Inputs that say how large something is: what is varied last. */
const SIZES = /^(width|height|size)$/i;
/** Texts that a model is asked with. */
const PROMPTS = /prompt|instruction/i;

/** How soon people vary an input: seeds and prompts first, then what shapes the picture, colors and sizes last. */
function rankOf(input: VaryInput): number {
  const hasText = (input.text ?? '').trim() !== '';
  switch (parsePinType(input.type).base) {
    case 'number':
      return isSeedInput(input.input) ? 0 : SIZES.test(input.input) ? 6 : 3;
    case 'choice':
      return 4;
    case 'boolean':
      return 5;
    case 'color':
      return 8;
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return 7;
    default:
      return PROMPTS.test(input.input) && hasText ? 1 : hasText && !isHexColor(input.text ?? '') ? 2 : 9;
  }
}

/** The input of these that people vary first; the first of equals. */
export const defaultInput = (inputs: readonly VaryInput[]): VaryInput | undefined =>
  inputs.toSorted((a, b) => rankOf(a) - rankOf(b))[0];

/** What a grid begins with: the input that is asked about, else the likeliest of its node, else of all. */
export function firstToVary(
  inputs: readonly VaryInput[],
  { nodeId, input }: { nodeId: string | null; input: string | null },
): VaryInput | undefined {
  const ofNode = inputs.filter((candidate) => candidate.nodeId === nodeId);
  return (
    ofNode.find((candidate) => candidate.input === input) ?? defaultInput(ofNode.length > 0 ? ofNode : inputs)
  );
}

/** What stands on a line of its own between texts that may have several lines. */
export const BETWEEN_TEXTS = '---';

/** The kind that an input begins with: a text that has several lines is one of texts. */
export function suggestedKind(input: Pick<VaryInput, 'type' | 'input' | 'text'>): AxisKind {
  const kinds = kindsFor(input);
  return kinds.includes('texts') && /\n/.test(input.text?.trim() ?? '') ? 'texts' : (kinds[0] ?? 'lines');
}

/** What an input offers without being asked: both of yes and no, all of a choice, the text that it holds. */
export function suggestedText(input: Pick<VaryInput, 'type' | 'input' | 'text'>): string {
  const { type, text } = input;
  const { base, choices } = parsePinType(type);
  if (base === 'boolean') return 'yes, no';
  if (base === 'choice') return (choices ?? []).join(', ');
  const currentText = kindsFor(input).includes('lines') ? (text?.trim() ?? '') : '';
  if (currentText === '') return '';
  return suggestedKind(input) === 'texts' ? `${currentText}\n${BETWEEN_TEXTS}\n` : `${currentText}\n`;
}

/** Values of a suggested range, where the limits have room for so many. */
const SUGGESTED_VALUES = 5;

/**
 * A range of five values that holds the one an input has, in its middle unless a limit is near; nulls where the input
 * holds no number. A value outside the limits is brought to the nearest of them.
 */
export function suggestedRange({ type, value = null }: Pick<VaryInput, 'type' | 'value'>): {
  from: number | null;
  to: number | null;
  step: number;
} {
  const parsed = parsePinType(type);
  const { base, min = -Infinity, max = Infinity } = parsed;
  if (base !== 'number' || value === null) return { from: null, to: null, step: 1 };
  const at = Math.min(max, Math.max(min, value));
  if (max <= min) return { from: at, to: at, step: 1 };
  const step = suggestedStep(parsed, at);
  const stepCount = (size: number): number => Math.floor(size / step + ROUNDING);
  const above = Math.min(SUGGESTED_VALUES - 1 - Math.min(2, stepCount(at - min)), stepCount(max - at));
  const below = Math.min(SUGGESTED_VALUES - 1 - above, stepCount(at - min));
  const digits = Math.max(decimals(at), decimals(step));
  const inside = (number: number): number => Math.min(max, Math.max(min, Number(number.toFixed(digits))));
  return { from: inside(at - below * step), to: inside(at + above * step), step };
}

/** Limits further apart than so many steps say nothing of what a person varies, as with sizes up to 16,384. */
const MAX_STEPS_IN_RANGE = 2000;
/** Steps around a value near zero where the limits are wide. */
const ZERO_RANGE_STEPS = 100;

/**
 * A sixteenth of the room or less, as people count: 1, 2 or 5 of a unit, and in the steps that the input takes. Wide limits
 * count as far as the value is from zero, or a hundred steps.
 */
function suggestedStep(
  { min = -Infinity, max = Infinity, step: pinStep = 0 }: PinType,
  value: number,
): number {
  // Counts and sizes stay whole, where there is room for that.
  const least = pinStep > 0 ? pinStep : Number.isInteger(value) && max - min >= 8 ? 1 : 0;
  const range = max - min;
  const isWide = least > 0 && range > MAX_STEPS_IN_RANGE * least;
  const referenceStep = Number.isFinite(range) ? ZERO_RANGE_STEPS * least : 1;
  const width = isWide || !Number.isFinite(range) ? Math.max(Math.abs(value), referenceStep) : range / 4;
  const rough = width / 4;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const nice = Number((([5, 2].find((count) => count * unit <= rough) ?? 1) * unit).toPrecision(1));
  return least === 0
    ? nice
    : Number((Math.max(1, Math.round(nice / least)) * least).toFixed(decimals(least)));
}

/** At least 0, below 1. */
export const cryptoRandom = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;

/** Seeds that a grid over a seed begins with. */
const SUGGESTED_SEEDS = 4;

/** The seeds that an input begins with: some of one that is a seed, none of others. @param random at least 0, below 1 */
export const suggestedSeeds = (input: VaryInput, random: () => number): number[] =>
  suggestedKind(input) === 'seeds' ? drawSeeds(SUGGESTED_SEEDS, input.type, random) : [];

/** Different whole numbers within the limits of an input. @param random at least 0, below 1 */
export function drawSeeds(count: number, type: string | null, random: () => number): number[] {
  const { min = 0, max = MAX_SEED } = parsePinType(type);
  const low = Math.ceil(min);
  const size = Math.max(1, Math.min(Math.floor(max), MAX_SEED) - low + 1);
  const seedSet = new Set<number>();
  for (let tries = 0; seedSet.size < Math.min(count, size) && tries < count * 20; tries += 1) {
    seedSet.add(low + Math.floor(random() * size));
  }
  return [...seedSet];
}

/** The values of an axis, or why there are none, as a sentence. */
export function readAxis(draft: AxisDraft): ParsedAxis {
  const type = parsePinType(draft.input.type);
  const parsed = readKind(draft, type);
  if (!parsed.ok) return parsed;
  const { values } = parsed;
  if (values.length === 0) return { ok: false, error: EMPTY[draft.kind], isEmpty: true };
  if (values.length > MAX_AXIS_VALUES) {
    return {
      ok: false,
      error: copy.theseValuesAxis(number(values.length), number(MAX_AXIS_VALUES)),
    };
  }
  const labels = values.map(({ label }) => label);
  const double = labels.find((label, at) => labels.indexOf(label) !== at);
  if (double !== undefined) return { ok: false, error: copy.twiceThemOut(double) };
  return parsed;
}

const EMPTY: Readonly<Record<AxisKind, string>> = {
  list: copy.writeValuesCommasBetween,
  range: copy.rangeBeginsEnds,
  seeds: copy.manySeeds,
  colors: copy.addColorsTry,
  ramp: copy.manyColors,
  lines: copy.writeValueLine,
  texts: copy.writeTextsLineBetween(BETWEEN_TEXTS),
  files: copy.selectFiles,
};

function readKind(draft: AxisDraft, type: PinType): ParsedAxis {
  switch (draft.kind) {
    case 'range':
      return readRange(draft, type);
    case 'seeds':
      return { ok: true, values: draft.seeds.map(numberValue) };
    case 'files':
      return {
        ok: true,
        values: draft.files.map(({ fileId, filename }) => ({
          value: { type: 'file', fileId },
          label: labelOf(filename),
        })),
      };
    case 'colors':
      return readColors(draft.colors ?? []);
    case 'ramp':
      return readRamp(draft.ramp ?? suggestedRamp(draft.input));
    case 'lines':
      return readLines(draft.text, type);
    case 'texts':
      return { ok: true, values: splitItems(draft.text, /^[ \t]*-{3,}[ \t]*\r?$/m).map(textValue) };
    default:
      return readList(draft.text, type);
  }
}

/** Of a step: what adding up decimals may be off by. */
const ROUNDING = 1e-6;

/** A range holds its end where a step meets it. */
function readRange({ from, to, step, input }: AxisDraft, type: PinType): ParsedAxis {
  if (from === null || to === null) return { ok: false, error: EMPTY.range, isEmpty: true };
  const by = Math.abs(step ?? 1);
  if (by === 0) return { ok: false, error: copy.stepMustNot };
  const count = Math.floor(Math.abs(to - from) / by + ROUNDING) + 1;
  if (count > MAX_AXIS_VALUES) {
    return { ok: false, error: copy.theseValuesLargerStep(number(count)) };
  }
  const digits = Math.max(decimals(from), decimals(by));
  const direction = to < from ? -by : by;
  // The value that the input has, and its limits, are met to the last digit.
  const exact = [input.value, type.min, type.max].filter((number) => typeof number === 'number');
  const numbers = Array.from({ length: count }, (_, at) => {
    const number = Number((from + at * direction).toFixed(digits));
    // Adding zero makes a negative zero a plain one.
    return (exact.find((each) => Math.abs(each - number) < by * ROUNDING) ?? number) + 0;
  });
  const problem = numbers.map((number) => outside(number, type)).find((found) => found !== null);
  return problem === undefined
    ? { ok: true, values: numbers.map(numberValue) }
    : { ok: false, error: problem };
}

/** Digits behind the point, also of numbers written as `1e-7`. */
function decimals(value: number): number {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return Math.min(100, Math.max(0, fraction.length - Number(exponent)));
}
