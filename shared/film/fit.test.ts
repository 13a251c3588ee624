import { describe, expect, test } from 'vitest';
import { fittedSize } from './fit.ts';

const HD = { width: 1280, height: 720 };

describe('a picture in a film', () => {
  test.each([
    ['854 × 480, as 16:9 of even sides', { width: 854, height: 480 }],
    ['853 × 480, as DV of wide pixels', { width: 853, height: 480 }],
    ['426 × 240', { width: 426, height: 240 }],
  ])('fills it where its shape is off by the rounding of its sides: %s', (_what, size) => {
    expect(fittedSize(HD, size)).toEqual(HD);
    expect(fittedSize({ width: 3840, height: 2160 }, size)).toEqual({ width: 3840, height: 2160 });
  });

  test.each([
    ['another shape', { width: 640, height: 480 }, { width: 960, height: 720 }],
    ['two pixels more', { width: 1276, height: 720 }, { width: 1276, height: 720 }],
    ['few pixels', { width: 4, height: 2 }, { width: 1280, height: 640 }],
  ])('stands between bars with %s', (_what, size, expected) => {
    expect(fittedSize(HD, size)).toEqual(expected);
  });
});
