import type { BatchField, BatchItem, BatchValue, NewBatchItem } from '#shared/desk/index.ts';
import { shortInputName } from '#shared/desk/index.ts';
import { parsePinType, isIntegerType, type PinType } from '#shared/graph/pin-type.ts';
import {
  decimalMarkOf,
  readColorText,
  readNumberText,
  unitOf,
  integerError,
  type DecimalMark,
} from '#renderer/ui/index.ts';
import { quote, number, words } from '#renderer/words/index.ts';
import type { Table } from './read-table.ts';

const t = words.batches.cellValues;

/** Columns of a table to inputs, and cells to values, with what is wrong in words. */

/** For each field the column it is filled from; null leaves the input as it is. */
export type ColumnMatch = readonly (number | null)[];

/** Tells the fields of one batch apart. */
export const fieldKey = (field: BatchField): string =>
  field.of === 'node' ? `${field.nodeId} ${field.input}` : field.of === 'template' ? field.fieldName : '';

/** A value as one writes it into a cell. @param fileNames names of files by their ids, as far as they are known. */
export function valueText(value: BatchValue, fileNames: BatchItem['fileNames'] = {}): string {
  if (value === null) return '';
  if ('fileId' in value) return fileNames[String(value.fileId)] ?? String(value.fileId);
  const rawValue = value.value;
  return typeof rawValue === 'string' ? rawValue : (JSON.stringify(rawValue) ?? '');
}

export type ParsedCell = { ok: true; value: BatchValue } | { ok: false; error: string };

/** What is known of a cell beside its text. */
export interface CellContext {
  /** Ids of files by the names that cells may have. */
  files: ReadonlyMap<string, string>;
  /** The decimal mark of its column. */
  mark?: DecimalMark | null;
}

const TRUE_WORDS = new Set(['yes', 'true', 'on', '1', 'y']);
const NO = new Set(['no', 'false', 'off', '0', 'n']);

/** A cell as a value of an input; empty leaves the input as it is. An error is a clause: `“steep” is not a number`. */
export function readCell(
  cell: string,
  { type, label }: Pick<BatchField, 'type' | 'label'>,
  { files, mark = null }: CellContext,
): ParsedCell {
  const text = cell.trim();
  if (text === '') return { ok: true, value: null };
  const pin = parsePinType(type);
  switch (pin.base) {
    case 'number':
      return readNumberCell(text, pin, label, mark);
    case 'boolean': {
      const word = text.toLowerCase();
      if (TRUE_WORDS.has(word)) return { ok: true, value: { type: 'boolean', value: true } };
      return NO.has(word)
        ? { ok: true, value: { type: 'boolean', value: false } }
        : failure(t.neitherYesNorNo(quoted(text)));
    }
    case 'image':
    case 'video':
    case 'audio':
    case 'file': {
      const fileId = files.get(text) ?? files.get(text.normalize('NFC'));
      return fileId === undefined
        ? failure(t.noFile(quoted(text)))
        : { ok: true, value: { type: 'file', fileId } };
    }
    case 'color': {
      const color = readColorText(text);
      return color.kind === 'color'
        ? { ok: true, value: { type: 'string', value: color.text } }
        : failure(t.notColor(quoted(text)));
    }
    case 'choice':
      if (pin.choices && pin.choices.length > 0 && !pin.choices.includes(text)) {
        return failure(t.notSingle(quoted(text), pin.choices.join(', ')));
      }
      return { ok: true, value: { type: 'string', value: text } };
    default:
      // Spaces around a text may be meant.
      return { ok: true, value: { type: 'string', value: cell } };
  }
}

/** By the rules of every number field, without sums. */
function readNumberCell(text: string, pin: PinType, label: string, mark: DecimalMark | null): ParsedCell {
  const { min, max } = pin;
  const integersOnly = isIntegerType(pin);
  const unit = unitOf(shortInputName(label));
  const read = readNumberText(text, { isCell: true, mark, integer: integersOnly, unit, min, max });
  if (read.kind === 'refused') return failure(clauseOf(read.reason));
  if (read.kind === 'incomplete') return failure(t.notNumber(quoted(text)));
  const { value } = read;
  const fraction = integerError(value, integersOnly);
  if (fraction !== null) return failure(clauseOf(fraction));
  if (min !== undefined && value < min) return failure(t.lessThan(text, min));
  if (max !== undefined && value > max) return failure(t.overflowThan(text, max));
  return { ok: true, value: { type: 'number', value } };
}

