import { defineNode } from '../define-node.ts';
import { endsByAngle, type GradientEnds } from '#shared/geometry/gradient.ts';
import type { Color } from '#shared/language/color.ts';
import { added, choice, color, number, optional, withRole, type InputPin } from '../pins.ts';
import { drawSvg, SIZE_PINS, svgColor } from './generated.ts';
import { IMAGE_OUTPUT } from './image-filter.ts';
import { savePicture } from './pixels.ts';

export const imageGradient = defineNode({
  type: 'image/gradient',
  title: 'Gradient',
  description:
    'Paints a smooth change between two or three colors, along a line or outwards from the middle. Angle 0 runs upwards, 90 to the right; a start and an end say exactly where it goes.',
  icon: 'blend',
  tags: ['background', 'colors', 'linear', 'radial', 'generate'],
  preview: { pixels: ['width', 'height'] },
  inputs: {
    width: withRole('size.width', SIZE_PINS.width),
    height: withRole('size.height', SIZE_PINS.height),
    shape: withRole('gradient.shape', choice('Shape', ['linear', 'radial'], { default: 'linear' })),
    angle: withRole('gradient.angle', number('Angle', { min: -360, max: 360, default: 135 })),
    from: color('From', { default: '#f59e0b' }),
    middle: optional(color('Middle')),
    to: color('To', { default: '#7c3aed' }),
    middleAt: added(
      withRole(
        'gradient.middle',
        number('Place of the middle', { min: 0, max: 1, step: 0.001, default: 0.5, exposed: false }),
      ),
    ),
    startX: endPin('gradient.start.x', 'Start x'),
    startY: endPin('gradient.start.y', 'Start y'),
    endX: endPin('gradient.end.x', 'End x'),
    endY: endPin('gradient.end.y', 'End y'),
  },
  outputs: IMAGE_OUTPUT,
  async run(inputs, execution) {
    const { width, height, shape, angle, from, middle, to, middleAt } = inputs;
    const { start, end } = endsByAngle({ width, height }, shape, angle);
    const ends: GradientEnds = {
      start: { x: pixelsOf(inputs.startX, width, start.x), y: pixelsOf(inputs.startY, height, start.y) },
      end: { x: pixelsOf(inputs.endX, width, end.x), y: pixelsOf(inputs.endY, height, end.y) },
    };
    // Without a color of its own the middle has the mean of both ends, which shows only where it is put elsewhere.
    const between = middle ?? (middleAt === 0.5 ? undefined : meanOf(from, to));
    const stops = [from, ...(between === undefined ? [] : [between]), to];
    const offsets = between === undefined ? [0, 1] : [0, middleAt, 1];
    const gradient = gradientElement(shape, ends, stops, offsets);
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

/** Where it begins or ends, as parts of width and height; by the angle while nothing is set. */
function endPin(role: Parameters<typeof withRole>[0], label: string): InputPin<number | undefined> {
  const pin = number(label, { min: -1, max: 2, step: 0.001, exposed: false });
  return optional(added(withRole(role, pin, 'share')));
}

const meanOf = (a: Color, b: Color): Color => ({
  r: Math.round((a.r + b.r) / 2),
  g: Math.round((a.g + b.g) / 2),
  b: Math.round((a.b + b.b) / 2),
  alpha: (a.alpha + b.alpha) / 2,
});

const pixelsOf = (share: number | undefined, length: number, fallback: number): number =>
  share === undefined ? fallback : share * length;

function gradientElement(
  shape: 'linear' | 'radial',
  { start, end }: GradientEnds,
  stops: readonly Color[],
  offsets: readonly number[],
): string {
  const content = stops
    .map((stop, index) => `<stop offset="${offsets[index] ?? 1}" ${svgColor('stop', stop)}/>`)
    .join('');
  if (shape === 'linear')
    return `<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="${start.x}" y1="${start.y}" x2="${end.x}" y2="${end.y}">${content}</linearGradient>`;
  const radius = Math.hypot(end.x - start.x, end.y - start.y);
  return `<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="${start.x}" cy="${start.y}" r="${radius}">${content}</radialGradient>`;
}
