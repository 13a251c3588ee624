import { expect, it } from 'vitest';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { readLines, readList, type ParsedAxis } from './axis-list.ts';

const shown = (reading: ParsedAxis): string =>
  reading.ok ? reading.values.map(({ label }) => label).join(' | ') : reading.error;
const numbers = (text: string, type = 'number'): string => shown(readList(text, parsePinType(type)));

it('commas part numbers, and semicolons do where commas are decimal marks', () => {
  expect(numbers('10, 20,30')).toBe('10 | 20 | 30');
  expect(numbers('12,5; 13,5')).toBe('12.5 | 13.5');
  expect(numbers('1e3, +5, ٤٢')).toBe('1000 | 5 | 42');
});

it.each([
  ['1,024', 'begins with 0'],
  ['1,024; 2,048', 'can be read in two ways'],
  ['0x10', 'Write 16.'],
  ['1/2', 'is not a number'],
  ['∞', 'is not a number'],
])('%s is no list of other numbers', (text, reason) => {
  expect(numbers(text)).toContain(reason);
});

it('whole numbers are not rounded', () => {
  expect(numbers('10; 12.5', 'number(1..100 step 1)')).toBe('12.5 is not a whole number. Write 12 or 13.');
});

it('lines for a color are colors', () => {
  const color = parsePinType('color');
  expect(shown(readLines('#336699\nteal\n', color))).toBe('#336699 | teal');
  expect(shown(readLines('#336699\nblurple', color))).toContain('“blurple” is not a color');
});
