import { clamp, type Point, type Rect, type Size } from './plane.ts';

/** What a crop may be as wide as high. */
export const ASPECTS = [
  'free',
  '1:1',
  '5:4',
  '4:3',
  '3:2',
  '16:9',
  '21:9',
  '4:5',
  '3:4',
  '2:3',
  '9:16',
] as const;

/** Width by height of an aspect such as `16:9`; null of one that says none. */
export function ratioOf(aspect: unknown): number | null {
  const [, width, height] = typeof aspect === 'string' ? (/^(\d{1,4}):(\d{1,4})$/.exec(aspect) ?? []) : [];
  const ratio = Number(width) / Number(height);
  return Number.isFinite(ratio) && ratio > 0 ? ratio : null;
}

/**
 * The rectangle that a crop names, within the picture: a width or height of 0 goes on to the edge.
 * @returns null where there is nothing of the picture.
 */
export function namedRect({ left, top, width, height }: Rect, picture: Size): Rect | null {
  if (left >= picture.width || top >= picture.height) return null;
  return {
    left,
    top,
    width: Math.min(width === 0 ? picture.width : width, picture.width - left),
    height: Math.min(height === 0 ? picture.height : height, picture.height - top),
  };
}

/**
 * The largest rectangle of a ratio in another one, as near to a point as it goes. Whole pixels.
 * @param focus in pixels of the picture.
 */
export function cutToRatio(rect: Rect, ratio: number, focus: Point): Rect {
  const width = clamp(Math.round(rect.height * ratio), 1, rect.width);
  const height = clamp(Math.round(rect.width / ratio), 1, rect.height);
  return {
    left: clamp(Math.round(focus.x - width / 2), rect.left, rect.left + rect.width - width),
    top: clamp(Math.round(focus.y - height / 2), rect.top, rect.top + rect.height - height),
    width,
    height,
  };
}
