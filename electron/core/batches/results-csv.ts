import type { Batch, BatchField, BatchItem, BatchValue } from '#shared/desk/index.ts';

/** Results of a batch as CSV, in pieces. */

/** Cells that a spreadsheet would take for a formula begin with one of these. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** One cell: formulas are disarmed by an apostrophe, as spreadsheets do; numbers stay numbers. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function valueText(value: BatchValue): string {
  if (value === null) return '';
  if ('fileId' in value) return String(value.fileId);
  const held = 'value' in value ? value.value : '';
  return typeof held === 'string' ? held : (JSON.stringify(held) ?? '');
}

function itemCells(item: BatchItem, fields: readonly BatchField[], keys: readonly string[]): string[] {
  const outputs = new Map(item.outputs.map((output) => [output.key, output]));
  return [
    String(item.index + 1),
    ...fields.map((_, at) => valueText(item.values[at] ?? null)),
    item.state,
    ...keys.map((key) => {
      const output = outputs.get(key);
      return output?.filename ?? output?.text ?? '';
    }),
    item.error ?? '',
    item.microcredits === null ? '' : String(Number(item.microcredits) / 1_000_000),
    item.executionTimeMs === null ? '' : String(item.executionTimeMs / 1000),
    item.runId ?? '',
  ];
}

/**
 * The results as a stream of UTF-8 with a mark, which spreadsheets need for accents.
 * @param pages reads items from an index on; an empty list ends it.
 */
export function csvStream(
  batch: Pick<Batch, 'fields'>,
  pages: (from: number) => readonly BatchItem[],
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const keys = outputKeys(pages);
  let from = -1;
  return new ReadableStream({
    pull(controller) {
      if (from < 0) {
        const head = [
          'Row',
          ...batch.fields.map(({ label }) => label),
          'State',
          ...keys,
          'Problem',
          'Credits',
          'Seconds',
          'Run',
        ];
        controller.enqueue(encoder.encode(`\ufeff${csvRow(head)}`));
        from = 0;
        return;
      }
      const items = pages(from);
      const last = items.at(-1);
      if (last === undefined) {
        controller.close();
        return;
      }
      controller.enqueue(
        encoder.encode(items.map((item) => csvRow(itemCells(item, batch.fields, keys))).join('')),
      );
      from = last.index + 1;
    },
  });
}

function outputKeys(pages: (from: number) => readonly BatchItem[]): string[] {
  const keys = new Set<string>();
  for (let items = pages(0); items.length > 0; items = pages((items.at(-1)?.index ?? 0) + 1)) {
    for (const { outputs } of items) for (const { key } of outputs) keys.add(key);
  }
  return [...keys];
}
