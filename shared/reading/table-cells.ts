/** Cells of CSV and other tables in text, as spreadsheets and people write them. */

/** Characters of one cell. */
export const MAX_CELL = 256 * 1024;
/** Cells of one row. */
const MAX_CELLS = 10_000;

/** Of two that fit alike the one that fewer texts hold comes first. */
const DELIMITERS = ['\t', ';', '|', ','] as const;
/** Characters in which the first lines are looked for, and how many of those. */
const HEAD_LENGTH = 64 * 1024;
const HEAD_LINES = 20;

/**
 * What stands between the names in the first line, and in most of those below as well: names have commas of their own. A comma
 * where nothing does.
 */
function delimiterOf(text: string): string {
  // Cells in quotes may go over several lines, so they go first.
  const lines = text.replace(/"[^"]*"/g, '').split(/\r\n?|\n/);
  const [head = '', ...rows] = lines.filter((line) => line.trim() !== '').slice(0, HEAD_LINES);
  const counts = DELIMITERS.map((sign) => {
    const inHead = head.split(sign).length - 1;
    const inRows = rows.map((row) => row.split(sign).length - 1).toSorted((a, b) => a - b);
    // A few lines may have fewer, such as a last one with a sum.
    const inMost = inRows[Math.floor(inRows.length / 5)] ?? inHead;
    return { sign, inHead, inMost: Math.min(inHead, inMost) };
  });
  const best = counts.reduce((most, next) =>
    next.inMost > most.inMost || (next.inMost === 0 && most.inMost === 0 && next.inHead > most.inHead)
      ? next
      : most,
  );
  return best.inHead > 0 ? best.sign : ',';
}

const NEWLINE = 10;
const RETURN = 13;

/** Where a cell ends that has no quotes: at the next delimiter or the end of the line. */
function unquotedEnd(text: string, from: number, delimiter: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === delimiter || code === NEWLINE || code === RETURN) return at;
  }
  return text.length;
}

/** The quote that closes a cell; quotes within are doubled. The end of the text when none does. */
function endOfQuoted(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at;
  }
  return text.length;
}

const BLANK = 32;

interface Cell {
  text: string;
  /** Where the delimiter or the end of the line stands behind it. */
  end: number;
  /** Its quotes do not match. */
  isOdd: boolean;
}

export class CellReader {
  readonly #text: string;
  readonly #delimiter: number;
  /** Behind blanks, quotes from here on are never closed. */
  #unclosed = Infinity;

  constructor(text: string, delimiter: number) {
    this.#text = text;
    this.#delimiter = delimiter;
  }

  /** @returns null for a cell that is too long. */
  cellAt(at: number): Cell | null {
    const text = this.#text;
    const quote = text[at] === '"' ? at : this.#quoteBehindBlanks(at);
    if (quote < 0) {
      const end = unquotedEnd(text, at, this.#delimiter);
      return end - at > MAX_CELL ? null : { text: text.slice(at, end), end, isOdd: false };
    }
    const close = endOfQuoted(text, quote + 1);
    if (close - quote > MAX_CELL) return null;
    const end = unquotedEnd(text, close + 1, this.#delimiter);
    const remaining = text.slice(close + 1, end);
    // A quote that is never closed, or text behind one that is.
    const isOdd = close >= text.length || remaining.trim() !== '';
    return { text: text.slice(quote + 1, close).replaceAll('""', '"') + remaining.trimEnd(), end, isOdd };
  }

  /** Where the quote of a cell is that has blanks before it, and nothing behind the closing one; -1 for any other cell. */
  #quoteBehindBlanks(from: number): number {
    const text = this.#text;
    let quote = from;
    while (text.charCodeAt(quote) === BLANK) quote += 1;
    if (quote === from || quote >= this.#unclosed || text[quote] !== '"') return -1;
    const close = endOfQuoted(text, quote + 1);
    if (close >= text.length) {
      this.#unclosed = quote;
      return -1;
    }
    const remaining = text.slice(close + 1, unquotedEnd(text, close + 1, this.#delimiter));
    return remaining.trim() === '' ? quote : -1;
  }
}

/** What stands between cells, as a character code, and where the first row begins. */
export function delimiterAndStart(text: string): { delimiter: number; start: number } {
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  // Spreadsheets name the delimiter in a line of its own.
  const named = /^("?)sep=([,;\t|])\1(?:\r\n?|\n)/i.exec(text.slice(mark, mark + 10));
  if (named?.[2] !== undefined) return { delimiter: named[2].charCodeAt(0), start: mark + named[0].length };
  return { delimiter: delimiterOf(text.slice(mark, mark + HEAD_LENGTH)).charCodeAt(0), start: mark };
}

/**
 * The rows of a table, empty ones left out; null in the place of a row with too many or too long cells, which is the last.
 * @param text with whatever delimiter and line ends.
 */
export function* rowsOfTable(text: string): Generator<string[] | null, void> {
  const { delimiter, start } = delimiterAndStart(text);
  const reader = new CellReader(text, delimiter);
  let cells: string[] = [];
  let at = start;
  while (at < text.length) {
    const cell = reader.cellAt(at);
    if (cell === null || cells.length >= MAX_CELLS) {
      yield null;
      return;
    }
    cells.push(cell.text);
    at = cell.end;
    if (text.charCodeAt(at) === delimiter) {
      at += 1;
      // A delimiter at the very end has an empty cell behind it.
      if (at < text.length) continue;
      cells.push('');
    }
    if (text.charCodeAt(at) === RETURN && text.charCodeAt(at + 1) === NEWLINE) at += 1;
    at += 1;
    if (cells.some((filled) => filled.trim() !== '')) yield cells;
    cells = [];
  }
}
