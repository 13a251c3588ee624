import type { Batch, BatchItem, BatchValue } from '#shared/desk/index.ts';
import { viewedOf, type ItemCache } from '#renderer/batches/index.ts';
import { useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { openViewer } from '#renderer/viewer/index.ts';
import type { useMarks } from './use-marks.ts';

/** Values of a cell, for the inputs of the graph. */
export type GridValues = { nodeId: string; input: string; value: NonNullable<BatchValue> }[];

/** What can be done with the marked cell. */
export function useGridCommands({
  batch,
  items,
  item,
  outputKey,
  marks,
  onApply,
}: {
  batch: Batch;
  items: ItemCache;
  item: BatchItem | undefined;
  outputKey: string | null;
  marks: ReturnType<typeof useMarks>;
  onApply: (values: GridValues) => void;
}): void {
  useCommandContext({ gridCell: item !== undefined });
  useCommands('grid', {
    'grid.open': () => {
      if (!item) return;
      const shown = viewedOf(batch, items, outputKey);
      openViewer({
        items: shown.map(({ viewed }) => viewed),
        index: shown.findIndex(({ index }) => index === item.index),
      });
    },
    'grid.star': () => item && marks.mark(item, { starred: !item.starred }),
    'grid.drop': () => item && marks.mark(item, { hidden: !item.hidden }),
    'grid.skip': () => {
      if (item?.state === 'waiting' || item?.state === 'skipped') {
        marks.mark(item, { skipped: item.state === 'waiting' });
      }
    },
    'grid.undo': () => marks.undo(),
    'grid.apply': () => {
      if (!item) return;
      onApply(
        batch.fields.flatMap((field, at) => {
          const value = item.values[at] ?? null;
          return field.of === 'node' && value !== null
            ? [{ nodeId: field.nodeId, input: field.input, value }]
            : [];
        }),
      );
    },
  });
}
