import { describe, expect, it } from 'vitest';
import { Losses } from './losses.ts';

describe('losses of children', () => {
  it('delay the next start from the third in a row, longer each time, to a bound', () => {
    let now = 0;
    const losses = new Losses(() => now);
    const delays = Array.from({ length: 12 }, () => {
      losses.note();
      return losses.startDelay;
    });
    expect(delays.slice(0, 6)).toEqual([0, 0, 100, 200, 400, 800]);
    expect(delays.at(-1)).toBe(1000);
    now += 1000;
    expect(losses.startDelay).toBe(0);
  });

  it('are forgotten once a task is done', () => {
    const losses = new Losses(() => 0);
    for (let count = 0; count < 5; count += 1) losses.note();
    losses.clear();
    expect(losses.startDelay).toBe(0);
    losses.note();
    expect(losses.startDelay).toBe(0);
  });

  it('of two children give a task up, and the memory of tasks is bounded', () => {
    const losses = new Losses(() => 0);
    losses.blame('a');
    expect(losses.isGivenUp('a')).toBe(false);
    losses.blame('a');
    expect(losses.isGivenUp('a')).toBe(true);
    for (let other = 0; other < 1000; other += 1) losses.blame(`other ${other}`);
    expect(losses.isGivenUp('a')).toBe(false);
  });
});
