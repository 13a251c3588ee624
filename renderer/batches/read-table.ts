import { MAX_TABLE_ITEMS } from '#shared/desk/index.ts';
import { textOfCell } from '#shared/language/csv-cell.ts';
import { CellReader, delimiterAndStart, MAX_CELL } from '#shared/reading/index.ts';
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
