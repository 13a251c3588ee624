import { expect, it } from 'vitest';
import { limitsOf } from './number-limits.ts';

it('says the limits of a number in words', () => {
  expect(limitsOf({ min: 1, max: 8192, step: 1 })).toBe('1 to 8192, in whole steps');
  expect(limitsOf({ min: 0, max: 100 })).toBe('0 to 100');
  expect(limitsOf({ min: 0 })).toBe('0 or more');
  expect(limitsOf({ step: 0.5 })).toBe('In steps of 0.5');
  expect(limitsOf({})).toBeNull();
});
