import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { axisName, type Batch, type GridLayout } from '#shared/desk/index.ts';
import { cellSides, storedCellSize, storeCellSize, type CellSize, type Size } from './cell-size.ts';
import { directionLabels, type Direction } from './grid-layout.ts';
import type { GridTableProps } from './grid-props.ts';

/** Pixels. */
export const HEAD_HEIGHT = 32;
export const HEAD_WIDTH = 140;
const OVERSCAN = 2;

/** The cell size that a person chose; it is stored once for all grids. */
export function useCellSize(): { cellSize: CellSize; setCellSize: (size: CellSize) => void } {
  const [cellSize, setSize] = useState(storedCellSize);
  return {
    cellSize,
    setCellSize(size) {
      setSize(size);
      storeCellSize(size);
    },
  };
}

/** Indexes of the cells that are selected to be compared. */
export function useSelectedCells(): { selected: ReadonlySet<number>; toggle: (index: number) => void } {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  return {
    selected,
    toggle(index) {
      const next = new Set(selected);
      if (!next.delete(index)) next.add(index);
      setSelected(next);
    },
  };
}

/**
 * The rows and columns of a grid that are in view, with their headings and the size of a cell. The cell that the keyboard is at is scrolled
 * into view.
 * @param scroll the element that scrolls.
 */
export function useCells(
  { batch, layout, position, cellSize, outputKey }: GridTableProps,
  scroll: RefObject<HTMLDivElement | null>,
) {
  const columnLabels = namedLabels(batch, layout, 'columns');
  const rowLabels = namedLabels(batch, layout, 'rows');
  const viewport = useElementSize(scroll);
  /** Width by height of the first picture that was loaded of an output: all pictures of one are alike as a rule. */
  const [firstPicture, setFirstPicture] = useState<{ outputKey: string | null; aspect: number } | null>(null);
  const aspect = firstPicture?.outputKey === outputKey ? firstPicture.aspect : null;
  const cell: Size = cellSides(
    cellSize,
    { width: viewport.width - HEAD_WIDTH, height: viewport.height - HEAD_HEIGHT },
    { columns: columnLabels.length, rows: rowLabels.length },
    aspect,
  );
  const rows = useVirtualizer({
    count: rowLabels.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => cell.height,
    overscan: OVERSCAN,
    paddingStart: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  const columns = useVirtualizer({
    count: columnLabels.length,
    horizontal: true,
    getScrollElement: () => scroll.current,
    estimateSize: () => cell.width,
    overscan: OVERSCAN,
    paddingStart: HEAD_WIDTH,
    scrollPaddingStart: HEAD_WIDTH,
  });
  useLayoutEffect(() => rows.measure(), [rows, cell.height]);
  useLayoutEffect(() => columns.measure(), [columns, cell.width]);
  useEffect(() => {
    rows.scrollToIndex(position.rows);
    columns.scrollToIndex(position.columns);
  }, [rows, columns, position.rows, position.columns]);
  // The virtualizers themselves stay the same objects while what is in view changes, so their items are returned.
  return {
    rows: rows.getVirtualItems(),
    columns: columns.getVirtualItems(),
    width: columns.getTotalSize(),
    height: rows.getTotalSize(),
    cell,
    rowLabels,
    columnLabels,
    onLoad: ({ target }: { target: EventTarget }): void => {
      if (aspect !== null || !(target instanceof HTMLImageElement) || target.naturalHeight === 0) return;
      setFirstPicture({ outputKey, aspect: target.naturalWidth / target.naturalHeight });
    },
  };
}

/** The values along a direction with the name of their input: `Radius 10`. */
function namedLabels(batch: Batch, layout: GridLayout, direction: Direction): readonly string[] {
  const axis = layout[direction];
  const labels = directionLabels(layout, direction);
  return axis === null ? labels : labels.map((label) => `${axisName(batch, axis)} ${label}`);
}

/** The size of an element now, in pixels. */
function useElementSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() =>
      setSize({ width: current.clientWidth, height: current.clientHeight }),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
