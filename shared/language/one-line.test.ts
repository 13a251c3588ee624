import { expect, it } from 'vitest';
import { toSingleLine } from './one-line.ts';

it.each([
  ['Wide of the harbor\n', 'Wide of the harbor'],
  ['The lamp\r\nis lit', 'The lamp is lit'],
  ['\u2028A\tdog\u2029', 'A dog'],
  [' \n', ''],
])('%j is %j on one line', (text, line) => expect(toSingleLine(text)).toBe(line));
