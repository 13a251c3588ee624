import type { Rect, XY } from '../geometry.ts';

/** A wire as a cubic curve that leaves to the right and arrives from the left. */
export interface Curve {
  from: XY;
  to: XY;
  /** How far the handles reach. */
  reach: number;
}

export function curveOf(from: XY, to: XY): Curve {
  const dx = to.x - from.x;
  const distance = Math.hypot(dx, to.y - from.y);
  // Forward wires bend by half their run; backward ones swing out far enough to be told from straight ones.
  const reach = dx >= 0 ? Math.max(Math.min(distance / 2, 36), dx / 2) : Math.min(48 + distance / 3, 220);
  return { from, to, reach };
}

export function pointAt(curve: Curve, t: number): XY {
  const { from, to, reach } = curve;
  const u = 1 - t;
  const a = u * u * u;
  const b = 3 * u * u * t;
  const c = 3 * u * t * t;
  const d = t * t * t;
  return {
    x: a * from.x + b * (from.x + reach) + c * (to.x - reach) + d * to.x,
    y: a * from.y + b * from.y + c * to.y + d * to.y,
  };
}

export function boundsOf(curve: Curve): Rect {
  const left = Math.min(curve.from.x, curve.to.x - curve.reach);
  const right = Math.max(curve.from.x + curve.reach, curve.to.x);
  const top = Math.min(curve.from.y, curve.to.y);
  const bottom = Math.max(curve.from.y, curve.to.y);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export const svgPath = ({ from, to, reach }: Curve): string =>
  `M${from.x},${from.y} C${from.x + reach},${from.y} ${to.x - reach},${to.y} ${to.x},${to.y}`;

/** Distance of a point to a segment. */
function toSegment(p: XY, a: XY, b: XY): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/** How near a point is to a curve, in canvas units; the curve is taken as 24 straight pieces. */
export function distanceTo(curve: Curve, point: XY): number {
  let best = Infinity;
  let last = curve.from;
  for (let step = 1; step <= 24; step += 1) {
    const next = pointAt(curve, step / 24);
    best = Math.min(best, toSegment(point, last, next));
    last = next;
  }
  return best;
}

/** Whether a curve passes through a rectangle. */
export function crosses(curve: Curve, rect: Rect): boolean {
  for (let step = 0; step <= 32; step += 1) {
    const p = pointAt(curve, step / 32);
    if (p.x >= rect.x && p.x <= rect.x + rect.width && p.y >= rect.y && p.y <= rect.y + rect.height)
      return true;
  }
  return false;
}
