import { union, type Rect, type XY } from '../geometry.ts';

/** One cubic piece of a wire. */
interface CurveSegment {
  from: XY;
  /** Where its handles are. */
  a: XY;
  b: XY;
  to: XY;
}

/** A wire that leaves to the right and arrives from the left: one cubic curve, or several through points between. */
export interface Curve {
  from: XY;
  to: XY;
  /** How far the handles at both ends reach. */
  reach: number;
  /** The pieces between the points that it passes; missing where it passes none. */
  segments?: readonly CurveSegment[];
}

function reachOf(from: XY, to: XY): number {
  const dx = to.x - from.x;
  const distance = Math.hypot(dx, to.y - from.y);
  // Forward wires bend by half their run; backward ones swing out far enough to be told from straight ones.
  return dx >= 0 ? Math.max(Math.min(distance / 2, 36), dx / 2) : Math.min(48 + distance / 3, 220);
}

const NO_POINTS: readonly XY[] = [];

/** @param through points that the wire passes, from its source on. */
export function curveOf(from: XY, to: XY, through: readonly XY[] = NO_POINTS): Curve {
  const reach = reachOf(from, to);
  return through.length === 0
    ? { from, to, reach }
    : { from, to, reach, segments: smoothSegments([from, ...through, to]) };
}

/** Smooth pieces: at a point a wire runs as from the point before to the point after. */
function smoothSegments(points: readonly XY[]): CurveSegment[] {
  const last = points.length - 1;
  const handle = (at: number, length: number): XY => {
    if (at === 0 || at === last) return { x: length, y: 0 };
    const [before, after] = [points[at - 1]!, points[at + 1]!];
    const [dx, dy] = [after.x - before.x, after.y - before.y];
    const distance = Math.hypot(dx, dy) || 1;
    return { x: (dx / distance) * length, y: (dy / distance) * length };
  };
  return points.slice(1).map((to, at) => {
    const from = points[at]!;
    const length = Math.hypot(to.x - from.x, to.y - from.y) / 3;
    const [out, inbound] = [handle(at, length), handle(at + 1, length)];
    return {
      from,
      a: { x: from.x + out.x, y: from.y + out.y },
      b: { x: to.x - inbound.x, y: to.y - inbound.y },
      to,
    };
  });
}

/** The pieces of any wire. */
function curveSegments({ from, to, reach, segments }: Curve): readonly CurveSegment[] {
  return segments ?? [{ from, a: { x: from.x + reach, y: from.y }, b: { x: to.x - reach, y: to.y }, to }];
}

function pointOnSegment({ from, a, b, to }: CurveSegment, t: number): XY {
  const u = 1 - t;
  const [p, q, r, s] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return {
    x: p * from.x + q * a.x + r * b.x + s * to.x,
    y: p * from.y + q * a.y + r * b.y + s * to.y,
  };
}

/** @param t 0 at the source, 1 at the target; each piece takes an equal share. */
export function pointAt(curve: Curve, t: number): XY {
  const segments = curveSegments(curve);
  const at = Math.min(segments.length - 1, Math.floor(t * segments.length));
  return pointOnSegment(segments[at]!, t * segments.length - at);
}

export function boundsOf(curve: Curve): Rect {
  const rects = curveSegments(curve).map(({ from, a, b, to }) => {
    const [left, right] = [Math.min(from.x, a.x, b.x, to.x), Math.max(from.x, a.x, b.x, to.x)];
    const [top, bottom] = [Math.min(from.y, a.y, b.y, to.y), Math.max(from.y, a.y, b.y, to.y)];
    return { x: left, y: top, width: right - left, height: bottom - top };
  });
  return union(rects) ?? { ...curve.from, width: 0, height: 0 };
}

export const svgPath = (curve: Curve): string =>
  `M${curve.from.x},${curve.from.y}${curveSegments(curve)
    .map(({ a, b, to }) => ` C${a.x},${a.y} ${b.x},${b.y} ${to.x},${to.y}`)
    .join('')}`;

/** Where curves are drawn. */
interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  bezierCurveTo(ax: number, ay: number, bx: number, by: number, x: number, y: number): void;
}

/** Draws a wire, as straight lines between its points where nobody would see a bend. */
export function traceCurve(pen: Pen, { from, to, reach, segments }: Curve, straight: boolean): void {
  pen.moveTo(from.x, from.y);
  if (segments) {
    for (const { a, b, to: end } of segments) {
      if (straight) pen.lineTo(end.x, end.y);
      else pen.bezierCurveTo(a.x, a.y, b.x, b.y, end.x, end.y);
    }
  } else if (straight) pen.lineTo(to.x, to.y);
  else pen.bezierCurveTo(from.x + reach, from.y, to.x - reach, to.y, to.x, to.y);
}

/** Distance of a point to a segment. */
function toSegment(p: XY, a: XY, b: XY): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

function distanceToSegment(segment: CurveSegment, point: XY): number {
  let best = Infinity;
  let last = segment.from;
  for (let step = 1; step <= 24; step += 1) {
    const next = pointOnSegment(segment, step / 24);
    best = Math.min(best, toSegment(point, last, next));
    last = next;
  }
  return best;
}

/** How near a point is to a curve, in canvas units; each piece is taken as 24 straight ones. */
export const distanceTo = (curve: Curve, point: XY): number =>
  Math.min(...curveSegments(curve).map((segment) => distanceToSegment(segment, point)));

/** Between which of its points a wire comes nearest to a point: the place of a new one among them. */
export function segmentAt(curve: Curve, point: XY): number {
  const distances = curveSegments(curve).map((segment) => distanceToSegment(segment, point));
  return distances.indexOf(Math.min(...distances));
}

/** Whether a curve passes through a rectangle. */
export function crosses(curve: Curve, rect: Rect): boolean {
  return curveSegments(curve).some((segment) => {
    for (let step = 0; step <= 32; step += 1) {
      const p = pointOnSegment(segment, step / 32);
      if (p.x >= rect.x && p.x <= rect.x + rect.width && p.y >= rect.y && p.y <= rect.y + rect.height)
        return true;
    }
    return false;
  });
}
