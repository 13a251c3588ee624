import type { Ref } from 'react';
import type { Batch, GridLayout } from '#shared/desk/index.ts';
import type { ItemCache } from '#renderer/batches/index.ts';
import type { CellSize } from './cell-size.ts';
import type { Direction } from './grid-layout.ts';

/** Where the marked cell is. */
export type Position = Readonly<Record<Direction, number>>;

export interface GridTableProps {
  batch: Batch;
  layout: GridLayout;
  items: ItemCache;
  outputKey: string | null;
  position: Position;
  isDroppedVisible: boolean;
  cellSize: CellSize;
  /** Indexes of the cells that are chosen to be compared. */
  selectedNumbers: ReadonlySet<number>;
  onSelect: (index: number) => void;
  onPosition: (position: Position) => void;
  ref?: Ref<HTMLDivElement>;
}
