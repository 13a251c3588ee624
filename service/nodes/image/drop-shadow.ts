import { boolean, color, number } from '../pins.ts';
import { MIN_SIGMA } from './blur-pipeline.ts';
import { alphaOf, blurCoverage, type Coverage } from './coverage.ts';
import { imageFilter } from './image-filter.ts';
import { assertSize, fromPixels, readPixels, type Pixels } from './pixels.ts';

const OFFSET = { min: -2000, max: 2000, step: 1, default: 16 };
/** Beyond so many standard deviations a Gaussian has less than half a level of 255 left. */
const REACH = 3;

export const imageDropShadow = imageFilter({
  type: 'image/drop-shadow',
  title: 'Drop shadow',
  description:
    'Lays the shadow of an image below it, as its transparency shapes it. With an offset of 0 and a bright color it glows around the shape. The image grows to hold all of the shadow, or keeps its size.',
  icon: 'layers-2',
  tags: ['shadow', 'outer glow', 'depth', 'sticker', 'effect'],
  preview: { pixels: ['x', 'y', 'blur'] },
  settings: {
    x: number('Offset x', OFFSET),
    y: number('Offset y', OFFSET),
    blur: number('Softness', { min: 0, max: 300, step: 0.5, default: 12 }),
    color: color('Color', { default: '#000000' }),
    opacity: number('Opacity', { min: 0, max: 1, step: 0.01, default: 0.5 }),
    enlarge: boolean('Enlarge', { default: true }),
  },
  async apply(picture, { x, y, blur, color, opacity, enlarge }) {
    const reach = blur < MIN_SIGMA ? 0 : Math.ceil(blur * REACH);
    const margin = (side: number) => (enlarge ? Math.max(0, reach + side) : 0);
    const [left, top] = [margin(-x), margin(-y)];
    const width = picture.width + left + margin(x);
    const height = picture.height + top + margin(y);
    assertSize(width, height);
    const pixels = await readPixels(picture.open());
    const cast = await blurCoverage(
      translated(alphaOf(pixels), { left: left + x, top: top + y, width, height }),
      blur,
    );
    return fromPixels(
      compositeOver(pixels, { left, top }, cast, { ...color, alpha: color.alpha * opacity }),
      true,
    );
  },
});

interface Canvas {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A mask at another offset of an empty one; what hangs over its edges is cut off. */
function translated(coverage: Coverage, { left, top, width, height }: Canvas): Coverage {
  const data = new Uint8Array(width * height);
  const from = Math.max(0, -left);
  const to = Math.min(coverage.width, width - left);
  if (from >= to) return { data, width, height };
  for (let y = Math.max(0, -top); y < Math.min(coverage.height, height - top); y += 1) {
    const row = coverage.data.subarray(y * coverage.width + from, y * coverage.width + to);
    data.set(row, (y + top) * width + left + from);
  }
  return { data, width, height };
}

/** A picture over a mask that is filled with a color. */
function compositeOver(
  picture: Pixels,
  offset: { left: number; top: number },
  cast: Coverage,
  color: { r: number; g: number; b: number; alpha: number },
): Pixels {
  const { width, height } = cast;
  const data = new Uint8Array(width * height * 4);
  for (let i = 0; i < cast.data.length; i += 1) {
    data[i * 4] = color.r;
    data[i * 4 + 1] = color.g;
    data[i * 4 + 2] = color.b;
    data[i * 4 + 3] = Math.round(cast.data[i]! * color.alpha);
  }
  for (let y = 0; y < picture.height; y += 1) {
    for (let x = 0; x < picture.width; x += 1) {
      const from = (y * picture.width + x) * 4;
      const to = ((y + offset.top) * width + x + offset.left) * 4;
      const above = picture.data[from + 3]! / 255;
      const below = (data[to + 3]! / 255) * (1 - above);
      const alpha = above + below;
      if (above === 0) continue;
      for (let channel = 0; channel < 3; channel += 1) {
        const mixed = picture.data[from + channel]! * above + data[to + channel]! * below;
        data[to + channel] = Math.round(mixed / alpha);
      }
      data[to + 3] = Math.round(alpha * 255);
    }
  }
  return { data, width, height };
}