/** A sentence as a part of a longer one. */
const clauseOf = (sentence: string): string => sentence.replace(/\.$/, '');

const failure = (error: string): ParsedCell => ({ ok: false, error });
const quoted = (text: string): string => quote(text.length > 40 ? `${text.slice(0, 39)}…` : text);

interface RowProblem {
  /** Index of the row, from 0. */
  row: number;
  /** A sentence with the row as people count, below the names. */
  message: string;
}

/** How the values of one column suit the input that it fills. */
export interface ColumnCheck {
  column: number;
  /** Cells that hold something, and those of them that do not fit. */
  filled: number;
  problem: number;
  /** Of the first that does not fit, a clause. */
  firstError: string | null;
}

export interface CheckedRows {
  items: NewBatchItem[];
  /** Rows with a cell that does not fit, in columns of which some do. */
  problems: RowProblem[];
  /** How many rows have a cell that does not fit. */
  skipped: number;
  /** One for each field. */
  columns: ColumnCheck[];
}

const ROWS_PER_CHUNK = 2000;
/** Characters. */
const MAX_REASON = 2000;

/** The decimal mark of each column that fills a number: as a person chose it, else as its cells show it. */
function marksOf(
  table: Table,
  match: ColumnMatch,
  fields: readonly BatchField[],
  selected: ReadonlyMap<number, DecimalMark>,
): (DecimalMark | null)[] {
  return match.map((column, at) => {
    if (column === null || parsePinType(fields[at]?.type).base !== 'number') return null;
    return selected.get(column) ?? decimalMarkOf(cellsOf(table, column));
  });
}

export function* cellsOf({ rows }: Table, column: number): Iterable<string> {
  for (const cells of rows) yield cells[column] ?? '';
}

/**
 * Turns all rows into items. Rows with a cell that fits nothing are named and left out: they are skipped items, so that
 * rows keep their numbers. Lets the page paint in between.
 * @param marks decimal marks that a person chose, by column
 */
export async function checkRows(
  table: Table,
  fields: readonly BatchField[],
  match: ColumnMatch,
  files: ReadonlyMap<string, string>,
  marks: ReadonlyMap<number, DecimalMark> = new Map(),
): Promise<CheckedRows> {
  const items: NewBatchItem[] = [];
  const invalidCells: { row: number; field: number; error: string }[][] = [];
  const columns = match.map((column): ColumnCheck => ({
    column: column ?? -1,
    filled: 0,
    problem: 0,
    firstError: null,
  }));
  const decimalMarks = marksOf(table, match, fields, marks);
  for (const [row, cells] of table.rows.entries()) {
    if (row > 0 && row % ROWS_PER_CHUNK === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    const invalid: { row: number; field: number; error: string }[] = [];
    const values = fields.map((field, at): BatchValue => {
      const column = match[at] ?? null;
      const check = columns[at];
      if (column === null || check === undefined) return null;
      const cell = cells[column] ?? '';
      if (cell.trim() !== '') check.filled += 1;
      const reading = readCell(cell, field, { files, mark: decimalMarks[at] ?? null });
      if (reading.ok) return reading.value;
      check.problem += 1;
      check.firstError ??= reading.error;
      invalid.push({ row, field: at, error: reading.error });
      return null;
    });
    if (invalid.length > 0) invalidCells.push(invalid);
    const reason = invalid.map(({ field, error }) => `${fields[field]?.label ?? ''}: ${error}`).join('; ');
    items.push({
      place: [],
      values,
      ...(invalid.length > 0
        ? { skipped: true, reason: `${reason}.`.slice(0, MAX_REASON).toWellFormed() }
        : {}),
    });
  }
  // A column of which nothing fits is one sentence, not one a row.
  const isReported = ({ field }: { field: number }): boolean => !isFullyInvalid(columns[field]);
  const problems = invalidCells.flatMap((cells): RowProblem[] => {
    const reported = cells.filter(isReported);
    const [first] = reported;
    if (first === undefined) return [];
    const summary = reported.map(({ field, error }) => `${fields[field]?.label ?? ''}: ${error}`).join('; ');
    return [{ row: first.row, message: t.row(number(first.row + 1), summary) }];
  });
  return { items, problems, skipped: invalidCells.length, columns };
}

const MIN_INVALID_ROWS = 2;

/** Whether nothing of a column fits, so that it is the choice of the input that is wrong, and not a cell. */
export const isFullyInvalid = (check: ColumnCheck | undefined): boolean =>
  check !== undefined && check.problem >= MIN_INVALID_ROWS && check.problem === check.filled;
