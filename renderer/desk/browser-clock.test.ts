import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserClock } from './browser-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waits longer than a browser timer can', () => {
  const year = 365 * 24 * 3600 * 1000;
  let fired = false;
  browserClock.after(year, () => {
    fired = true;
  });
  vi.advanceTimersByTime(year - 1);
  expect(fired).toBe(false);
  vi.advanceTimersByTime(1);
  expect(fired).toBe(true);
});

it('calls nothing that was prevented', () => {
  let fired = false;
  const prevent = browserClock.after(5, () => {
    fired = true;
  });
  prevent();
  vi.advanceTimersByTime(10);
  expect(fired).toBe(false);
});

it('measures by a clock that nobody sets', () => {
  const before = browserClock.clock();
  vi.setSystemTime(new Date('1999-01-01'));
  expect(browserClock.clock() - before).toBeLessThan(1000);
  expect(browserClock.clock()).toBeGreaterThanOrEqual(before);
});
