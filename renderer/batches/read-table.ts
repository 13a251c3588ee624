import { MAX_TABLE_ITEMS } from '#shared/desk/index.ts';
import { textOfCell } from '#shared/language/csv-cell.ts';
import { UsedNames } from '#shared/language/used-names.ts';
import { number, words } from '#renderer/words/index.ts';

const texts = words.batches.readTable;

/** CSV, tables with tabs or semicolons, and what is pasted from a spreadsheet, as rows of cells. */

export interface Table {
  /** Names of the columns, all different, none empty. */
  columns: string[];
  /** Each as long as there are columns. */
  rows: string[][];
  /** Sentences about what was put right. */
  notes: string[];
}

export type ParsedTable = { ok: true; table: Table } | { ok: false; error: string };

const MAX_COLUMNS = 256;
/** Characters of one cell. */
const MAX_CELL = 256 * 1024;
/** Milliseconds of parsing after which the page gets to do something else. */
const MAX_SLICE_MS = 8;

/** Collects rows within limits. */
class RowCollector {
  readonly rows: string[][] = [];
  width = 0;
  ragged = 0;
  blank = 0;
  oddQuotes = 0;
  disarmed = 0;

  /** @returns why the table cannot be read; null when it can so far. */
  add(cells: string[]): string | null {
    const row = this.rows.length + 1;
    // Before the look for empty rows: of one that is too wide only the beginning is here.
    if (cells.length > MAX_COLUMNS) {
      return texts.rowThanColumnsLeave(row, MAX_COLUMNS);
    }
    if (cells.every((cell) => cell.trim() === '')) {
      this.blank += 1;
      return null;
    }
    if (cells.some((cell) => cell.length > MAX_CELL)) return this.overLimit();
    // The first row is the names of the columns.
    if (this.rows.length > MAX_TABLE_ITEMS) {
      return texts.tableThanRowsSplit(number(MAX_TABLE_ITEMS));
    }
    if (this.rows.length === 0) this.width = cells.length;
    if (cells.length !== this.width) this.ragged += 1;
    this.rows.push(cells.map((cell) => this.#armed(cell)));
    return null;
  }

  /** What tables write for people may have apostrophes before what spreadsheets take for formulas. */
  #armed(cell: string): string {
    const text = textOfCell(cell);
    this.disarmed += Number(text !== cell);
    return text;
  }

  overLimit(): string {
    return texts.rowCellLongerThan(this.rows.length + 1, MAX_CELL / 1024);
  }
}

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

class CellReader {
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
function delimiterAndStart(text: string): { delimiter: number; start: number } {
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  // Spreadsheets name the delimiter in a line of its own.
  const named = /^("?)sep=([,;\t|])\1(?:\r\n?|\n)/i.exec(text.slice(mark, mark + 10));
  if (named?.[2] !== undefined) return { delimiter: named[2].charCodeAt(0), start: mark + named[0].length };
  return { delimiter: delimiterOf(text.slice(mark, mark + HEAD_LENGTH)).charCodeAt(0), start: mark };
}

/**
 * Reads a table whose first row names the columns. The page is not held up: after each turn of some milliseconds it
 * gets to paint.
 */
export async function readTable(text: string, signal?: AbortSignal): Promise<ParsedTable> {
  const collector = new RowCollector();
  const { delimiter, start } = delimiterAndStart(text);
  const reader = new CellReader(text, delimiter);
  let at = start;
  let startTime = performance.now();
  let cells: string[] = [];
  while (at < text.length) {
    const cell = reader.cellAt(at);
    if (cell === null) return { ok: false, error: collector.overLimit() };
    collector.oddQuotes += Number(cell.isOdd);
    at = cell.end;
    cells.push(cell.text);
    if (text.charCodeAt(at) === delimiter) {
      at += 1;
      // A delimiter at the very end has an empty cell behind it.
      if (at < text.length && cells.length <= MAX_COLUMNS) continue;
      cells.push('');
    } else at += text.startsWith('\r\n', at) ? 2 : 1;
    const error = collector.add(cells);
    if (error !== null) return { ok: false, error };
    cells = [];
    if (performance.now() - startTime < MAX_SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (signal?.aborted) return { ok: false, error: texts.readingFinished };
    startTime = performance.now();
  }
  return tableOf(collector);
}

function tableOf(collector: RowCollector): ParsedTable {
  const [head, ...rows] = collector.rows;
  if (head === undefined) return { ok: false, error: texts.tableEmptyNeedsRow };
  if (rows.length === 0)
    return {
      ok: false,
      error: texts.tableOnlyRowFirst,
    };
  const { names, renamed } = differentNames(head);
  const width = names.length;
  const notes: string[] = [];
  if (renamed.length > 0) notes.push(texts.columnsNameTheirCalled(renamed.join(', ')));
  if (collector.ragged > 0) {
    notes.push(texts.fewerCellsThanColumns(rowsText(collector.ragged)));
  }
  if (collector.oddQuotes > 0) {
    notes.push(
      texts.oddQuotes(collector.oddQuotes === 1 ? texts.singleCell : texts.cellsHave(collector.oddQuotes)),
    );
  }
  if (collector.disarmed > 0) notes.push(texts.disarmed(collector.disarmed));
  return {
    ok: true,
    table: {
      columns: names,
      rows: rows.map((cells) =>
        cells.length === width ? cells : Array.from({ length: width }, (_, at) => cells[at] ?? ''),
      ),
      notes,
    },
  };
}

const rowsText = (count: number): string => (count === 1 ? texts.singleRow : texts.rowsHave(number(count)));

/** Names for columns, each its own. */
function differentNames(head: readonly string[]): { names: string[]; renamed: string[] } {
  const usedNames = new UsedNames();
  const renamed: string[] = [];
  const names = head.map((text, at) => {
    const baseName = text.trim().slice(0, 200) || texts.column(at + 1);
    const name = usedNames.reserve(baseName, (count) => `${baseName} (${count})`);
    if (name !== text.trim()) renamed.push(name);
    return name;
  });
  return { names, renamed };
}
