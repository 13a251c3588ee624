/** A point of a stroke in pixels of the mask; how large the brush is there. */
export interface StrokePoint {
  x: number;
  y: number;
  /** In pixels of the mask. */
  radius: number;
}

/** Whole pixels. */
export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const EMPTY: Rect = { left: 0, top: 0, width: 0, height: 0 };

export const isEmpty = ({ width, height }: Rect): boolean => width <= 0 || height <= 0;

/** The smallest rectangle around both. */
export function union(a: Rect, b: Rect): Rect {
  if (isEmpty(a)) return b;
  if (isEmpty(b)) return a;
  const left = Math.min(a.left, b.left);
  const top = Math.min(a.top, b.top);
  return {
    left,
    top,
    width: Math.max(a.left + a.width, b.left + b.width) - left,
    height: Math.max(a.top + a.height, b.top + b.height) - top,
  };
}

/** What both have in common. */
export function intersection(a: Rect, b: Rect): Rect {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  return {
    left,
    top,
    width: Math.min(a.left + a.width, b.left + b.width) - left,
    height: Math.min(a.top + a.height, b.top + b.height) - top,
  };
}

/** The pixels that a piece of a stroke can reach. */
export function reachOf(from: StrokePoint, to: StrokePoint): Rect {
  const radius = Math.max(from.radius, to.radius) + 1;
  const left = Math.floor(Math.min(from.x, to.x) - radius);
  const top = Math.floor(Math.min(from.y, to.y) - radius);
  return {
    left,
    top,
    width: Math.ceil(Math.max(from.x, to.x) + radius) - left,
    height: Math.ceil(Math.max(from.y, to.y) + radius) - top,
  };
}
