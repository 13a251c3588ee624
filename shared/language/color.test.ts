import { expect, test } from 'vitest';
import { colorToHex, parseColor } from './color.ts';

test.each([
  ['#abc', { r: 170, g: 187, b: 204, alpha: 1 }],
  ['#ABCD', { r: 170, g: 187, b: 204, alpha: 221 / 255 }],
  [' #010203 ', { r: 1, g: 2, b: 3, alpha: 1 }],
  ['#01020300', { r: 1, g: 2, b: 3, alpha: 0 }],
  ['Tomato', { r: 255, g: 99, b: 71, alpha: 1 }],
  ['transparent', { r: 0, g: 0, b: 0, alpha: 0 }],
])('reads %s', (text, expected) => {
  expect(parseColor(text)).toEqual(expected);
});

test.each(['', '#', '#12', '#12345', '#1234567', 'ff0000', 'constructor', '#ggg', 'rgb(1,2,3)'])(
  'does not read %j',
  (text) => {
    expect(parseColor(text)).toBeNull();
  },
);

test.each(['#010203', '#01020380', '#ffffff'])('writes %s as it was', (text) => {
  const color = parseColor(text);
  expect(color === null ? null : colorToHex(color)).toBe(text);
});
