/** Curves of tones: what each level of a channel, 0 to 255, becomes. The page draws them and the service applies them. */

export const CURVE_CHANNELS = ['all', 'red', 'green', 'blue'] as const;
export type CurveChannel = (typeof CURVE_CHANNELS)[number];

/** A level that comes in, and what it becomes; both 0 to 255. */
export type CurvePoint = readonly [level: number, result: number];

/** The points of each channel by level, at least one a curve. A channel without a curve stays as it is. */
export type Curves = Partial<Record<CurveChannel, readonly CurvePoint[]>>;

/** Most points of one curve. */
export const MAX_CURVE_POINTS = 32;

export const STRAIGHT: readonly CurvePoint[] = [
  [0, 0],
  [255, 255],
];

export type CurvesProblem =
  | { kind: 'shape' }
  | { kind: 'channel'; channel: string }
  | { kind: 'count'; channel: CurveChannel }
  | { kind: 'point'; channel: CurveChannel; at: number }
  | { kind: 'order'; channel: CurveChannel; at: number };

const isChannel = (name: string): name is CurveChannel => CURVE_CHANNELS.some((channel) => channel === name);

const isLevel = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= 255;

/** Reads curves out of a JSON value: an object with lists of points by channel. */
export function readCurves(
  value: unknown,
): { ok: true; curves: Curves } | { ok: false; problem: CurvesProblem } {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, problem: { kind: 'shape' } };
  const curves: Curves = {};
  for (const [channel, points] of Object.entries(value)) {
    if (!isChannel(channel)) return { ok: false, problem: { kind: 'channel', channel } };
    const problem = pointsProblem(channel, points);
    if (problem !== null) return { ok: false, problem };
    curves[channel] = points;
  }
  return { ok: true, curves };
}

function pointsProblem(channel: CurveChannel, points: unknown): CurvesProblem | null {
  if (!Array.isArray(points) || points.length === 0 || points.length > MAX_CURVE_POINTS)
    return { kind: 'count', channel };
  let before = -1;
  for (const [index, point] of points.entries()) {
    const [level, result, more]: unknown[] = Array.isArray(point) ? point : [];
    if (!isLevel(level) || !isLevel(result) || more !== undefined)
      return { kind: 'point', channel, at: index + 1 };
    if (level <= before) return { kind: 'order', channel, at: index + 1 };
    before = level;
  }
  return null;
}

/**
 * The curve through points, without overshooting between them: monotone cubic interpolation (F. N. Fritsch and R. E. Carlson, 1980).
 * Before the first point and behind the last it is level.
 * @returns what a level from 0 to 255 becomes, not rounded.
 */
export function curveThrough(points: readonly CurvePoint[]): (level: number) => number {
  const slopes = slopesAt(points);
  return (level) => {
    const next = points.findIndex(([x]) => x > level);
    if (next === 0) return points[0]![1];
    const from = points[next - 1] ?? points.at(-1)!;
    const to = points[next];
    if (to === undefined) return from[1];
    const width = to[0] - from[0];
    const t = (level - from[0]) / width;
    const [square, cube] = [t * t, t * t * t];
    return (
      (2 * cube - 3 * square + 1) * from[1] +
      (cube - 2 * square + t) * width * slopes[next - 1]! +
      (3 * square - 2 * cube) * to[1] +
      (cube - square) * width * slopes[next]!
    );
  };
}

/** The slope of the curve at each point: that between its neighbors, bounded so that the curve turns at points alone. */
function slopesAt(points: readonly CurvePoint[]): number[] {
  const rises = points.slice(1).map(([x, y], at) => (y - points[at]![1]) / (x - points[at]![0]));
  const slopes = points.map((_, at) => {
    const [before, after] = [rises[at - 1], rises[at]];
    if (before === undefined || after === undefined) return before ?? after ?? 0;
    return before * after <= 0 ? 0 : (before + after) / 2;
  });
  for (const [at, rise] of rises.entries()) {
    if (rise === 0) {
      slopes[at] = slopes[at + 1] = 0;
      continue;
    }
    const length = Math.hypot(slopes[at]! / rise, slopes[at + 1]! / rise);
    if (length <= 3) continue;
    slopes[at] = (3 / length) * slopes[at]!;
    slopes[at + 1] = (3 / length) * slopes[at + 1]!;
  }
  return slopes;
}

/** What each of the 256 levels becomes, as bytes. */
export function curveTable(points: readonly CurvePoint[]): Uint8Array<ArrayBuffer> {
  const curve = curveThrough(points);
  return Uint8Array.from({ length: 256 }, (_, level) => Math.min(255, Math.max(0, Math.round(curve(level)))));
}
