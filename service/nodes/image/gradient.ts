import { defineNode } from '../define-node.ts';
import type { Color } from '#shared/language/color.ts';
import { choice, color, number, optional } from '../pins.ts';
import { drawSvg, SIZE_PINS, svgColor } from './generated.ts';
import { IMAGE_OUTPUT } from './image-filter.ts';
import { savePicture } from './pixels.ts';

export const imageGradient = defineNode({
  type: 'image/gradient',
  title: 'Gradient',
  description:
    'Paints a smooth change between two or three colors, along a line or outwards from the middle. Angle 0 runs upwards, 90 to the right.',
  icon: 'blend',
  tags: ['background', 'colors', 'linear', 'radial', 'generate'],
  preview: { pixels: ['width', 'height'] },
  inputs: {
    ...SIZE_PINS,
    shape: choice('Shape', ['linear', 'radial'], { default: 'linear' }),
    angle: number('Angle', { min: -360, max: 360, default: 135 }),
    from: color('From', { default: '#f59e0b' }),
    middle: optional(color('Middle')),
    to: color('To', { default: '#7c3aed' }),
  },
  outputs: IMAGE_OUTPUT,
  async run({ width, height, shape, angle, from, middle, to }, execution) {
    const stops = [from, ...(middle === undefined ? [] : [middle]), to];
    const gradient = shape === 'linear' ? linear(width, height, angle, stops) : radial(width, height, stops);
    const opaque = stops.every((stop) => stop.alpha === 1);
    const paint = () => {
      const rendered = drawSvg(
        width,
        height,
        `<defs>${gradient}</defs><rect width="${width}" height="${height}" fill="url(#g)"/>`,
      );
      return opaque ? rendered.removeAlpha() : rendered;
    };
    return { image: await savePicture(execution, [], paint, 'gradient') };
  },
});

/** As CSS has it: the line is just long enough that the corners get the pure end colors. */
function linear(width: number, height: number, angle: number, stops: readonly Color[]): string {
  const radians = (angle * Math.PI) / 180;
  const [x, y] = [Math.sin(radians), -Math.cos(radians)];
  const half = (Math.abs(width * x) + Math.abs(height * y)) / 2;
  const [cx, cy] = [width / 2, height / 2];
  return `<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="${cx - x * half}" y1="${cy - y * half}" x2="${cx + x * half}" y2="${cy + y * half}">${svgStops(stops)}</linearGradient>`;
}

function radial(width: number, height: number, stops: readonly Color[]): string {
  const radius = Math.hypot(width, height) / 2;
  return `<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="${width / 2}" cy="${height / 2}" r="${radius}">${svgStops(stops)}</radialGradient>`;
}

function svgStops(stops: readonly Color[]): string {
  return stops
    .map((stop, index) => `<stop offset="${index / (stops.length - 1)}" ${svgColor('stop', stop)}/>`)
    .join('');
}
