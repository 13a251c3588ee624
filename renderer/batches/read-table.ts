import { MAX_TABLE_ITEMS } from '#shared/desk/index.ts';
import { number } from '#renderer/words/index.ts';

/** CSV, tables with tabs or semicolons, and what is pasted from a spreadsheet, as rows of cells. */

export interface Table {
  /** Names of the columns, all different, none empty. */
  columns: string[];
  /** Each as long as there are columns. */
  rows: string[][];
  /** Sentences about what was put right. */
  notes: string[];
}

export type TableReading = { ok: true; table: Table } | { ok: false; error: string };

const MAX_COLUMNS = 256;
/** Characters of one cell. */
const MAX_CELL = 256 * 1024;
/** Milliseconds of parsing after which the page gets to do something else. */
const MAX_TURN_MS = 8;

/** Collects rows within limits. */
class RowCollector {
  readonly rows: string[][] = [];
  width = 0;
  ragged = 0;
  blank = 0;
  oddQuotes = 0;

  /** @returns why the table cannot be read; null when it can so far. */
  add(cells: string[]): string | null {
    const row = this.rows.length + 1;
    // Before the look for empty rows: of one that is too wide only the beginning is here.
    if (cells.length > MAX_COLUMNS) {
      return `Row ${row} has more than ${MAX_COLUMNS} columns. Leave out what is not needed.`;
    }
    if (cells.every((cell) => cell.trim() === '')) {
      this.blank += 1;
      return null;
    }
    if (cells.some((cell) => cell.length > MAX_CELL)) return this.tooLong();
    // The first row is the names of the columns.
    if (this.rows.length > MAX_TABLE_ITEMS) {
      return `The table has more than ${number(MAX_TABLE_ITEMS)} rows. Split it, and make a batch of each part.`;
    }
    if (this.rows.length === 0) this.width = cells.length;
    if (cells.length !== this.width) this.ragged += 1;
    this.rows.push(cells);
    return null;
  }

  tooLong(): string {
    return `Row ${this.rows.length + 1} has a cell longer than ${MAX_CELL / 1024} KB. Shorten it, or look for a quote that is never closed.`;
  }
}

const DELIMITERS = [',', '\t', ';', '|'] as const;
/** Characters in which the first line is looked for. */
const HEAD_LENGTH = 64 * 1024;

/** What stands between the names in the first line; a comma where nothing does. */
function delimiterOf(text: string): string {
  // Names in quotes may go over several lines, so they go first.
  const head = /^[^\r\n]*/.exec(text.slice(0, HEAD_LENGTH).replace(/"[^"]*"/g, ''))?.[0] ?? '';
  const counted = DELIMITERS.map((sign) => ({ sign, count: head.split(sign).length }));
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).sign;
}

const NEWLINE = 10;
const RETURN = 13;

/** Where a cell ends that has no quotes: at the next delimiter or the end of the line. */
function endOfPlain(text: string, from: number, delimiter: number): number {
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

/** What stands between cells, as a character code, and where the first row begins. */
function delimiterAndStart(text: string): { delimiter: number; start: number } {
  const mark = text.startsWith('\ufeff') ? 1 : 0;
  // Spreadsheets name the delimiter in a line of its own.
  const named = /^sep=([,;\t|])\r?\n/i.exec(text.slice(mark, mark + 8));
  if (named?.[1] !== undefined) return { delimiter: named[1].charCodeAt(0), start: mark + named[0].length };
  return { delimiter: delimiterOf(text.slice(mark, mark + HEAD_LENGTH)).charCodeAt(0), start: mark };
}

/**
 * Reads a table whose first row names the columns. The page is not held up: after each turn of some milliseconds it
 * gets to paint.
 */
export async function readTable(text: string, signal?: AbortSignal): Promise<TableReading> {
  const collector = new RowCollector();
  const { delimiter, start } = delimiterAndStart(text);
  let at = start;
  let began = performance.now();
  let cells: string[] = [];
  while (at < text.length) {
    let cell: string;
    if (text[at] === '"') {
      const close = endOfQuoted(text, at + 1);
      const end = endOfPlain(text, close + 1, delimiter);
      const rest = text.slice(close + 1, end);
      // A quote that is never closed, or text behind one that is.
      if (close >= text.length || rest.trim() !== '') collector.oddQuotes += 1;
      if (close - at > MAX_CELL) return { ok: false, error: collector.tooLong() };
      cell = text.slice(at + 1, close).replaceAll('""', '"') + rest.trimEnd();
      at = end;
    } else {
      const end = endOfPlain(text, at, delimiter);
      if (end - at > MAX_CELL) return { ok: false, error: collector.tooLong() };
      cell = text.slice(at, end);
      at = end;
    }
    cells.push(cell);
    if (text.charCodeAt(at) === delimiter) {
      at += 1;
      // A delimiter at the very end has an empty cell behind it.
      if (at < text.length && cells.length <= MAX_COLUMNS) continue;
      cells.push('');
    } else at += text.startsWith('\r\n', at) ? 2 : 1;
    const error = collector.add(cells);
    if (error !== null) return { ok: false, error };
    cells = [];
    if (performance.now() - began < MAX_TURN_MS) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (signal?.aborted) return { ok: false, error: 'Reading was ended.' };
    began = performance.now();
  }
  return tableOf(collector);
}

function tableOf(collector: RowCollector): TableReading {
  const [head, ...rows] = collector.rows;
  if (head === undefined)
    return { ok: false, error: 'The table is empty. It needs a row of names and a row of values.' };
  if (rows.length === 0)
    return {
      ok: false,
      error: 'The table has only one row. Its first row names the columns; values follow below.',
    };
  const { names, renamed } = differentNames(head);
  const width = names.length;
  const notes: string[] = [];
  if (renamed.length > 0)
    notes.push(`Columns without a name of their own are now called ${renamed.join(', ')}.`);
  if (collector.ragged > 0) {
    notes.push(
      `${rowsText(collector.ragged)} more or fewer cells than there are columns: missing cells are empty, extra ones are left out.`,
    );
  }
  if (collector.oddQuotes > 0) {
    notes.push(
      `${collector.oddQuotes === 1 ? 'One cell has' : `${collector.oddQuotes} cells have`} quotes that do not match. Look at the rows below before you run them.`,
    );
  }
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

const rowsText = (count: number): string => (count === 1 ? 'One row has' : `${number(count)} rows have`);

/** Names for columns, each its own. */
function differentNames(head: readonly string[]): { names: string[]; renamed: string[] } {
  const taken = new Set<string>();
  const renamed: string[] = [];
  const names = head.map((text, at) => {
    const wanted = text.trim().slice(0, 200) || `Column ${at + 1}`;
    let name = wanted;
    for (let count = 2; taken.has(name); count += 1) name = `${wanted} (${count})`;
    taken.add(name);
    if (name !== text.trim()) renamed.push(name);
    return name;
  });
  return { names, renamed };
}
