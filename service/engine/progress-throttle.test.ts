import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProgressThrottle } from './progress-throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('lets the first through at once, then the newest of each interval, and nothing after the end', () => {
  const seen: number[] = [];
  const throttle = new ProgressThrottle(100, ({ fraction }) => seen.push(fraction));
  const report = (...fractions: number[]) => {
    for (const fraction of fractions) throttle.report({ fraction, message: null });
  };
  report(0.1, 0.2, 0.3);
  expect(seen).toEqual([0.1]);
  vi.advanceTimersByTime(100);
  expect(seen).toEqual([0.1, 0.3]);
  report(0.4);
  expect(seen).toEqual([0.1, 0.3]);
  vi.advanceTimersByTime(100);
  expect(seen).toEqual([0.1, 0.3, 0.4]);
  vi.advanceTimersByTime(1000);
  report(0.5, 0.6);
  throttle.end();
  vi.advanceTimersByTime(1000);
  expect(seen).toEqual([0.1, 0.3, 0.4, 0.5]);
});
