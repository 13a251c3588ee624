import type { Rect } from './geometry.ts';

/** Side of a tile in pixels. */
export const TILE = 256;
const TILE_BYTES = TILE * TILE;

/** A tile as it was: null where nothing was in it. */
export type TileCopy = Uint8Array<ArrayBuffer> | null;

/** A mask in tiles, of which only those exist that something is in: 0 is not masked, 255 is. */
export class MaskTiles {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  readonly #tiles: TileCopy[];

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.columns = Math.ceil(width / TILE);
    this.rows = Math.ceil(height / TILE);
    this.#tiles = Array<TileCopy>(this.columns * this.rows).fill(null);
  }

  get count(): number {
    return this.#tiles.length;
  }

  /** The pixels of a tile, to be read; null where nothing is in it. */
  at(index: number): TileCopy {
    return this.#tiles[index] ?? null;
  }

  /** The pixels of a tile, to be written. */
  writable(index: number): Uint8Array<ArrayBuffer> {
    return (this.#tiles[index] ??= new Uint8Array(TILE_BYTES));
  }

  copyOf(index: number): TileCopy {
    return this.at(index)?.slice() ?? null;
  }

  replace(index: number, tile: TileCopy): void {
    this.#tiles[index] = tile;
  }

  /** Where a tile lies; at the right and lower edge a tile is smaller. */
  rectOf(index: number): Rect {
    const left = (index % this.columns) * TILE;
    const top = Math.floor(index / this.columns) * TILE;
    return {
      left,
      top,
      width: Math.min(TILE, this.width - left),
      height: Math.min(TILE, this.height - top),
    };
  }

  /** The tiles that a rectangle touches. */
  *touching({ left, top, width, height }: Rect): Generator<number> {
    const lastColumn = Math.min(this.columns - 1, Math.floor((left + width - 1) / TILE));
    const lastRow = Math.min(this.rows - 1, Math.floor((top + height - 1) / TILE));
    for (let row = Math.max(0, Math.floor(top / TILE)); row <= lastRow; row += 1)
      for (let column = Math.max(0, Math.floor(left / TILE)); column <= lastColumn; column += 1)
        yield row * this.columns + column;
  }

  valueAt(x: number, y: number): number {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return 0;
    const tile = this.at(Math.floor(y / TILE) * this.columns + Math.floor(x / TILE));
    return tile === null ? 0 : tile[(y % TILE) * TILE + (x % TILE)]!;
  }

  /** Copies a row of the mask. @param target at least as long as the mask is wide. */
  readRow(y: number, target: Uint8Array): void {
    const firstTile = Math.floor(y / TILE) * this.columns;
    const offset = (y % TILE) * TILE;
    for (let column = 0; column < this.columns; column += 1) {
      const tile = this.at(firstTile + column);
      const left = column * TILE;
      const width = Math.min(TILE, this.width - left);
      if (tile === null) target.fill(0, left, left + width);
      else target.set(tile.subarray(offset, offset + width), left);
    }
  }

  /** All of it, row after row. */
  toPixels(): Uint8Array<ArrayBuffer> {
    const pixels = new Uint8Array(this.width * this.height);
    for (let y = 0; y < this.height; y += 1)
      this.readRow(y, pixels.subarray(y * this.width, (y + 1) * this.width));
    return pixels;
  }

  /** Takes the place of a tile with that part of a whole mask. */
  loadTile(index: number, pixels: Uint8Array): void {
    const { left, top, width, height } = this.rectOf(index);
    let tile: TileCopy = null;
    for (let y = 0; y < height; y += 1) {
      const from = (top + y) * this.width + left;
      const row = pixels.subarray(from, from + width);
      if (tile === null && row.every((value) => value === 0)) continue;
      tile ??= new Uint8Array(TILE_BYTES);
      tile.set(row, y * TILE);
    }
    this.replace(index, tile);
  }
}
