/** Where colors lie on the plane of CIE 1931, and how light of such primaries is brought to others. Source: SMPTE RP 177. */

type Point = readonly [x: number, y: number];
type Row = readonly [number, number, number];
export type Matrix = readonly [Row, Row, Row];

export interface Chromaticities {
  white: Point;
  red: Point;
  green: Point;
  blue: Point;
}

const SRGB: Chromaticities = {
  white: [0.3127, 0.329],
  red: [0.64, 0.33],
  green: [0.3, 0.6],
  blue: [0.15, 0.06],
};
const BT2020: Chromaticities = {
  white: [0.3127, 0.329],
  red: [0.708, 0.292],
  green: [0.17, 0.797],
  blue: [0.131, 0.046],
};

/** Programs round and cut; primaries of other screens are further away. */
const ROUNDING = 0.005;

export const isSrgb = (points: Chromaticities): boolean =>
  (['white', 'red', 'green', 'blue'] as const).every((name) =>
    points[name].every((value, axis) => Math.abs(value - (SRGB[name][axis] ?? 0)) <= ROUNDING),
  );

const times = (matrix: Matrix, [x, y, z]: Row): Row => {
  const dot = (row: Row): number => row[0] * x + row[1] * y + row[2] * z;
  return [dot(matrix[0]), dot(matrix[1]), dot(matrix[2])];
};

const transposed = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
];

/** @param first is done after `second`. */
const product = (first: Matrix, second: Matrix): Matrix => {
  const [x, y, z] = transposed(second);
  return transposed([times(first, x), times(first, y), times(first, z)]);
};

const cross = (a: Row, b: Row): Row => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** @returns null for a matrix that has no inverse: primaries on one line. */
function inverse([a, b, c]: Matrix): Matrix | null {
  const [bc, ca, ab] = [cross(b, c), cross(c, a), cross(a, b)];
  const determinant = a[0] * bc[0] + a[1] * bc[1] + a[2] * bc[2];
  if (!Number.isFinite(1 / determinant)) return null;
  const scaled = (row: Row): Row => [row[0] / determinant, row[1] / determinant, row[2] / determinant];
  return transposed([scaled(bc), scaled(ca), scaled(ab)]);
}

const lightOf = ([x, y]: Point): Row => [x / y, 1, (1 - x - y) / y];

/** Light of primaries, white being 1 of each, as X, Y and Z. */
function toXyz({ white, red, green, blue }: Chromaticities): Matrix | null {
  const columns = transposed([lightOf(red), lightOf(green), lightOf(blue)]);
  const back = inverse(columns);
  if (!back) return null;
  const [r, g, b] = times(back, lightOf(white));
  return product(columns, [
    [r, 0, 0],
    [0, g, 0],
    [0, 0, b],
  ]);
}

/** What eyes that are used to one white see, in that of screens. Source: Bradford, as ICC has it. */
const CONES: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
function toWhiteOf(from: Point, to: Point): Matrix | null {
  const back = inverse(CONES);
  if (!back) return null;
  const [[a, b, c], [x, y, z]] = [times(CONES, lightOf(from)), times(CONES, lightOf(to))];
  const scaled: Matrix = [
    [x / a, 0, 0],
    [0, y / b, 0],
    [0, 0, z / c],
  ];
  return product(back, product(scaled, CONES));
}

/** Light of some primaries in those of BT.2020; null where they are no primaries of light. */
export function linearToBt2020(points: Chromaticities): Matrix | null {
  const [source, target] = [toXyz(points), toXyz(BT2020)];
  const [back, adapted] = [target && inverse(target), toWhiteOf(points.white, BT2020.white)];
  if (!source || !back || !adapted) return null;
  const matrix = product(back, product(adapted, source));
  return matrix.flat().every((value) => Number.isFinite(value)) ? matrix : null;
}
