import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Batch, BatchField, BatchItem, BatchValue } from '#shared/desk/index.ts';
import { csvCell } from '#shared/language/csv-cell.ts';
import { labelOfKey, uniqueLabels } from '#shared/graph/index.ts';

/** Results of a batch as CSV, in pieces. */

/** Columns of outputs: items whose outputs all have other names would make a table that nobody can open. */
const MAX_OUTPUT_COLUMNS = 1000;
const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function valueText(value: BatchValue, { fileNames }: Pick<BatchItem, 'fileNames'>): string {
  if (value === null) return '';
  if ('fileId' in value) return fileNames?.[String(value.fileId)] ?? String(value.fileId);
  const rawValue = 'value' in value ? value.value : '';
  return typeof rawValue === 'string' ? rawValue : (JSON.stringify(rawValue) ?? '');
}

/** Items from an index on, in their order; an empty list behind the last. */
export type ItemPages = (from: number) => readonly BatchItem[];

/** What stands in the cell of an output. */
type NameOf = (item: BatchItem, key: string) => string;

function itemCells(
  item: BatchItem,
  fields: readonly BatchField[],
  keys: readonly string[],
  nameOf: NameOf,
): string[] {
  return [
    String(item.index + 1),
    ...fields.map((_, at) => valueText(item.values[at] ?? null, item)),
    item.hidden ? `${item.state} (dropped)` : item.state,
    ...keys.map((key) => nameOf(item, key)),
    item.error ?? '',
    item.microcredits === null ? '' : String(Number(item.microcredits) / 1_000_000),
    item.executionTimeMs === null ? '' : String(item.executionTimeMs / 1000),
    item.runId ?? '',
  ];
}

const headOf = (fields: readonly BatchField[], outputs: readonly string[]): string[] => [
  'Row',
  ...fields.map(({ label }) => label),
  'State',
  ...outputs,
  'Problem',
  'Credits',
  'Seconds',
  'Run',
];

/**
 * The results as a stream of UTF-8 with a mark, which spreadsheets need for accents. Others get a turn between pages.
 * @param nameOf what stands in the cell of an output.
 */
export function csvStream(
  batch: Pick<Batch, 'fields'>,
  pages: ItemPages,
  nameOf: NameOf,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let keys: ReadonlyMap<string, string> | null = null;
  let from = 0;
  return new ReadableStream({
    async pull(controller) {
      if (keys === null) {
        keys = await outputKeys(pages);
        controller.enqueue(
          encoder.encode(`\ufeff${csvRow(headOf(batch.fields, uniqueLabels([...keys.values()])))}`),
        );
        return;
      }
      await yieldToEventLoop();
      const items = pages(from);
      const last = items.at(-1);
      if (last === undefined) {
        controller.close();
        return;
      }
      const named = [...keys.keys()];
      controller.enqueue(
        encoder.encode(items.map((item) => csvRow(itemCells(item, batch.fields, named, nameOf))).join('')),
      );
      from = last.index + 1;
    },
  });
}

/** The outputs of all items, each with what people call it. */
async function outputKeys(pages: ItemPages): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  let from = 0;
  for (;;) {
    const items = pages(from);
    const last = items.at(-1);
    if (last === undefined) return keys;
    for (const { outputs } of items) {
      for (const { key, label } of outputs)
        if (keys.size < MAX_OUTPUT_COLUMNS) keys.set(key, label ?? labelOfKey(key));
    }
    from = last.index + 1;
    await yieldToEventLoop();
  }
}
