import { words } from '#renderer/words/index.ts';

const t = words.variants.cellSize;
/** How large the cells of a grid are. */
export const CELL_SIZES = ['fit', 'small', 'medium', 'large'] as const;
export type CellSize = (typeof CELL_SIZES)[number];

export const CELL_SIZE_LABELS: Readonly<Record<CellSize, string>> = {
  fit: t.fitPage,
  small: t.compact,
  medium: t.medium,
  large: t.large,
};

/** Pixels. */
const SIDES: Readonly<Record<Exclude<CellSize, 'fit'>, number>> = { small: 120, medium: 200, large: 340 };
const MIN_SIDE = 132;
const MAX_SIDE = 440;
/** Below the last row and beside the last column, so that it is seen to be whole. */
const MARGIN = 8;
/** Cells that fit the page are at most this much longer one way than the other. */
const MAX_RATIO = 1.6;
/** Borders of a cell and what is around it, in each direction. */
const FRAME = 10;
/** Star and cross of a cell have room. */
const MIN_HEIGHT = 88;

const NAME = 'patchbay.grid.cell-size';

export function storedCellSize(): CellSize {
  try {
    const stored = localStorage.getItem(NAME);
    return CELL_SIZES.find((size) => size === stored) ?? 'fit';
  } catch {
    return 'fit';
  }
}

/** For this window and the next ones. */
export function storeCellSize(size: CellSize): void {
  try {
    localStorage.setItem(NAME, size);
  } catch {
    // Without storage it holds for this page.
  }
}

/** The largest cell within a size whose picture leaves no empty strips. @param aspect width over height of the picture */
function shrunkTo(aspect: number, { width, height }: Size): Size {
  const ratio = Math.min(3, Math.max(1 / 3, aspect));
  const picture = Math.min(width - FRAME, (height - FRAME) * ratio);
  return {
    width: Math.max(MIN_SIDE, Math.round(picture + FRAME)),
    height: Math.max(MIN_HEIGHT, Math.round(picture / ratio + FRAME)),
  };
}

/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/**
 * Width and height of each cell, in pixels.
 * @param available for all cells together, without their headings
 * @param aspect width over height of the pictures; null where there are none, or none is there yet
 */
export function cellSides(
  size: CellSize,
  available: Size,
  cells: { columns: number; rows: number },
  aspect: number | null = null,
): Size {
  const largest =
    size === 'fit' ? fittedSides(available, cells) : { width: SIDES[size], height: SIDES[size] };
  return aspect === null ? largest : shrunkTo(aspect, largest);
}

function fittedSides(available: Size, cells: { columns: number; rows: number }): Size {
  const side = (length: number, count: number): number =>
    Math.min(MAX_SIDE, Math.max(MIN_SIDE, Math.floor((length - MARGIN) / Math.max(1, count))));
  const width = side(available.width, cells.columns);
  const height = side(available.height, cells.rows);
  return {
    width: Math.min(width, Math.round(height * MAX_RATIO)),
    height: Math.min(height, Math.round(width * MAX_RATIO)),
  };
}
