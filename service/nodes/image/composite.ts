import type { Blend, Sharp } from '#native/decoders/sharp.ts';
import { defineNode } from '../define-node.ts';
import { choice, image, number } from '../pins.ts';
import { IMAGE_OUTPUT } from './image-filter.ts';
import { openPicture, readPixels, savePicture, SIDE_LIMIT, type Picture, type Pixels } from './pixels.ts';

const BLENDS = [
  'over',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'add',
] as const satisfies readonly Blend[];

const ALIGNMENTS = {
  center: [0.5, 0.5],
  top: [0.5, 0],
  'top-right': [1, 0],
  right: [1, 0.5],
  'bottom-right': [1, 1],
  bottom: [0.5, 1],
  'bottom-left': [0, 1],
  left: [0, 0.5],
  'top-left': [0, 0],
} as const;
type Alignment = keyof typeof ALIGNMENTS;

export const imageComposite = defineNode({
  type: 'image/composite',
  title: 'Composite',
  description:
    'Lays one image over another, with a blend mode and opacity. Fit sizes the overlay to the base first; Place and the offsets say where it goes. What hangs over the edge is cut off.',
  icon: 'layers',
  tags: ['blend', 'overlay', 'merge', 'layer', 'watermark', 'multiply', 'screen'],
  preview: { pixels: ['x', 'y'] },
  inputs: {
    base: image('Base'),
    overlay: image('Overlay'),
    blend: choice('Blend', BLENDS, { default: 'over' }),
    opacity: number('Opacity', { min: 0, max: 1, step: 0.01, default: 1 }),
    fit: choice('Fit', ['none', 'contain', 'cover', 'fill'], { default: 'none' }),
    place: choice('Place', Object.keys(ALIGNMENTS) as Alignment[], { default: 'center' }),
    x: number('Offset x', { min: -SIDE_LIMIT, max: SIDE_LIMIT, step: 1, default: 0 }),
    y: number('Offset y', { min: -SIDE_LIMIT, max: SIDE_LIMIT, step: 1, default: 0 }),
  },
  outputs: IMAGE_OUTPUT,
  async run({ base, overlay, blend, opacity, fit, place, x, y }, execution) {
    const under = await openPicture(execution, base);
    const over = await openPicture(execution, overlay);
    const compose = async (): Promise<Sharp> => {
      const size = fittedSize(over, under, fit);
      const [fractionX, fractionY] = ALIGNMENTS[place];
      const left = Math.round((under.width - size.width) * fractionX) + x;
      const top = Math.round((under.height - size.height) * fractionY) + y;
      const visible = visibleRect({ left, top, ...size }, under);
      if (visible === null || opacity === 0) return under.open();
      const pixels = await readPixels(
        (await over.openFor(size.width, size.height))
          .resize(size.width, size.height, { fit: 'fill' })
          .extract({
            left: visible.left - left,
            top: visible.top - top,
            width: visible.width,
            height: visible.height,
          }),
      );
      fade(pixels, opacity);
      const { data, width, height } = pixels;
      const composed = under.open().composite([
        {
          input: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
          raw: { width, height, channels: 4 },
          left: visible.left,
          top: visible.top,
          blend,
        },
      ]);
      return under.hasAlpha ? composed : composed.removeAlpha();
    };
    return { image: await savePicture(execution, [under, over], compose) };
  },
});

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

type Size = Pick<Picture, 'width' | 'height'>;

function fittedSize(picture: Size, box: Size, fit: 'none' | 'contain' | 'cover' | 'fill'): Size {
  if (fit === 'none') return { width: picture.width, height: picture.height };
  if (fit === 'fill') return { width: box.width, height: box.height };
  const [x, y] = [box.width / picture.width, box.height / picture.height];
  const scale = fit === 'contain' ? Math.min(x, y) : Math.max(x, y);
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
}

/** The part of `box` that lies on the image; null when none does. sharp takes no overlay that is larger. */
function visibleRect(box: Box, on: Size): Box | null {
  const left = Math.max(0, box.left);
  const top = Math.max(0, box.top);
  const width = Math.min(on.width, box.left + box.width) - left;
  const height = Math.min(on.height, box.top + box.height) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : null;
}

function fade({ data }: Pixels, opacity: number): void {
  if (opacity === 1) return;
  for (let i = 3; i < data.length; i += 4) data[i] = Math.round((data[i] ?? 0) * opacity);
}
