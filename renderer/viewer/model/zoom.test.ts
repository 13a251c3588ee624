import { describe, expect, test } from 'vitest';
import {
  atFullSize,
  FITTED,
  fitScale,
  percentOf,
  pixelAt,
  placementOf,
  scaleLimits,
  viewOf,
  zoomed,
} from './zoom.ts';

const picture = { width: 4000, height: 3000 };
const stage = { width: 1000, height: 600 };

describe('a fitted picture', () => {
  test('is as large as the stage allows, and never larger than its pixels', () => {
    expect(fitScale(picture, stage, 1)).toBe(0.2);
    expect(fitScale({ width: 50, height: 50 }, stage, 1)).toBe(1);
    expect(fitScale({ width: 50, height: 50 }, stage, 2)).toBe(0.5);
    expect(fitScale({ width: 50, height: 50 }, stage, 1, Infinity)).toBe(12);
  });

  test('lies in the middle', () => {
    expect(placementOf(FITTED, picture, stage, 0.2)).toEqual({ k: 0.2, left: 100, top: 0 });
  });
});

describe('percent', () => {
  test.each([1, 1.5, 2])('are of real pixels on a screen of %s pixels a CSS pixel', (ratio) => {
    const fit = fitScale(picture, stage, ratio);
    expect(percentOf(FITTED, fit, ratio)).toBeCloseTo(20 * ratio, 6);
    expect(percentOf(atFullSize(FITTED, fit, ratio), fit, ratio)).toBeCloseTo(100, 6);
    expect(placementOf(atFullSize(FITTED, fit, ratio), picture, stage, fit).k).toBeCloseTo(1 / ratio, 9);
  });
});

test('a view and its placement are the same thing', () => {
  for (const view of [FITTED, { scale: 3, x: 0.1, y: 0.9 }, { scale: 0.3, x: 1, y: 0 }]) {
    const found = viewOf(placementOf(view, picture, stage, 0.2), picture, stage, 0.2);
    expect(found.scale).toBeCloseTo(view.scale, 9);
    expect(found.x).toBeCloseTo(view.x, 9);
    expect(found.y).toBeCloseTo(view.y, 9);
  }
});

test('a picture cannot be lost beside the stage', () => {
  const view = viewOf({ left: 5000, top: -90_000, k: 1 }, picture, stage, 0.2);
  expect([view.x, view.y]).toEqual([0, 1]);
});

test('zooming ends where a pixel is 32 screen pixels wide, and at a fifth of the whole', () => {
  const limits = scaleLimits(0.2, 2);
  expect(percentOf(zoomed(FITTED, 1e9, limits), 0.2, 2)).toBeCloseTo(3200, 6);
  expect(zoomed(FITTED, 1e-9, limits).scale).toBe(0.2);
});

test('a view shows the same part of pictures of other sizes', () => {
  const small = { width: 400, height: 300 };
  const view = { scale: 4, x: 0.25, y: 0.75 };
  const large = placementOf(view, picture, stage, fitScale(picture, stage, 1, Infinity));
  const other = placementOf(view, small, stage, fitScale(small, stage, 1, Infinity));
  expect(other.left).toBeCloseTo(large.left, 9);
  expect(other.top).toBeCloseTo(large.top, 9);
  expect(small.width * other.k).toBeCloseTo(picture.width * large.k, 9);
});

test('a point of the stage is a pixel of the picture, or none beside it', () => {
  const placement = placementOf(FITTED, picture, stage, 0.2);
  expect(pixelAt({ x: 100, y: 0 }, placement, picture)).toEqual({ x: 0, y: 0 });
  expect(pixelAt({ x: 899.9, y: 599.9 }, placement, picture)).toEqual({ x: 3999, y: 2999 });
  expect(pixelAt({ x: 99, y: 10 }, placement, picture)).toBeNull();
});
