import { colorNames, colorToHex, parseColor } from '#shared/language/color.ts';
import { words } from '#renderer/words/index.ts';

const t = words.ui.colorText;

/** What text in a color field comes to. `incomplete` may still become a color by typing on. */
export type ColorText =
  | { kind: 'color'; text: string }
  | { kind: 'incomplete' }
  /** In a sentence that says what to type instead. */
  | { kind: 'refused'; reason: string };

const CSS_FUNCTION = /^(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(/i;

/** The same color as nodes read it, of what a browser can read besides, such as `rgb(128 64 192)`; null when it cannot. */
const hexOfCss = (text: string): string | null => (CSS_FUNCTION.test(text) ? renderedHex(text) : null);

/** What a color of CSS looks like on a canvas; null where the browser cannot read it. */
function renderedHex(text: string): string | null {
  if (!CSS.supports('color', text)) return null;
  const pixel = new OffscreenCanvas(1, 1).getContext('2d');
  if (!pixel) return null;
  pixel.fillStyle = text;
  pixel.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, a = 0] = pixel.getImageData(0, 0, 1, 1).data;
  return colorToHex({ r, g, b, alpha: a / 255 });
}

const couldBeColor = (text: string): boolean => {
  const word = text.toLowerCase();
  if (/^#[0-9a-f]{0,7}$/.test(word)) return true;
  if (/^(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?(?:\([^)]*)?$/.test(word)) return true;
  for (const name of colorNames()) if (name.startsWith(word)) return true;
  return false;
};

/** Reads what is typed into a color field: `#8040c0` and shorter or longer, a name, or a color of CSS, which becomes hex. */
export function readColorText(typed: string): ColorText {
  const text = typed.trim();
  if (text === '') return { kind: 'incomplete' };
  if (parseColor(text)) return { kind: 'color', text };
  // Without the number sign, as colors are often copied; three letters may be a name that is not finished.
  if (/^(?:[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) return { kind: 'color', text: `#${text.toLowerCase()}` };
  const hex = hexOfCss(text);
  if (hex !== null) return { kind: 'color', text: hex };
  if (couldBeColor(text)) return { kind: 'incomplete' };
  return {
    kind: 'refused',
    reason: t.notColor(text.slice(0, 40)),
  };
}

/** A color as a picker needs it: `#rrggbb` or `#rrggbbaa`; null for what is no color. */
export function hexOf(text: string): string | null {
  const color = parseColor(text);
  return color && colorToHex(color);
}

/**
 * Colors in even steps from one to another, both included, as the eye sees even steps (Oklab, by the browser).
 * @param count at least 2
 */
export function mixColors(from: string, to: string, count: number): string[] {
  const [first, last] = [hexOf(from) ?? '#000000', hexOf(to) ?? '#ffffff'];
  return Array.from({ length: count }, (_, at) => {
    if (at === 0) return first;
    if (at === count - 1) return last;
    const share = Number(((100 * at) / (count - 1)).toFixed(4));
    return renderedHex(t.colorMixOklab(last, share, first)) ?? first;
  });
}
