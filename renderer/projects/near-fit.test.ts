import { expect, it } from 'vitest';
import { isApproximateFit } from './near-fit.ts';

const frame = { width: 320, height: 200 };

it.each([
  [1280, 800, true],
  [1920, 1080, true],
  [1500, 1000, true],
  [1024, 768, false],
  [1000, 1000, false],
  [800, 1280, false],
  [4000, 1000, false],
  [0, 0, false],
])('a picture of %i × %i fills a frame of 16:10: %s', (width, height, expected) => {
  expect(isApproximateFit({ width, height }, frame)).toBe(expected);
});

it('fills nothing while the frame has no size', () => {
  expect(isApproximateFit({ width: 1280, height: 800 }, { width: 0, height: 0 })).toBe(false);
});
