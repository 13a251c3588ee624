import { MAX_LINE_POINTS, type CanvasLine } from '#shared/canvas/items.ts';
import { union, type Rect, type XY } from '../geometry.ts';

/** Arrows and lines that people draw over the nodes: fewer points, their ways and what is near them. Canvas units. */

/** How long the two strokes of an arrow's head are, and how far they open. */
const HEAD_LENGTH = 28;
const HEAD_ANGLE = Math.PI / 7;

/** How far a point lies from the stretch between two others. */
function distanceToSegment(point: XY, from: XY, to: XY): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const ratio = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length;
  const at = Math.min(1, Math.max(0, ratio));
  return Math.hypot(point.x - from.x - at * dx, point.y - from.y - at * dy);
}

/** How far a point lies from a line; Infinity from one without a stretch. */
export function distanceToLine(point: XY, points: readonly XY[]): number {
  let nearest = Infinity;
  for (let at = 1; at < points.length; at += 1)
    nearest = Math.min(nearest, distanceToSegment(point, points[at - 1]!, points[at]!));
  return nearest;
}

/**
 * The points that a line needs, its ends among them: all others lie within the tolerance (Ramer, Douglas and Peucker;
 * https://doi.org/10.3138/FM57-6770-U75U-7727). Works without recursion, so that any number of points can be given.
 */
export function simplified(points: readonly XY[], tolerance: number): XY[] {
  if (points.length < 3) return [...points];
  const retained = new Set([0, points.length - 1]);
  const stretches: [number, number][] = [[0, points.length - 1]];
  for (let stretch = stretches.pop(); stretch; stretch = stretches.pop()) {
    const [from, to] = stretch;
    let [farthest, distance] = [0, tolerance];
    for (let at = from + 1; at < to; at += 1) {
      const deviation = distanceToSegment(points[at]!, points[from]!, points[to]!);
      if (deviation > distance) [farthest, distance] = [at, deviation];
    }
    if (farthest === 0) continue;
    retained.add(farthest);
    stretches.push([from, farthest], [farthest, to]);
  }
  return points.filter((_, at) => retained.has(at));
}

/**
 * A drawn line as it is kept: whole numbers, and no more points than a line may have.
 * @param tolerance how far it may leave what was drawn.
 */
export function lineOf(stroke: readonly XY[], tolerance: number): Pick<CanvasLine, 'position' | 'points'> {
  let limit = tolerance;
  let points = simplified(stroke, limit);
  while (points.length > MAX_LINE_POINTS) {
    limit *= 1.5;
    points = simplified(points, limit);
  }
  const x = Math.round(Math.min(...points.map((point) => point.x)));
  const y = Math.round(Math.min(...points.map((point) => point.y)));
  return {
    position: { x, y },
    points: points.map((point) => ({
      x: Math.max(0, Math.round(point.x) - x),
      y: Math.max(0, Math.round(point.y) - y),
    })),
  };
}

/** What a line covers. */
export const rectOfLine = ({ position, points }: CanvasLine): Rect =>
  union([
    { ...position, width: 0, height: 0 },
    ...points.map(({ x, y }) => ({ x: position.x + x, y: position.y + y, width: 0, height: 0 })),
  ])!;

/** The line as an SVG path: straight between two points, else round through the middles of its stretches. */
export function linePath(points: readonly XY[]): string {
  const [first, ...tail] = points;
  const last = tail.at(-1);
  if (!first || !last) return '';
  const curves = tail.slice(0, -1).map((point, at) => {
    const next = tail[at + 1]!;
    return `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`;
  });
  return `M${first.x} ${first.y}${curves.join('')}L${last.x} ${last.y}`;
}

/** The head of an arrow as an SVG path; it looks where the last stretch of some length goes. */
export function headPath(points: readonly XY[]): string {
  const end = points.at(-1);
  if (!end) return '';
  const before = points.findLast((point) => Math.hypot(end.x - point.x, end.y - point.y) >= HEAD_LENGTH / 2);
  const from = before ?? points[0]!;
  const angle = Math.atan2(end.y - from.y, end.x - from.x);
  const stroke = (rotation: number): string => {
    const x = end.x - HEAD_LENGTH * Math.cos(angle + rotation);
    const y = end.y - HEAD_LENGTH * Math.sin(angle + rotation);
    return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  };
  return `M${stroke(HEAD_ANGLE)}L${end.x} ${end.y}L${stroke(-HEAD_ANGLE)}`;
}
