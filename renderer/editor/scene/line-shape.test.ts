import { expect, it } from 'vitest';
import { ITEM_SCHEMAS, MAX_LINE_POINTS } from '#shared/canvas/items.ts';
import * as fc from '#shared/testing/property.ts';
import { distanceToLine, headPath, lineOf, linePath, rectOfLine, simplified } from './line-shape.ts';

it('a straight stroke keeps its ends alone, and a corner stays', () => {
  const straight = Array.from({ length: 50 }, (_, x) => ({ x, y: 0.2 * (x % 2) }));
  expect(simplified(straight, 1)).toEqual([straight[0], straight[49]]);
  const corner = [
    { x: 0, y: 0 },
    { x: 50, y: 1 },
    { x: 100, y: 0 },
    { x: 100, y: 80 },
  ];
  expect(simplified(corner, 2)).toEqual([corner[0], corner[2], corner[3]]);
});

it('whatever is drawn becomes a line that can be kept, near to what was drawn', () => {
  const coordinate = fc.double({ min: -50_000, max: 50_000, noNaN: true });
  const point = fc.record({ x: coordinate, y: coordinate });
  fc.assert(
    fc.property(fc.array(point, { minLength: 2, maxLength: 80 }), (drawn) => {
      const line = lineOf(drawn, 1);
      expect(ITEM_SCHEMAS.lines.safeParse(line).success).toBe(true);
      const { x, y } = rectOfLine(line);
      const kept = line.points.map((one) => ({ x: one.x + x, y: one.y + y }));
      // A tolerance of 1, and half a unit for whole numbers in each direction.
      for (const one of drawn) expect(distanceToLine(one, kept)).toBeLessThan(1 + 2);
    }),
    { numRuns: fc.runs(60) },
  );
});

it('a scribble of 10,000 points keeps no more than a line may have', () => {
  const scribble = Array.from({ length: 10_000 }, (_, at) => ({
    x: 400 * Math.cos(at * 1.7) + at / 20,
    y: 400 * Math.sin(at * 0.9),
  }));
  const { points } = lineOf(scribble, 0.1);
  expect(points.length).toBeGreaterThan(10);
  expect(points.length).toBeLessThanOrEqual(MAX_LINE_POINTS);
});

it('an arrow looks where it goes', () => {
  expect(
    linePath([
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ]),
  ).toBe('M0 0L100 0');
  expect(
    headPath([
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ]),
  ).toBe('M74.8 -12.1L100 0L74.8 12.1');
  expect([linePath([]), headPath([])]).toEqual(['', '']);
});
