import { colorToHex } from '#shared/language/color.ts';
import { defineNode } from '../define-node.ts';
import { image, number, withRole } from '../pins.ts';
import { openPicture, readPixels, withReadablePictures } from './pixels.ts';

const SHARE = { min: 0, max: 1, step: 0.0001, default: 0.5 };

export const imageColorAt = defineNode({
  type: 'image/color-at',
  title: 'Color at a point',
  description:
    'Reads the color at a point of an image, or the mean of a square around it. Places are parts of width and height: 0 is the left or upper edge, 1 the right or lower one.',
  icon: 'pipette',
  tags: ['color', 'eyedropper', 'sample', 'pick', 'point'],
  inputs: {
    image: image('Image'),
    x: withRole('point.x', number('Point x', SHARE), 'share'),
    y: withRole('point.y', number('Point y', SHARE), 'share'),
    area: number('Area', { min: 1, max: 501, step: 1, default: 1 }),
  },
  outputs: { color: { label: 'Color', type: 'color' } },
  async run({ image, x, y, area }, execution) {
    const picture = await openPicture(execution, image);
    const [column, row] = [pixelOf(x, picture.width), pixelOf(y, picture.height)];
    const left = Math.max(0, column - Math.floor(area / 2));
    const top = Math.max(0, row - Math.floor(area / 2));
    const width = Math.min(picture.width, column + Math.ceil(area / 2)) - left;
    const height = Math.min(picture.height, row + Math.ceil(area / 2)) - top;
    const { data } = await withReadablePictures(execution, [picture], () =>
      readPixels(picture.open().extract({ left, top, width, height })),
    );
    return { color: meanColor(data) };
  },
});

const pixelOf = (share: number, length: number): number => Math.min(length - 1, Math.floor(share * length));

/** The mean of pixels, each as much as it shows. */
function meanColor(data: Uint8Array): string {
  let [r, g, b, alpha] = [0, 0, 0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const weight = data[at + 3] ?? 0;
    r += (data[at] ?? 0) * weight;
    g += (data[at + 1] ?? 0) * weight;
    b += (data[at + 2] ?? 0) * weight;
    alpha += weight;
  }
  if (alpha === 0) return '#00000000';
  return colorToHex({ r: r / alpha, g: g / alpha, b: b / alpha, alpha: alpha / (data.length / 4) / 255 });
}
