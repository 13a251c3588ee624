import { expect, test } from 'vitest';
import { NodeFailure } from './definition.ts';
import { withTimeLimit } from './time-limit.ts';

const tooSlow = () => new NodeFailure('SLOW', 'Too slow.');

test('gives what the work gives, and its own failures', () => {
  expect(withTimeLimit(1000, tooSlow, () => 42)).toBe(42);
  expect(withTimeLimit(1000, tooSlow, () => undefined)).toBeUndefined();
  const wrong = () => {
    throw new NodeFailure('WRONG', 'Wrong.');
  };
  expect(() => withTimeLimit(1000, tooSlow, wrong)).toThrow('Wrong.');
});

test('stops an endless loop', () => {
  let turns = 0;
  const forever = () => {
    while (turns >= 0) turns += 1;
  };
  expect(() => withTimeLimit(300, tooSlow, forever)).toThrow('Too slow.');
  expect(turns).toBeGreaterThan(0);
});
