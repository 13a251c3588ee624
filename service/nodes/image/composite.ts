import type { Blend, Sharp } from '#native/decoders/sharp.ts';
import { ALIGNMENTS, fittedSize, layerCorner, scaledSize, type Alignment } from '#shared/geometry/layer.ts';
import type { Point, Rect, Size } from '#shared/geometry/plane.ts';
import { defineNode } from '../define-node.ts';
import { added, choice, image, number, withRole } from '../pins.ts';
import { IMAGE_OUTPUT } from './image-filter.ts';
import {
  assertSize,
  fromPixels,
  openPicture,
  readPixels,
  savePicture,
  settle,
  SIDE_LIMIT,
  type Picture,
  type Pixels,
} from './pixels.ts';

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

const OFFSET = { min: -SIDE_LIMIT, max: SIDE_LIMIT, step: 1, default: 0 };
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

export const imageComposite = defineNode({
  type: 'image/composite',
  title: 'Composite',
  description:
    'Lays one image over another, with a blend mode and opacity. Fit sizes the overlay to the base first, then Scale; Place and the offsets say where it goes, and it turns around its middle. What hangs over the edge is cut off.',
  icon: 'layers',
  tags: ['blend', 'overlay', 'merge', 'layer', 'watermark', 'multiply', 'screen'],
  preview: { pixels: ['x', 'y'] },
  inputs: {
    base: image('Base'),
    overlay: image('Overlay'),
    blend: choice('Blend', BLENDS, { default: 'over' }),
    opacity: number('Opacity', { min: 0, max: 1, step: 0.01, default: 1 }),
    fit: withRole('layer.fit', choice('Fit', ['none', 'contain', 'cover', 'fill'], { default: 'none' })),
    place: withRole(
      'layer.place',
      choice('Place', Object.keys(ALIGNMENTS) as Alignment[], { default: 'center' }),
    ),
    x: withRole('layer.x', number('Offset x', OFFSET)),
    y: withRole('layer.y', number('Offset y', OFFSET)),
    scale: added(
      withRole(
        'layer.scale',
        number('Scale', { min: 0.01, max: 20, step: 0.001, default: 1, exposed: false }),
      ),
    ),
    rotation: added(
      withRole(
        'layer.rotation',
        number('Rotation', { min: -360, max: 360, step: 0.1, default: 0, exposed: false }),
      ),
    ),
  },
  outputs: IMAGE_OUTPUT,
  async run({ base, overlay, blend, opacity, fit, place, x, y, scale, rotation }, execution) {
    const under = await openPicture(execution, base);
    const over = await openPicture(execution, overlay);
    const compose = async (): Promise<Sharp> => {
      const size = scaledSize(fittedSize(over, under, fit), scale);
      const corner = layerCorner(size, under, place, { x, y });
      if (opacity === 0) return under.open();
      if (scale !== 1) assertSize(size.width, size.height);
      const layer =
        rotation % 360 === 0 ? straight(over, size, corner) : await rotateLayer(over, size, corner, rotation);
      const visible = visibleRect(layer.box, under);
      if (visible === null) return under.open();
      const pixels = await readPixels(
        (await layer.open()).extract({
          left: visible.left - layer.box.left,
          top: visible.top - layer.box.top,
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

/** The overlay as large as it is laid, and where. */
interface Layer {
  box: Rect;
  open(): Promise<Sharp>;
}

const straight = (over: Picture, size: Size, corner: Point): Layer => ({
  box: { left: corner.x, top: corner.y, ...size },
  open: async () =>
    (await over.openFor(size.width, size.height)).resize(size.width, size.height, { fit: 'fill' }),
});

/** Turned around its middle. @param corner where its top left one would be, were it straight. */
async function rotateLayer(over: Picture, size: Size, corner: Point, rotation: number): Promise<Layer> {
  assertSize(size.width, size.height);
  const resized = await settle(await straight(over, size, corner).open());
  const rotated = await readPixels(resized.rotate(rotation, { background: CLEAR }));
  return {
    box: {
      left: Math.round(corner.x + (size.width - rotated.width) / 2),
      top: Math.round(corner.y + (size.height - rotated.height) / 2),
      width: rotated.width,
      height: rotated.height,
    },
    open: async () => fromPixels(rotated, true),
  };
}

/** The part of `box` that lies on the image; null when none does. sharp takes no overlay that is larger. */
function visibleRect(box: Rect, on: Size): Rect | null {
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
