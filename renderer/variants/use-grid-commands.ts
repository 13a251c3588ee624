import { coordinatesText, type Batch, type BatchItem, type BatchValue } from '#shared/desk/index.ts';
import { outputOf, viewedOf, type ItemCache } from '#renderer/batches/index.ts';
import { useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { openCompare, openViewer } from '#renderer/viewer/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { Marks } from './use-marks.ts';

const t = words.variants.useGridCommands;

/** Values of a cell, for the inputs of the graph. */
export type GridValues = { nodeId: string; input: string; value: NonNullable<BatchValue> }[];

export interface GridCommands {
  batch: Batch;
  items: ItemCache;
  /** Of the marked cell. */
  item: BatchItem | undefined;
  outputKey: string | null;
  isDroppedVisible: boolean;
  /** Indexes of the cells that are chosen to be compared. */
  selected: ReadonlySet<number>;
  onSelect: (index: number) => void;
  marks: Marks;
  onApply: (values: GridValues) => void;
}

/** What can be done with the marked cell. */
export function useGridCommands(grid: GridCommands): void {
  const { batch, item, marks, onSelect: onToggleSelected, onApply } = grid;
  const hasResult = item?.state === 'done' && outputOf(item, grid.outputKey) !== undefined;
  useCommandContext({
    gridCell: item !== undefined,
    gridResult: hasResult,
    gridStarred: item?.starred === true,
    gridDropped: item?.hidden === true,
  });
  useCommands('grid', {
    'grid.open': () => item && openCell(grid, item),
    'grid.choose': () => item && onToggleSelected(item.index),
    'grid.compare': () => compareCells(grid),
    'grid.star': () => item && marks.mark(item, { starred: !item.starred }),
    'grid.drop': () =>
      item &&
      marks.mark(
        item,
        { hidden: !item.hidden },
        item.hidden ? undefined : t.isDropped(coordinatesText(batch, item)),
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
          title: t.resultYouDropped(coordinatesText(batch, item)),
          description: t.valuesGraphAllSame,
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
function openCell({ batch, items, outputKey, isDroppedVisible }: GridCommands, item: BatchItem): void {
  const viewedEntries = viewedOf(
    batch,
    items,
    outputKey,
    ({ index }) => isDroppedVisible || index === item.index,
  );
  const index = viewedEntries.findIndex((entry) => entry.index === item.index);
  if (index >= 0) openViewer({ items: viewedEntries.map(({ viewed }) => viewed), index });
}

/** The chosen cells, else the starred ones and the marked. */
function compareCells({ batch, items, outputKey, selected, item }: GridCommands): void {
  const isComparable = (candidate: BatchItem): boolean =>
    selected.size > 1 ? selected.has(candidate.index) : candidate.starred || candidate.index === item?.index;
  const found = viewedOf(batch, items, outputKey, isComparable).filter(({ index }) => {
    const loaded = items.get(index);
    return loaded !== undefined && isComparable(loaded);
  });
  const problem = found.length < 2 ? t.ctrlClickTwoFour : openCompare(found.map(({ viewed }) => viewed));
  if (problem !== null) showToast({ title: t.noCompareYet, description: problem, id: 'grid-compare' });
}
