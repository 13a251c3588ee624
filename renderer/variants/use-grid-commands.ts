import { placeText, type Batch, type BatchItem, type BatchValue } from '#shared/desk/index.ts';
import { outputOf, viewedOf, type ItemCache } from '#renderer/batches/index.ts';
import { useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { openCompare, openViewer } from '#renderer/viewer/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import type { Marks } from './use-marks.ts';

/** Values of a cell, for the inputs of the graph. */
export type GridValues = { nodeId: string; input: string; value: NonNullable<BatchValue> }[];

export interface GridCommands {
  batch: Batch;
  items: ItemCache;
  /** Of the marked cell. */
  item: BatchItem | undefined;
  outputKey: string | null;
  isDroppedShown: boolean;
  /** Indexes of the cells that are chosen to be compared. */
  chosen: ReadonlySet<number>;
  onChoose: (index: number) => void;
  marks: Marks;
  onApply: (values: GridValues) => void;
}

/** What can be done with the marked cell. */
export function useGridCommands(grid: GridCommands): void {
  const { batch, item, marks, onChoose, onApply } = grid;
  const hasResult = item?.state === 'done' && outputOf(item, grid.outputKey) !== undefined;
  useCommandContext({
    gridCell: item !== undefined,
    gridResult: hasResult,
    gridStarred: item?.starred === true,
    gridDropped: item?.hidden === true,
  });
  useCommands('grid', {
    'grid.open': () => item && openCell(grid, item),
    'grid.choose': () => item && onChoose(item.index),
    'grid.compare': () => compareCells(grid),
    'grid.star': () => item && marks.mark(item, { starred: !item.starred }),
    'grid.drop': () =>
      item &&
      marks.mark(
        item,
        { hidden: !item.hidden },
        item.hidden ? undefined : `${placeText(batch, item)} is dropped`,
      ),
    'grid.skip': () => {
      if (item?.state === 'waiting' || item?.state === 'skipped') {
        marks.mark(item, { skipped: item.state === 'waiting' });
      }
    },
    'grid.undo': () => marks.undo(),
    'grid.apply': () => {
      if (!item) return;
      if (item.hidden) {
        showToast({
          title: `${placeText(batch, item)} is a result you dropped`,
          description: 'Its values are in the graph all the same.',
        });
      }
      onApply(valuesOf(batch, item));
    },
  });
}

const valuesOf = (batch: Batch, item: BatchItem): GridValues =>
  batch.fields.flatMap((field, at) => {
    const value = item.values[at] ?? null;
    return field.of === 'node' && value !== null ? [{ nodeId: field.nodeId, input: field.input, value }] : [];
  });

/** A dropped cell is looked at with the others; without it the arrows pass over it. */
function openCell({ batch, items, outputKey, isDroppedShown }: GridCommands, item: BatchItem): void {
  const shown = viewedOf(batch, items, outputKey, ({ index }) => isDroppedShown || index === item.index);
  const index = shown.findIndex((one) => one.index === item.index);
  if (index >= 0) openViewer({ items: shown.map(({ viewed }) => viewed), index });
}

/** The chosen cells, else the starred ones and the marked. */
function compareCells({ batch, items, outputKey, chosen, item }: GridCommands): void {
  const wanted = (one: BatchItem): boolean =>
    chosen.size > 1 ? chosen.has(one.index) : one.starred || one.index === item?.index;
  const found = viewedOf(batch, items, outputKey, wanted).filter(({ index }) => {
    const one = items.get(index);
    return one !== undefined && wanted(one);
  });
  const problem =
    found.length < 2
      ? 'Hold Ctrl and click two to four results, or star them, then compare.'
      : openCompare(found.map(({ viewed }) => viewed));
  if (problem !== null)
    showToast({ title: 'Nothing to compare yet', description: problem, id: 'grid-compare' });
}
