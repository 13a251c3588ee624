import {
  inverse,
  isConvex,
  projected,
  projectionTo,
  straightSize,
  type Corners,
} from '#shared/geometry/corners.ts';
import type { Point, Size } from '#shared/geometry/plane.ts';
import type { PinRole } from '#shared/graph/pin-roles.ts';
import { choice, invalid, number, withRole } from '../pins.ts';
import { imageFilter } from './image-filter.ts';
import { assertSize, fromPixels, readPixels, type Pixels } from './pixels.ts';

/** A corner as a part of width or height; beyond the edges too, for what hangs over them. */
const corner = (role: PinRole, label: string, fallback: 0 | 1) =>
  withRole(role, number(label, { min: -1, max: 2, step: 0.0001, default: fallback }), 'share');

/** Smallest turn at a corner, in square pixels: flatter ones have no inside. */
const MIN_CROSS = 0.5;

export const imagePerspective = imageFilter({
  type: 'image/perspective',
  title: 'Perspective',
  description:
    'Straightens what lies between four corners of an image, such as a page or a house front, or puts the corners of the image there. Corners are parts of width and height: 0 is the left or upper edge, 1 the right or lower one.',
  icon: 'vector-square',
  tags: ['corners', 'straighten', 'keystone', 'distort', 'skew', 'quad', 'four points'],
  preview: {},
  settings: {
    mode: choice('Corners', ['straighten', 'distort'], { default: 'straighten' }),
    topLeftX: corner('corners.top-left.x', 'Top left x', 0),
    topLeftY: corner('corners.top-left.y', 'Top left y', 0),
    topRightX: corner('corners.top-right.x', 'Top right x', 1),
    topRightY: corner('corners.top-right.y', 'Top right y', 0),
    bottomRightX: corner('corners.bottom-right.x', 'Bottom right x', 1),
    bottomRightY: corner('corners.bottom-right.y', 'Bottom right y', 1),
    bottomLeftX: corner('corners.bottom-left.x', 'Bottom left x', 0),
    bottomLeftY: corner('corners.bottom-left.y', 'Bottom left y', 1),
  },
  async apply(picture, at) {
    const { width, height } = picture;
    const pixel = (x: number, y: number): Point => ({ x: x * width, y: y * height });
    const corners: Corners = [
      pixel(at.topLeftX, at.topLeftY),
      pixel(at.topRightX, at.topRightY),
      pixel(at.bottomRightX, at.bottomRightY),
      pixel(at.bottomLeftX, at.bottomLeftY),
    ];
    if (!isConvex(corners, MIN_CROSS)) {
      throw invalid(
        'The four corners do not go round: two of them are swapped, or one lies inside. Move them apart, from the top left one clockwise.',
      );
    }
    const isStraightening = at.mode === 'straighten';
    const size = isStraightening ? straightSize(corners) : { width, height };
    assertSize(size.width, size.height);
    const unit = projectionTo(corners);
    const back = inverse(unit);
    const source: (point: Point) => Point = isStraightening
      ? ({ x, y }) => projected(unit, { x: x / size.width, y: y / size.height })
      : (point) => {
          const share = projected(back, point);
          return { x: share.x * width, y: share.y * height };
        };
    const result = sampled(await readPixels(picture.open()), size, source);
    return fromPixels(result, picture.hasAlpha || !isContained(corners, picture, isStraightening));
  },
});

/** Whether each pixel of the result comes from within the picture. */
const isContained = (corners: Corners, { width, height }: Size, isStraightening: boolean): boolean =>
  isStraightening && corners.every(({ x, y }) => x >= 0 && y >= 0 && x <= width && y <= height);

/**
 * Takes each pixel from a place of another picture, between its four nearest; nothing shows beyond the edges.
 * @param source where the middle of a pixel comes from, in pixels.
 */
function sampled(from: Pixels, size: Size, source: (point: Point) => Point): Pixels {
  const data = new Uint8Array(size.width * size.height * 4);
  let target = 0;
  for (let row = 0; row < size.height; row += 1) {
    for (let column = 0; column < size.width; column += 1, target += 4) {
      const { x, y } = source({ x: column + 0.5, y: row + 0.5 });
      blend(from, x, y, data, target);
    }
  }
  return { data, width: size.width, height: size.height };
}

/** Half a pixel of the edge goes on outwards, so that an edge that is met exactly stays opaque. */
function blend(
  { data, width, height }: Pixels,
  x: number,
  y: number,
  output: Uint8Array,
  target: number,
): void {
  if (!(x >= 0 && y >= 0 && x <= width && y <= height)) return;
  const [px, py] = [Math.min(Math.max(x - 0.5, 0), width - 1), Math.min(Math.max(y - 0.5, 0), height - 1)];
  const [left, top] = [Math.floor(px), Math.floor(py)];
  const [fx, fy] = [px - left, py - top];
  const right = left + 1 < width ? 4 : 0;
  const below = top + 1 < height ? width * 4 : 0;
  const at = (top * width + left) * 4;
  const weights = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy] as const;
  const targets = [at, at + right, at + below, at + right + below] as const;
  let [r, g, b, alpha] = [0, 0, 0, 0];
  for (let index = 0; index < 4; index += 1) {
    const pixel = targets[index as 0];
    const weight = weights[index as 0] * (data[pixel + 3] ?? 0);
    r += weight * (data[pixel] ?? 0);
    g += weight * (data[pixel + 1] ?? 0);
    b += weight * (data[pixel + 2] ?? 0);
    alpha += weight;
  }
  if (alpha <= 0) return;
  output[target] = Math.round(r / alpha);
  output[target + 1] = Math.round(g / alpha);
  output[target + 2] = Math.round(b / alpha);
  output[target + 3] = Math.round(alpha);
}
