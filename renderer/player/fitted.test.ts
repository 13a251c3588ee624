import { expect, it } from 'vitest';
import { fitted } from './fitted.ts';

it('fills the place on one side and never makes the picture larger', () => {
  const hd = { width: 1920, height: 1080 };
  expect(fitted(hd, { width: 960, height: 2000 })).toEqual({ width: 960, height: 540 });
  expect(fitted(hd, { width: 2000, height: 540 })).toEqual({ width: 960, height: 540 });
  expect(fitted({ width: 100, height: 50 }, { width: 900, height: 900 })).toEqual({ width: 100, height: 50 });
  expect(fitted({ width: 7680, height: 4320 }, { width: 9000, height: 9000 })).toEqual(hd);
  expect(fitted(hd, { width: 0, height: 0 })).toEqual({ width: 1, height: 1 });
});
