import { describe, expect, test } from 'vitest';
import type { Card } from './diff-scene.ts';
import { fitted, viewOn, zoomedAt, type DiffView } from './diff-view.ts';

const size = { width: 800, height: 600 };
const cardAt = (x: number, y: number): Card => ({ x, y }) as Card;
/** The point of the scene under a point of the canvas. */
const under = (view: DiffView, x: number, y: number) => [(x - view.x) / view.zoom, (y - view.y) / view.zoom];

describe('the view of a comparison', () => {
  test('has all that changed in its middle, and does not blow up a single card', () => {
    const wide = fitted({ x: 100, y: 0, width: 4000, height: 100 }, size);
    const [x, y] = under(wide, 400, 300);
    expect(x).toBeCloseTo(2100);
    expect(y).toBeCloseTo(50);
    expect(4000 * wide.zoom).toBeLessThanOrEqual(size.width);
    expect(fitted({ x: 0, y: 0, width: 10, height: 10 }, size).zoom).toBe(0.75);
  });

  test('moves to a card that is out of it, and nearer to one that is too small to read', () => {
    const view = { x: 0, y: 0, zoom: 0.5 };
    expect(viewOn(cardAt(10, 10), view, size)).toBeNull();
    const moved = viewOn(cardAt(5000, 0), view, size);
    expect(moved?.zoom).toBe(0.5);
    expect(viewOn(cardAt(5000, 0), moved!, size)).toBeNull();
    expect(viewOn(cardAt(10, 10), { ...view, zoom: 0.1 }, size)?.zoom).toBe(0.45);
  });

  test('stays where the pointer is while it zooms, and ends at its limits', () => {
    const before = { x: 30, y: -20, zoom: 0.5 };
    const after = zoomedAt(before, 1.25, { x: 200, y: 100 });
    expect(after.zoom).toBe(0.625);
    expect(under(after, 200, 100)).toEqual(under(before, 200, 100));
    expect(zoomedAt(before, 1000, { x: 0, y: 0 }).zoom).toBe(2);
    expect(zoomedAt(before, 0.0001, { x: 0, y: 0 }).zoom).toBe(0.02);
  });
});
