import { expect, it } from 'vitest';
import { exactRate } from './exact-rate.ts';

it.each([
  [23.976, 24_000 / 1001],
  [23.98, 24_000 / 1001],
  [29.97, 30_000 / 1001],
  [59.94, 60_000 / 1001],
  [24, 24],
  [12.5, 12.5],
  [10, 10],
  [1, 1],
])('takes %d frames a second for %d', (written, meant) => {
  expect(exactRate(written)).toBe(meant);
});
