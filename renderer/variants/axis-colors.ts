import { hexOf, mixColors } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { textValue, type ParsedAxis } from './axis-list.ts';

const t = words.variants.axisColors;

/** Colors of one axis: chosen one by one, or so many from one to another. */

export interface ColorRamp {
  from: string;
  to: string;
  /** Both ends counted. */
  count: number | null;
}

const SUGGESTED_COLORS = 5;
const FIRST_COLOR = '#3a6ea5';

/** From the color that an input holds to white, or to black where it is light already. */
export function suggestedRamp({ text }: { text?: string | null }): ColorRamp {
  const from = hexOf(text ?? '') ?? FIRST_COLOR;
  return { from, to: /^#[c-f]/i.test(from) ? '#000000' : '#ffffff', count: SUGGESTED_COLORS };
}

export const suggestedColors = ({ text }: { text?: string | null }): string[] => {
  const currentHex = hexOf(text ?? '');
  return currentHex === null ? [] : [currentHex];
};

export const readColors = (colors: readonly string[]): ParsedAxis => ({
  ok: true,
  values: colors.map(textValue),
});

const MIN_RAMP = 2;
const MAX_RAMP = 100;

export function readRamp({ from, to, count }: ColorRamp): ParsedAxis {
  if (count === null) return { ok: false, error: t.manyColors, isEmpty: true };
  if (count < MIN_RAMP || count > MAX_RAMP) {
    return { ok: false, error: t.rampColors(MIN_RAMP, MAX_RAMP) };
  }
  return { ok: true, values: mixColors(from, to, count).map(textValue) };
}
