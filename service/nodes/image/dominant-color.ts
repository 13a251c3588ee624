import { colorToHex } from '#shared/language/color.ts';
import { defineNode } from '../define-node.ts';
import { image, number } from '../pins.ts';
import { openPicture, readPixels, withReadablePictures } from './pixels.ts';

/** Colors are counted on a copy of this size at most: more pixels change the answer by nothing one can see. */
const SAMPLE_SIDE = 256;
/** Bits kept a channel: colors that differ by less count as one. */
const BITS = 4;
/** Least distance in RGB between two colors of the palette. */
const MIN_DISTANCE = 48;

export const imageDominantColor = defineNode({
  type: 'image/dominant-color',
  title: 'Dominant color',
  description:
    'Finds the color that fills most of an image, and a palette of its main colors. See-through parts do not count.',
  icon: 'pipette',
  tags: ['color', 'palette', 'main', 'average', 'theme'],
  inputs: {
    image: image('Image'),
    colors: number('Colors', { min: 1, max: 12, step: 1, default: 5 }),
  },
  outputs: {
    color: { label: 'Color', type: 'color' },
    palette: { label: 'Palette', type: 'json' },
  },
  async run({ image, colors }, execution) {
    const picture = await openPicture(execution, image);
    const { data } = await withReadablePictures(execution, [picture], () =>
      readPixels(
        picture
          .open()
          .resize(SAMPLE_SIDE, SAMPLE_SIDE, { fit: 'inside', withoutEnlargement: true, kernel: 'nearest' }),
      ),
    );
    const palette = mainColors(data, colors);
    return { color: palette[0] ?? '#000000', palette };
  },
});

function mainColors(data: Uint8Array, count: number): string[] {
  const bins = new Map<number, { pixels: number; r: number; g: number; b: number }>();
  for (let i = 0; i < data.length; i += 4) {
    if ((data[i + 3] ?? 0) < 128) continue;
    const [r, g, b] = [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0];
    const shift = 8 - BITS;
    const key = ((r >> shift) << (BITS * 2)) | ((g >> shift) << BITS) | (b >> shift);
    const bin = bins.get(key) ?? { pixels: 0, r: 0, g: 0, b: 0 };
    bins.set(key, { pixels: bin.pixels + 1, r: bin.r + r, g: bin.g + g, b: bin.b + b });
  }
  const ranked = [...bins.values()]
    .sort((a, b) => b.pixels - a.pixels)
    .map(({ pixels, r, g, b }) => ({ r: r / pixels, g: g / pixels, b: b / pixels, alpha: 1 }));
  const selected: typeof ranked = [];
  for (const color of ranked) {
    if (selected.length === count) break;
    if (
      selected.every(
        (existing) =>
          Math.hypot(color.r - existing.r, color.g - existing.g, color.b - existing.b) >= MIN_DISTANCE,
      )
    ) {
      selected.push(color);
    }
  }
  return selected.map(colorToHex);
}
