import { rowsOfTable } from '#shared/reading/index.ts';
import { isFileValue } from '../definition.ts';
import { defineNode } from '../define-node.ts';
import { boolean, file, invalid, optional, text } from '../pins.ts';
import { makeList, MAX_LIST_ITEMS, namedItems } from './list-values.ts';

const MAX_BYTES = 256 * 1024 * 1024;

export const listCsvColumn = defineNode({
  type: 'list/csv-column',
  title: 'Column of table',
  description:
    'Makes a list of one column of a table (CSV, or pasted from a spreadsheet), by its name or number. Each item is called by its row.',
  icon: 'table',
  tags: ['csv', 'spreadsheet', 'excel', 'rows', 'data', 'each'],
  inputs: {
    file: optional(file('File')),
    text: text('Table', { multiline: true, default: '' }),
    column: text('Column', { default: '1', maxLength: 1000 }),
    hasHead: boolean('First row has names', { default: true }),
  },
  outputs: { list: { label: 'List', type: 'list(text)' } },
  async run({ file, text, column, hasHead }, execution) {
    const table = isFileValue(file) ? decode(await execution.readFile(file, MAX_BYTES)) : text;
    const cells: string[] = [];
    let index: number | null = null;
    let isHead = hasHead;
    for (const row of rowsOfTable(table)) {
      if (row === null)
        throw invalid(`Row ${cells.length + 1} of the table is too long to be one. Check its quotes.`);
      index ??= columnIndex(row, column.trim(), hasHead);
      if (!isHead) cells.push(row[index] ?? '');
      isHead = false;
      if (cells.length > MAX_LIST_ITEMS)
        throw invalid(
          `The table has more than ${MAX_LIST_ITEMS.toLocaleString('en')} rows. Take a part of it.`,
        );
    }
    return { list: await makeList(execution, namedItems('row', cells)) };
  },
});

/** UTF-8, with or without a mark before it, or UTF-16 with one. */
function decode(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes);
}

/** Where a column is that is named, or given by its number from 1. */
function columnIndex(row: readonly string[], column: string, hasHead: boolean): number {
  const names = row.map((name) => name.trim());
  const named = hasHead ? names.indexOf(column) : -1;
  const folded =
    hasHead && named < 0 ? names.findIndex((name) => name.toLowerCase() === column.toLowerCase()) : named;
  if (folded >= 0) return folded;
  const number = /^\d{1,6}$/.test(column) ? Number(column) : 0;
  if (number >= 1 && number <= names.length) return number - 1;
  const available = hasHead ? names.slice(0, 20).join(', ') : `1 to ${names.length}`;
  throw invalid(`The table has no column “${column.slice(0, 100)}”. It has ${available.slice(0, 500)}.`);
}
