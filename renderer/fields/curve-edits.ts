import {
  curveThrough,
  MAX_CURVE_POINTS,
  readCurves,
  STRAIGHT,
  type CurveChannel,
  type CurvePoint,
  type Curves,
} from '#shared/tone/curves.ts';

/** The curves that a value holds; none where it cannot be read. */
export function curvesOf(value: unknown): Curves {
  const read = readCurves(value ?? {});
  return read.ok ? read.curves : {};
}

export const pointsOf = (curves: Curves, channel: CurveChannel): readonly CurvePoint[] =>
  curves[channel] ?? STRAIGHT;

const isStraight = (points: readonly CurvePoint[]): boolean =>
  points.length === 2 && points.every(([level, result], at) => level === at * 255 && result === level);

/** A channel with other points; one that changes nothing is left out. */
export function withPoints(curves: Curves, channel: CurveChannel, points: readonly CurvePoint[]): Curves {
  const { [channel]: _before, ...remaining } = curves;
  return isStraight(points) ? remaining : { ...remaining, [channel]: points };
}

const clamp = (value: number, min = 0, max = 255): number => Math.round(Math.min(max, Math.max(min, value)));

/** A point more, at a level that has none. @returns its place; null where there is no room for it. */
export function addPoint(
  points: readonly CurvePoint[],
  [level, result]: CurvePoint,
): { points: readonly CurvePoint[]; index: number } | null {
  const at = clamp(level);
  if (points.length >= MAX_CURVE_POINTS || points.some(([other]) => other === at)) return null;
  const index = points.filter(([other]) => other < at).length;
  return { points: points.toSpliced(index, 0, [at, clamp(result)]), index };
}

/** A point at another place, between its neighbors. */
export function movePoint(
  points: readonly CurvePoint[],
  index: number,
  [level, result]: CurvePoint,
): readonly CurvePoint[] {
  const min = (points[index - 1]?.[0] ?? -1) + 1;
  const max = (points[index + 1]?.[0] ?? 256) - 1;
  return points.with(index, [clamp(level, min, max), clamp(result)]);
}

/** Without a point; the last one stays. */
export const removePoint = (points: readonly CurvePoint[], index: number): readonly CurvePoint[] =>
  points.length <= 1 ? points : points.toSpliced(index, 1);

/** The curve as the path of an SVG of 256 by 256, upwards. */
export function curvePath(points: readonly CurvePoint[]): string {
  const curve = curveThrough(points);
  return Array.from({ length: 128 }, (_, step) => {
    const level = (step * 255) / 127;
    return `${step === 0 ? 'M' : 'L'}${level.toFixed(1)} ${(255 - Math.min(255, Math.max(0, curve(level)))).toFixed(1)}`;
  }).join('');
}
