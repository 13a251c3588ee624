import { expect, it } from 'vitest';
import { isHexColor } from './hex-color.ts';

it.each([
  ['#a1b2c3', true],
  ['#A1B2C3FF', true],
  ['#abc', false],
  ['a1b2c3', false],
  ['#a1b2c3 is a color', false],
  ['#a1b2c3\n', false],
  ['', false],
])('%j is a color: %s', (text, is) => {
  expect(isHexColor(text)).toBe(is);
});
