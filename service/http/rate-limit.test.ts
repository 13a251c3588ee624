import { describe, expect, it, vi } from 'vitest';
import { SINGLE_PROCESS } from '#service/storage/coordination.ts';
import { createRateLimiter } from './rate-limit.ts';

describe('rate limiter', () => {
  const limiterAt = (perMinute: number) => {
    let seconds = 1000;
    const limiter = createRateLimiter(perMinute, () => seconds * 1000, SINGLE_PROCESS);
    return { take: (name = 'a') => limiter.consume(name), advance: (by: number) => (seconds += by) };
  };

  it('lets the allowed number through in any minute, and says when there is room again', () => {
    const { take, advance } = limiterAt(3);
    expect(take()).toBeNull();
    advance(10);
    expect([take(), take()]).toEqual([null, null]);
    expect(take()).toBe(50);
    advance(49);
    expect(take()).toBe(1);
    advance(1);
    expect(take()).toBeNull();
    expect(take()).toBe(10);
    advance(600);
    expect([take(), take(), take()]).toEqual([null, null, null]);
    expect(take()).toBe(60);
  });

  it('looks for names to forget once a second, however many there are', () => {
    const { take, advance } = limiterAt(1);
    for (let name = 0; name < 10_000; name += 1) void take(`first ${name}`);
    const walk = vi.spyOn(Map.prototype, Symbol.iterator);
    try {
      for (let name = 0; name < 100; name += 1) void take(`second ${name}`);
      expect(walk.mock.calls.length).toBeLessThanOrEqual(1);
      advance(61);
      void take('third');
      expect(walk.mock.calls.length).toBeLessThanOrEqual(2);
    } finally {
      walk.mockRestore();
    }
    // What was not swept yet counts on.
    expect(take('third')).toBe(60);
  });

  it('counts each name for itself', () => {
    const { take } = limiterAt(1);
    expect([take('a'), take('b')]).toEqual([null, null]);
    expect(take('a')).toBe(60);
  });
});
