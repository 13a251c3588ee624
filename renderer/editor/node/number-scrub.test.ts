import { describe, expect, it } from 'vitest';
import { categoryName } from '../model/catalog.ts';
import { limitNumber } from './number-scrub.tsx';

describe('a number with limits', () => {
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
