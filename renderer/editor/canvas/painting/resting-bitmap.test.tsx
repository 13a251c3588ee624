import { afterEach, expect, it, vi } from 'vitest';
import { BitmapSnapshot } from './resting-bitmap.ts';

afterEach(() => vi.useRealTimers());

function bitmap() {
  vi.useFakeTimers();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [20, 10];
  document.body.append(canvas);
  return { canvas, resting: new BitmapSnapshot(canvas, () => null) };
}

it('what is drawn on again and again rests after a while, and what is drawn last rests at once', () => {
  const { canvas, resting } = bitmap();
  resting.rendered();
  vi.advanceTimersByTime(100);
  expect(resting.displayed).toBe(canvas);
  resting.rendered(true);
  vi.advanceTimersByTime(0);
  expect(resting.displayed).not.toBe(canvas);
  // Drawn on again it is seen again.
  resting.rendered();
  expect(resting.displayed).toBe(canvas);
  vi.advanceTimersByTime(250);
  expect(resting.displayed).not.toBe(canvas);
  resting.dispose();
  canvas.remove();
});
