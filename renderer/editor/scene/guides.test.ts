import { describe, expect, it } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { guidesFor, NO_GUIDES } from './guides.ts';

const box = (x: number, y: number, width = 100, height = 50) => ({ x, y, width, height });

describe('a box that is dragged', () => {
  it('goes to the edge or the middle of a neighbor, with the line through both', () => {
    expect(guidesFor(box(303, 200), [box(300, 0)], 6)).toEqual({
      dx: -3,
      dy: null,
      lines: [
        { axis: 'x', at: 300, from: 0, to: 250 },
        { axis: 'x', at: 400, from: 0, to: 250 },
        { axis: 'x', at: 350, from: 0, to: 250 },
      ],
      gaps: [],
    });
    const centered = guidesFor(box(272, 200, 160), [box(300, 0)], 6);
    expect([centered.dx, centered.lines]).toEqual([-2, [{ axis: 'x', at: 350, from: 0, to: 250 }]]);
  });

  it('goes to the nearer of two, on each axis by itself', () => {
    const found = guidesFor(box(104, 203), [box(100, 0), box(500, 200)], 6);
    expect([found.dx, found.dy]).toEqual([-4, -3]);
  });

  it('stands at equal distances: behind two, before two, and between two', () => {
    const row = [box(0, 0), box(140, 0)];
    const behind = guidesFor(box(283, 11), row, 5);
    expect(behind.dx).toBe(-3);
    expect(behind.gaps).toEqual([
      { axis: 'x', from: 100, to: 140, at: 36 },
      { axis: 'x', from: 240, to: 280, at: 36 },
    ]);
    expect(guidesFor(box(-143, 11), row, 5).dx).toBe(3);
    const between = guidesFor(box(148, 11), [box(0, 0), box(300, 0)], 5);
    expect(between.dx).toBe(2);
    expect(between.gaps).toEqual([
      { axis: 'x', from: 100, to: 150, at: 36 },
      { axis: 'x', from: 250, to: 300, at: 36 },
    ]);
  });

  it('stays where it is far from everything', () => {
    expect(guidesFor(box(1000, 1000), [box(0, 0)], 6)).toBe(NO_GUIDES);
    expect(guidesFor(box(0, 0), [], 6)).toBe(NO_GUIDES);
  });

  it('is never moved further than it may be, and then stands on the lines that are shown', () => {
    const rect = fc.record({
      x: fc.integer({ min: -400, max: 400 }),
      y: fc.integer({ min: -400, max: 400 }),
      width: fc.integer({ min: 20, max: 300 }),
      height: fc.integer({ min: 20, max: 300 }),
    });
    fc.assert(
      fc.property(rect, fc.array(rect, { maxLength: 8 }), (moving, neighbors) => {
        const { dx, dy, lines, gaps } = guidesFor(moving, neighbors, 6);
        expect(Math.max(Math.abs(dx ?? 0), Math.abs(dy ?? 0))).toBeLessThanOrEqual(6);
        const [x, y] = [moving.x + (dx ?? 0), moving.y + (dy ?? 0)];
        for (const { axis, at } of lines) {
          const [start, size] = axis === 'x' ? [x, moving.width] : [y, moving.height];
          expect([start, start + size / 2, start + size].some((one) => Math.abs(one - at) < 0.02)).toBe(true);
        }
        expect(dx === null && dy === null).toBe(lines.length + gaps.length === 0);
      }),
    );
  });
});
