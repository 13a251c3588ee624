import { expect, test } from 'vitest';
import { sliderOf } from './number-input.tsx';

test('a range that a hand can use is that of the number', () => {
  expect(sliderOf({ min: 0, max: 100, step: 1 }, 8)).toEqual({ min: 0, max: 100, step: 1 });
  expect(sliderOf({ min: 0, max: 1 }, 0.5)).toEqual({ min: 0, max: 1, step: 0.01 });
  // A round step: numbers that people choose lie on it, and are not told as their neighbors.
  expect(sliderOf({ min: -360, max: 360 }, 135)).toEqual({ min: -360, max: 360, step: 5 });
  expect(sliderOf({ min: 0, max: 255 }, 8)).toEqual({ min: 0, max: 255, step: 2 });
  expect(sliderOf({ min: 0 }, 8)).toBeNull();
});

test.each([
  [{ min: 1, max: 16_384, step: 1 }, 640, { min: 1, max: 1280, step: 1 }],
  [{ min: 1, max: 16_384, step: 1 }, 16_000, { min: 15_000, max: 16_384, step: 1 }],
  [{ min: -16_384, max: 16_384, step: 1 }, 0, { min: -100, max: 100, step: 1 }],
  [{ min: -16_384, max: 16_384, step: 1 }, -40, { min: -140, max: 60, step: 1 }],
  [{ min: 1, max: 16_384, step: 1 }, null, { min: 1, max: 101, step: 1 }],
  [{ min: 1, max: 16_384, step: 1 }, 99_999, { min: 15_384, max: 16_384, step: 1 }],
])('a wide range %j is narrowed around %s', (type, around, range) => {
  expect(sliderOf(type, around)).toEqual(range);
});
