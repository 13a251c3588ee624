import { expect, it } from 'vitest';
import { exactRate, standardRate } from './exact-rate.ts';

it.each([
  [29.97, 30_000 / 1001],
  [23.98, 24_000 / 1001],
  [59.94, 60_000 / 1001],
  [25, 25],
  [12.5, 12.5],
  [30, 30],
])('%d frames a second stands for %d', (rounded, exact) => {
  expect(exactRate(rounded)).toBeCloseTo(exact, 9);
});

it.each([
  // Thirty frames, the last at 968 ms and 33 ms long.
  [29.959, 30, 30_000 / 1001],
  [29.9995, 100, 30],
  [23.981, 24, 24_000 / 1001],
  [25.01, 50, 25],
  // No rounding explains these.
  [24.7, 100, 24.7],
  [12.3, 30, 12.3],
  [0, 0, 0],
])('%d counted over %d frames is %d', (counted, frames, usual) => {
  expect(standardRate(counted, frames)).toBeCloseTo(usual, 9);
});
