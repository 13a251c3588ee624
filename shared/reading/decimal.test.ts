import { expect, it } from 'vitest';
import * as fc from '../testing/property.ts';
import { compareNumbers, losesDigits, readDecimal } from './decimal.ts';

it.each([
  ['12', 12],
  [' -1.5e2 ', -150],
  ['.5', 0.5],
  ['5.', 5],
  ['+3', 3],
])('%j is the number %d', (text, value) => {
  expect(readDecimal(text)).toBe(value);
});

it.each([
  '',
  ' ',
  '0x10',
  '0b11',
  '0o7',
  'Infinity',
  '1e999',
  '1,5',
  '1_000',
  'NaN',
  '1 2',
  '.',
  'e5',
  '--1',
])('%j is no number', (text) => {
  expect(readDecimal(text)).toBeNull();
});

it.each([
  ['7615917337495251231', true],
  ['-7615917337495251231.5', true],
  ['0007615917337495251231', true],
  ['9007199254740992', false],
  ['9007199254740993', true],
  ['3.14159265358979323846', false],
  ['7615917337495251231e-18', false],
  ['7615917337495251231e2', true],
  ['0000000000000000000012', false],
  ['0x7615917337495251231', false],
])('%s loses digits as a number: %s', (text, expected) => {
  expect(losesDigits(text)).toBe(expected);
});

it.each<[number | string, number | string, number]>([
  ['7615917337495251231', '7615917337495251232', -1],
  ['7615917337495251231', '7615917337495251231', 0],
  ['7615917337495251231', '7615917337495251231.5', -1],
  ['007615917337495251231.0', '7615917337495251231', 0],
  ['-7615917337495251231', '-7615917337495251232', 1],
  ['9007199254740993', 9007199254740992, 1],
  ['1e30', '999999999999999999999999999999', 1],
  ['1e30', '1000000000000000000000000000000', 0],
  ['-7615917337495251231', 5, -1],
  ['7615917337495251231', 0, 1],
  ['0.1', 0.1, 0],
  ['2', '10', -1],
])('%s to %s is %d', (a, b, expected) => {
  expect(Math.sign(compareNumbers(a, b) ?? NaN)).toBe(expected);
  expect(Math.sign(compareNumbers(b, a) ?? NaN) + expected).toBe(0);
});

it('compares whole numbers of any length as they are', () => {
  const integer = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
  fc.assert(
    fc.property(integer, fc.bigInt({ min: -3n, max: 3n }), (first, step) => {
      const second = first + step;
      const expected = first < second ? -1 : first > second ? 1 : 0;
      expect(Math.sign(compareNumbers(String(first), String(second)) ?? NaN) + 0).toBe(expected);
    }),
  );
});
