import type { BatchField, BatchValue, NewBatchItem } from '#shared/desk/index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { number } from '#renderer/words/index.ts';
import type { Table } from './read-table.ts';

/** Columns of a table to inputs, and cells to values, with what is wrong in words. */

/** For each field the column it is filled from; null leaves the input as it is. */
export type ColumnMatch = readonly (number | null)[];

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const namesOf = (field: BatchField): string[] =>
  field.of === 'node' ? [field.label, field.input] : [field.label, field.fieldName];

/** Columns whose name is that of an input; no column twice. */
export function matchColumns(fields: readonly BatchField[], columns: readonly string[]): (number | null)[] {
  const used = new Set<number>();
  return fields.map((field) => {
    const names = new Set(namesOf(field).map(plain));
    const at = columns.findIndex((column, index) => !used.has(index) && names.has(plain(column)));
    if (at < 0) return null;
    used.add(at);
    return at;
  });
}

/** Tells the fields of one batch apart. */
export const fieldKey = (field: BatchField): string =>
  field.of === 'node' ? `${field.nodeId} ${field.input}` : field.fieldName;

/** A value as one writes it into a cell. */
export function valueText(value: BatchValue): string {
  if (value === null) return '';
  if ('fileId' in value) return String(value.fileId);
  const held = value.value;
  return typeof held === 'string' ? held : (JSON.stringify(held) ?? '');
}

type CellReading = { ok: true; value: BatchValue } | { ok: false; error: string };

const YES = new Set(['yes', 'true', 'on', '1', 'y']);
const NO = new Set(['no', 'false', 'off', '0', 'n']);

/**
 * A cell as a value of an input; empty leaves the input as it is.
 * @param files ids of files by the names that cells may have
 */
export function readCell(cell: string, type: string | null, files: ReadonlyMap<string, string>): CellReading {
  const text = cell.trim();
  if (text === '') return { ok: true, value: null };
  const { base, min, max, choices } = parsePinType(type);
  switch (base) {
    case 'number': {
      const value = Number(text.replace(/^(-?\d+),(\d+)$/, '$1.$2'));
      if (!Number.isFinite(value)) return bad(`${quoted(text)} is not a number`);
      if (min !== undefined && value < min) return bad(`${text} is less than ${min}`);
      if (max !== undefined && value > max) return bad(`${text} is more than ${max}`);
      return { ok: true, value: { type: 'number', value } };
    }
    case 'boolean': {
      const word = text.toLowerCase();
      if (YES.has(word)) return { ok: true, value: { type: 'boolean', value: true } };
      return NO.has(word)
        ? { ok: true, value: { type: 'boolean', value: false } }
        : bad(`${quoted(text)} is neither yes nor no`);
    }
    case 'image':
    case 'video':
    case 'audio':
    case 'file': {
      const fileId = files.get(text);
      return fileId === undefined
        ? bad(`there is no file ${quoted(text)}`)
        : { ok: true, value: { type: 'file', fileId } };
    }
    case 'choice':
      if (choices && choices.length > 0 && !choices.includes(text)) {
        return bad(`${quoted(text)} is not one of ${choices.join(', ')}`);
      }
      return { ok: true, value: { type: 'string', value: text } };
    default:
      // Spaces around a text may be meant.
      return { ok: true, value: { type: 'string', value: cell } };
  }
}

const bad = (error: string): CellReading => ({ ok: false, error });
const quoted = (text: string): string => `“${text.length > 40 ? `${text.slice(0, 39)}…` : text}”`;

interface RowProblem {
  /** Index of the row, from 0. */
  row: number;
  /** A sentence with the row as people count, below the names. */
  message: string;
}

export interface CheckedRows {
  items: NewBatchItem[];
  problems: RowProblem[];
}

const ROWS_IN_A_TURN = 2000;
/** Characters. */
const MAX_REASON = 2000;

/**
 * Turns all rows into items. Rows with a cell that fits nothing are named and left out: they are skipped items, so that
 * rows keep their numbers. Lets the page paint in between.
 */
export async function checkRows(
  table: Table,
  fields: readonly BatchField[],
  match: ColumnMatch,
  files: ReadonlyMap<string, string>,
): Promise<CheckedRows> {
  const items: NewBatchItem[] = [];
  const problems: RowProblem[] = [];
  for (const [row, cells] of table.rows.entries()) {
    if (row > 0 && row % ROWS_IN_A_TURN === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    const wrong: string[] = [];
    const values = fields.map((field, at): BatchValue => {
      const column = match[at] ?? null;
      if (column === null) return null;
      const reading = readCell(cells[column] ?? '', field.type, files);
      if (reading.ok) return reading.value;
      wrong.push(`${field.label}: ${reading.error}`);
      return null;
    });
    if (wrong.length > 0) problems.push({ row, message: `Row ${number(row + 1)}: ${wrong.join('; ')}.` });
    items.push({
      place: [],
      values,
      ...(wrong.length > 0 ? { skipped: true, reason: `${wrong.join('; ')}.`.slice(0, MAX_REASON) } : {}),
    });
  }
  return { items, problems };
}
