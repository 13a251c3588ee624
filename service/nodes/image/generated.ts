import { sharp, type Sharp } from '#native/decoders/sharp.ts';
import { colorToHex, type Color } from '#shared/language/color.ts';
import { number } from '../pins.ts';
import { assertSize, SIDE_LIMIT } from './pixels.ts';

/** The size of an image made from nothing. */
export const SIZE_PINS = {
  width: number('Width', { min: 1, max: SIDE_LIMIT, step: 1, default: 1024 }),
  height: number('Height', { min: 1, max: SIDE_LIMIT, step: 1, default: 768 }),
};

/** An image of one color. */
export function solidImage(width: number, height: number, background: Color): Sharp {
  assertSize(width, height);
  return sharp({ create: { width, height, channels: background.alpha < 1 ? 4 : 3, background } });
}

/** Draws SVG content of the given size. Text in it must have gone through `escapeXml`. */
export function drawSvg(width: number, height: number, content: string): Sharp {
  assertSize(width, height);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`;
  return sharp(Buffer.from(svg), { limitInputPixels: false });
}

/** Attributes of an SVG gradient stop or fill: `fill="#rrggbb" fill-opacity="0.5"`. */
export function svgColor(attribute: 'fill' | 'stop' | 'stroke', color: Color): string {
  const name = attribute === 'stop' ? 'stop-color' : attribute;
  return `${name}="${colorToHex({ ...color, alpha: 1 })}" ${attribute}-opacity="${color.alpha.toFixed(4)}"`;
}

/** Text as it may stand in XML and in Pango markup. Characters XML cannot hold are left out. */
export function escapeXml(text: string): string {
  return text
    .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '')
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}
