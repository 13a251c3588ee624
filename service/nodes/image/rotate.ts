import type { Color } from '#shared/language/color.ts';
import type { Sharp } from '#native/decoders/sharp.ts';
import { color, number } from '../pins.ts';
import { solidImage } from './generated.ts';
import { imageFilter } from './image-filter.ts';
import { assertSize, fromPixels, readPixels, settle } from './pixels.ts';

export const imageRotate = imageFilter({
  type: 'image/rotate',
  version: 2,
  title: 'Rotate',
  description: 'Turns an image clockwise. It grows to hold its corners; the background fills what is new.',
  icon: 'rotate-cw',
  tags: ['turn', 'angle', 'straighten', 'orientation'],
  preview: {},
  settings: {
    angle: number('Angle', { min: -360, max: 360, default: 90 }),
    background: color('Background', { default: 'transparent' }),
  },
  async apply(picture, { angle, background }) {
    const normalizedAngle = ((angle % 360) + 360) % 360;
    if (normalizedAngle === 0) return picture.open();
    const radians = (normalizedAngle * Math.PI) / 180;
    const [sin, cos] = [Math.abs(Math.sin(radians)), Math.abs(Math.cos(radians))];
    assertSize(picture.width * cos + picture.height * sin, picture.width * sin + picture.height * cos);
    if (normalizedAngle % 90 === 0) return picture.open().rotate(normalizedAngle);
    // The corners need alpha to be see-through, which a photo does not have.
    const source = background.alpha < 1 ? await settle(picture.open()) : picture.open();
    if (background.alpha === 0 || background.alpha === 1)
      return source.rotate(normalizedAngle, { background });
    const stencil = solidImage(picture.width, picture.height, { ...CLEAR, alpha: 1 }).ensureAlpha();
    return fillOutside(source, stencil, normalizedAngle, background);
  },
});

const CLEAR: Color = { r: 0, g: 0, b: 0, alpha: 0 };

/**
 * Turns a picture and fills what is new with a color that is half see-through: libvips would take that color for one that is
 * multiplied by its alpha already, and give another one.
 * @param stencil as large as the picture, and opaque: how much of a pixel is the picture's.
 */
async function fillOutside(
  picture: Sharp,
  stencil: Sharp,
  angle: number,
  { r, g, b, alpha }: Color,
): Promise<Sharp> {
  const pixels = await readPixels(picture.rotate(angle, { background: CLEAR }));
  const { data: coverage } = await readPixels(stencil.rotate(angle, { background: CLEAR }));
  const { data } = pixels;
  for (let at = 0; at < data.length; at += 4) {
    const own = data[at + 3] ?? 0;
    const fill = (255 - (coverage[at + 3] ?? 0)) * alpha;
    if (fill === 0) continue;
    const total = own + fill;
    for (const [channel, color] of [r, g, b].entries())
      data[at + channel] = Math.round(((data[at + channel] ?? 0) * own + color * fill) / total);
    data[at + 3] = Math.round(total);
  }
  return fromPixels(pixels, true);
}
