import { describe, expect, test } from 'vitest';
import {
  curveTable,
  curveThrough,
  MAX_CURVE_POINTS,
  readCurves,
  STRAIGHT,
  type CurvePoint,
} from './curves.ts';

describe('a curve', () => {
  test('without points of its own leaves every level as it is', () => {
    expect([...curveTable(STRAIGHT)]).toEqual(Array.from({ length: 256 }, (_, level) => level));
  });

  test('goes through its points and is level beyond them', () => {
    const points: CurvePoint[] = [
      [40, 10],
      [100, 180],
      [200, 190],
    ];
    const table = curveTable(points);
    expect(points.map(([level]) => table[level])).toEqual([10, 180, 190]);
    expect([table[0], table[39], table[201], table[255]]).toEqual([10, 10, 190, 190]);
  });

  test('between three points is the cubic of Fritsch and Carlson', () => {
    // Worked out by hand: slopes 1.5, 1.0 and 0.5 at 0, 128 and 256; in the middle of the first half the Hermite
    // form is half of both ends and an eighth of the width times the difference of slopes.
    const curve = curveThrough([
      [0, 0],
      [100, 150],
      [200, 200],
    ]);
    expect(curve(50)).toBeCloseTo((0 + 150) / 2 + (100 / 8) * (1.5 - 1), 9);
    expect(curve(150)).toBeCloseTo((150 + 200) / 2 + (100 / 8) * (1 - 0.5), 9);
  });

  test('never rises above or falls below the points that it lies between', () => {
    const points: CurvePoint[] = [
      [0, 0],
      [60, 5],
      [64, 250],
      [128, 251],
      [255, 255],
    ];
    const table = curveTable(points);
    for (let level = 1; level < 256; level += 1)
      expect(table[level]!).toBeGreaterThanOrEqual(table[level - 1]!);
    const turning = curveTable([
      [0, 200],
      [100, 20],
      [255, 200],
    ]);
    expect(Math.min(...turning)).toBe(20);
  });

  test('of one point is that level everywhere', () => {
    expect(new Set(curveTable([[90, 33]]))).toEqual(new Set([33]));
  });
});

describe('reading curves', () => {
  const problem = (value: unknown) => {
    const read = readCurves(value);
    return read.ok ? null : read.problem;
  };

  test('takes lists of points by channel', () => {
    expect(readCurves({ red: [[0, 255]], all: STRAIGHT })).toEqual({
      ok: true,
      curves: { red: [[0, 255]], all: STRAIGHT },
    });
  });

  test.each([
    [[], { kind: 'shape' }],
    ['a', { kind: 'shape' }],
    [{ alpha: STRAIGHT }, { kind: 'channel', channel: 'alpha' }],
    [{ red: [] }, { kind: 'count', channel: 'red' }],
    [
      { red: Array.from({ length: MAX_CURVE_POINTS + 1 }, (_, at) => [at, at]) },
      { kind: 'count', channel: 'red' },
    ],
    [{ red: [[0, 256]] }, { kind: 'point', channel: 'red', at: 1 }],
    [{ red: [[0, 0], 5] }, { kind: 'point', channel: 'red', at: 2 }],
    [{ red: [[0, 0, 0]] }, { kind: 'point', channel: 'red', at: 1 }],
    [
      {
        green: [
          [10, 0],
          [10, 5],
        ],
      },
      { kind: 'order', channel: 'green', at: 2 },
    ],
  ])('says what is wrong with %j', (value, expected) => {
    expect(problem(value)).toEqual(expected);
  });
});
