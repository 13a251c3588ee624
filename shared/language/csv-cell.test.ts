import { expect, test } from 'vitest';
import * as fc from '../testing/property.ts';
import { csvCell, textOfCell } from './csv-cell.ts';

const unquoted = (cell: string): string =>
  cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;

test.each(["'=1+1", "'@studio", "''-x", "a;'=1", "it's", "'quoted'", "'", "'-5", '@studio', '+49 30 1'])(
  'a cell of %j is read as it was',
  (text) => expect(textOfCell(unquoted(csvCell(text)))).toBe(text),
);

test('any text is read as it was', () => {
  const sign = fc.constantFrom(...Array.from('\'=+-@;\t\n\r" a5.e\u200b\u2212'));
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 8 }), (signs) => {
      // A quote at the very beginning is one of the cell itself only where it is written within quotes.
      const text = signs.join('');
      const cell = csvCell(text);
      fc.pre(cell.startsWith('"') || !text.startsWith('"'));
      expect(textOfCell(unquoted(cell))).toBe(text);
    }),
  );
});
