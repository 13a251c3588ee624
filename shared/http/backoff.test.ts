import { expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

it('waits anywhere up to a bound that doubles until it is reached', () => {
  const backoff = { firstMs: 100, maxMs: 500 };
  expect([1, 2, 3, 4, 60].map((attempt) => backoffMs(backoff, attempt, 1))).toEqual([
    100, 200, 400, 500, 500,
  ]);
  expect(backoffMs(backoff, 3, 0)).toBe(0);
});

it('waits a share of that for certain', () => {
  const backoff = { firstMs: 400, maxMs: 15_000, minShare: 0.5 };
  expect([backoffMs(backoff, 1, 0), backoffMs(backoff, 1, 1)]).toEqual([200, 400]);
});
