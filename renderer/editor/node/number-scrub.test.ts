import { describe, expect, it } from 'vitest';
import { categoryName } from '../model/catalogue.ts';
import { limitNumber, limitsOf } from './number-scrub.tsx';

describe('a number with limits', () => {
  it('says them', () => {
    expect(limitsOf({ min: 1, max: 8192, step: 1 })).toBe('1 to 8192, in whole steps');
    expect(limitsOf({ min: 0, max: 100 })).toBe('0 to 100');
    expect(limitsOf({ min: 0 })).toBe('0 or more');
    expect(limitsOf({ step: 0.5 })).toBe('In steps of 0.5');
    expect(limitsOf({})).toBeNull();
  });

  it('stays inside them and on its step', () => {
    expect(limitNumber(120, { min: 0, max: 100 })).toBe(100);
    expect(limitNumber(0.34, { min: 0, step: 0.1 })).toBe(0.3);
  });
});

it('writes categories as people do', () => {
  expect(['json', 'ai', 'image', 'image-tools'].map(categoryName)).toEqual([
    'JSON',
    'AI',
    'Image',
    'Image tools',
  ]);
});
