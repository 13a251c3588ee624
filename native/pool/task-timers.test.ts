import { expect, it, onTestFinished, vi } from 'vitest';
import { TaskTimers } from './task-timers.ts';

it('limits of steps, however many, hold one timer', () => {
  const timers = new TaskTimers();
  onTestFinished(() => timers.clear());
  timers.after(60_000, () => {});
  for (let count = 0; count < 1000; count += 1) timers.limitStep(60_000, () => {});
  expect(timers.size).toBe(2);
  timers.limitStep(null, () => {});
  expect(timers.size).toBe(1);
});

it('a step that ended is not over time, one that goes on is', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const timers = new TaskTimers();
  const over: string[] = [];
  timers.limitStep(10, () => over.push('first'));
  timers.limitStep(20, () => over.push('second'));
  vi.advanceTimersByTime(30);
  expect(over).toEqual(['second']);
  expect(timers.size).toBe(0);
});
