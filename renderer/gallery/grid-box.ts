/** Which tiles of a grid a drawn box touches. Pure; lengths in pixels from the grid's corner. */

export interface GridShape {
  columns: number;
  tileWidth: number;
  /** From one row to the next, the gap included. */
  rowHeight: number;
  gap: number;
  /** Tiles in all. */
  count: number;
}

export interface GridPoint {
  x: number;
  y: number;
}

export interface GridBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The box between two corners, within the grid. */
export function boxBetween(
  from: GridPoint,
  to: GridPoint,
  bounds: { width: number; height: number },
): GridBox {
  const clamp = (value: number, most: number) => Math.min(Math.max(0, value), most);
  const [x1, x2] = [clamp(from.x, bounds.width), clamp(to.x, bounds.width)];
  const [y1, y2] = [clamp(from.y, bounds.height), clamp(to.y, bounds.height)];
  return {
    left: Math.min(x1, x2),
    top: Math.min(y1, y2),
    width: Math.abs(x1 - x2),
    height: Math.abs(y1 - y2),
  };
}

/** The first and last cell that a stretch touches; null when it lies in a gap. */
function touched(from: number, to: number, step: number, gap: number): [number, number] | null {
  const first = Math.floor(from / step) + (from % step > step - gap ? 1 : 0);
  const last = Math.floor(to / step);
  return first > last ? null : [first, last];
}

/** The tiles that the box touches, by their place in the list. */
export function tilesInBox(box: GridBox, { columns, tileWidth, rowHeight, gap, count }: GridShape): number[] {
  const across = touched(box.left, box.left + box.width, tileWidth + gap, gap);
  const down = touched(box.top, box.top + box.height, rowHeight, gap);
  if (across === null || down === null) return [];
  const tiles: number[] = [];
  for (let row = down[0]; row <= down[1]; row += 1) {
    for (let column = across[0]; column <= Math.min(across[1], columns - 1); column += 1) {
      const index = row * columns + column;
      if (index < count) tiles.push(index);
    }
  }
  return tiles;
}
