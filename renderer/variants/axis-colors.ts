import { hexOf, mixColors } from '#renderer/ui/index.ts';
import { textValue, type AxisReading } from './axis-list.ts';

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

export const readColors = (colors: readonly string[]): AxisReading => ({
  ok: true,
  values: colors.map(textValue),
});

const MIN_RAMP = 2;
const MAX_RAMP = 100;

export function readRamp({ from, to, count }: ColorRamp): AxisReading {
  if (count === null) return { ok: false, error: 'Say how many colors.', isEmpty: true };
  if (count < MIN_RAMP || count > MAX_RAMP) {
    return { ok: false, error: `A ramp has ${MIN_RAMP} to ${MAX_RAMP} colors.` };
  }
  return { ok: true, values: mixColors(from, to, count).map(textValue) };
}
