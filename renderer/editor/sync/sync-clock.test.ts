import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browserClock, nextId } from './sync-clock.ts';

describe('ids', () => {
  it('ascend, though the clock of the computer goes back by years', () => {
    const now = Date.parse('2026-05-01T00:00:00Z');
    const times = [now, now, now + 1, now - 5e10, now - 5e10, now + 2, now + 9e10, now + 3];
    const ids = times.map((time) => nextId(time));
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('timers', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('wait longer than a browser timer can', () => {
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

  it('measure by a clock that nobody sets', () => {
    const before = browserClock.now();
    vi.setSystemTime(new Date('1999-01-01'));
    expect(browserClock.now() - before).toBeLessThan(1000);
    expect(browserClock.now()).toBeGreaterThanOrEqual(before);
  });
});
