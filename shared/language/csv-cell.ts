/** Cells of CSV that no spreadsheet takes for a formula. */

/** What spreadsheets take for a formula begins with one of these, in any width; the last is the minus of typesetters. */
const FORMULA = /^[=+\-@\u2212]/;
/** Blanks, quotes, controls and signs that are not seen, which some spreadsheets leave out before they look. */
const INVISIBLE = /^[\s"\p{Cc}\p{Cf}]+/u;
/** Where the cells of a table are divided that is opened with other settings: these also stand within quotes then. */
const DIVIDERS = /([;\t\r\n])/;
/** Of a text that begins with some of its own, one more disarms it. */
const APOSTROPHES = /^'+/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/**
 * One cell: formulas are disarmed by an apostrophe, as spreadsheets do, also where a spreadsheet that divides cells
 * elsewhere would see them; numbers stay numbers.
 */
export function csvCell(text: string): string {
  const safe = text
    .split(DIVIDERS)
    .map((cell) => (isFormula(cell.replace(APOSTROPHES, '')) ? `'${cell}` : cell))
    .join('');
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What a cell says, without the apostrophes that disarm formulas. */
export const textOfCell = (cell: string): string =>
  cell.includes("'")
    ? cell
        .split(DIVIDERS)
        .map((part) =>
          part.startsWith("'") && isFormula(part.replace(APOSTROPHES, '')) ? part.slice(1) : part,
        )
        .join('')
    : cell;

const isFormula = (cell: string): boolean =>
  FORMULA.test(cell.replace(INVISIBLE, '').slice(0, 1).normalize('NFKC')) && !NUMBER.test(cell);
