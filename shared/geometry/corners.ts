import { minus, type Point, type Size } from './plane.ts';

/** Four points, from the top left one clockwise. */
export type Corners = readonly [Point, Point, Point, Point];

/** Nine numbers of a projective map, row by row. */
export type Projection = readonly [number, number, number, number, number, number, number, number, number];

const cross = (a: Point, b: Point): number => a.x * b.y - a.y * b.x;

/** Whether four points are corners that go round clockwise without a dent. @param least that each turn has, in square units. */
export function isConvex(corners: Corners, least = 1e-6): boolean {
  return corners.every((corner, index) => {
    const next = corners[(index + 1) % 4]!;
    const after = corners[(index + 2) % 4]!;
    return cross(minus(next, corner), minus(after, next)) > least;
  });
}

/** The map that takes the corners of the unit square to four points. Only for corners that `isConvex`. */
export function projectionTo([a, b, c, d]: Corners): Projection {
  const [sx, sy] = [a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y];
  const [one, two] = [minus(b, c), minus(d, c)];
  const divisor = cross(one, two);
  const g = (sx * two.y - sy * two.x) / divisor;
  const h = (one.x * sy - one.y * sx) / divisor;
  return [
    b.x - a.x + g * b.x,
    d.x - a.x + h * d.x,
    a.x,
    b.y - a.y + g * b.y,
    d.y - a.y + h * d.y,
    a.y,
    g,
    h,
    1,
  ];
}

export function projected([a, b, c, d, e, f, g, h, i]: Projection, { x, y }: Point): Point {
  const w = g * x + h * y + i;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}

/** The map back. */
export function inverse([a, b, c, d, e, f, g, h, i]: Projection): Projection {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** The size of what lies between four corners once it is straight: its longer sides. Whole pixels. */
export const straightSize = ([a, b, c, d]: Corners): Size => ({
  width: Math.max(1, Math.round(Math.max(distance(a, b), distance(d, c)))),
  height: Math.max(1, Math.round(Math.max(distance(a, d), distance(b, c)))),
});
