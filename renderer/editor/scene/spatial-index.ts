import { intersects, type Rect } from '../geometry.ts';

/** Cells are numbered by column and row packed in one number; positions up to ±2^24 cells are told apart. */
const SPAN = 2 ** 25;
const keyOf = (column: number, row: number): number => (column + SPAN / 2) * SPAN + (row + SPAN / 2);

/**
 * A uniform grid: which rectangles meet a given one. Setting and removing cost the cells a rectangle covers; a query
 * costs the cells it covers, or the number of rectangles where that is less. Rectangles over many cells are kept aside.
 */
export class SpatialIndex {
  readonly #cell: number;
  #rects = new Map<string, Rect>();
  #cells = new Map<number, Set<string>>();
  #large = new Set<string>();

  constructor(cell = 512) {
    this.#cell = cell;
  }

  get size(): number {
    return this.#rects.size;
  }
  get(id: string): Rect | undefined {
    return this.#rects.get(id);
  }

  set(id: string, rect: Rect): void {
    this.remove(id);
    this.#rects.set(id, rect);
    const span = this.#spanOf(rect);
    if (span.count > 256) {
      this.#large.add(id);
      return;
    }
    for (const key of keysOf(span)) {
      const cell = this.#cells.get(key);
      if (cell) cell.add(id);
      else this.#cells.set(key, new Set([id]));
    }
  }

  remove(id: string): void {
    const rect = this.#rects.get(id);
    if (!rect) return;
    this.#rects.delete(id);
    if (this.#large.delete(id)) return;
    for (const key of keysOf(this.#spanOf(rect))) {
      const cell = this.#cells.get(key);
      if (!cell) continue;
      cell.delete(id);
      if (cell.size === 0) this.#cells.delete(key);
    }
  }

  /**
   * Whether looking at every rectangle answers a query at less cost than the grid: telling apart what lies in several
   * cells costs more a rectangle than looking at it.
   */
  isBroad(area: Rect): boolean {
    return this.#spanOf(area).count * 4 > this.#rects.size;
  }

  query(area: Rect): string[] {
    const span = this.#spanOf(area);
    if (this.isBroad(area)) {
      const all: string[] = [];
      for (const [id, rect] of this.#rects) if (intersects(rect, area)) all.push(id);
      return all;
    }
    const found = new Set<string>();
    for (const key of keysOf(span)) {
      for (const id of this.#cells.get(key) ?? []) {
        const rect = this.#rects.get(id);
        if (rect && intersects(rect, area)) found.add(id);
      }
    }
    for (const id of this.#large) {
      const rect = this.#rects.get(id);
      if (rect && intersects(rect, area)) found.add(id);
    }
    return [...found];
  }

  #spanOf(rect: Rect): Span {
    const left = Math.floor(rect.x / this.#cell);
    const top = Math.floor(rect.y / this.#cell);
    const right = Math.floor((rect.x + rect.width) / this.#cell);
    const bottom = Math.floor((rect.y + rect.height) / this.#cell);
    return { left, top, right, bottom, count: (right - left + 1) * (bottom - top + 1) };
  }
}

interface Span {
  left: number;
  top: number;
  right: number;
  bottom: number;
  count: number;
}

function* keysOf(span: Span): Generator<number> {
  for (let row = span.top; row <= span.bottom; row += 1) {
    for (let column = span.left; column <= span.right; column += 1) yield keyOf(column, row);
  }
}
