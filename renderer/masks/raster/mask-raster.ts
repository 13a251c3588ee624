import { blurPixels } from './blur.ts';
import { EMPTY, intersection, isEmpty, union, type Rect, type StrokePoint } from './geometry.ts';
import { MaskTiles, TILE, type TileCopy } from './mask-tiles.ts';
import { connectedRegion, polygonRegion, type Region } from './regions.ts';
import { Stroke, type Brush } from './stroke.ts';

/** What can be done to all of a mask at once. */
export type MaskAdjustment =
  | { kind: 'invert' }
  | { kind: 'fill' }
  | { kind: 'clear' }
  | { kind: 'feather'; radius: number };

/** Most bytes of earlier states that are kept; the oldest steps go first. */
const MAX_UNDO_BYTES = 192 * 1024 * 1024;

/** The tiles that a step changed, as they are on its replaced side. */
type Step = ReadonlyMap<number, TileCopy>;

/** A mask that is drawn: strokes, areas and edits of all of it, each a step that can be taken back. */
export class MaskRaster {
  readonly tiles: MaskTiles;
  #stroke: Stroke | null = null;
  #undoSteps: Step[] = [];
  #redoSteps: Step[] = [];

  constructor(width: number, height: number) {
    this.tiles = new MaskTiles(width, height);
  }

  get all(): Rect {
    return { left: 0, top: 0, width: this.tiles.width, height: this.tiles.height };
  }
  get steps(): { undoCount: number; redoCount: number } {
    return { undoCount: this.#undoSteps.length, redoCount: this.#redoSteps.length };
  }

  /** Begins with another mask, and without steps. @param pixels a byte a pixel, row after row. */
  load(pixels: Uint8Array): void {
    for (let index = 0; index < this.tiles.count; index += 1) this.tiles.loadTile(index, pixels);
    this.#stroke = null;
    this.#undoSteps = [];
    this.#redoSteps = [];
  }

  beginStroke(brush: Brush): void {
    this.endStroke();
    this.#stroke = new Stroke(this.tiles, brush);
  }

  /** @returns the pixels that may have changed. */
  extendStroke(points: readonly StrokePoint[]): Rect {
    return this.#stroke?.extend(points) ?? EMPTY;
  }

  endStroke(): void {
    const stroke = this.#stroke;
    this.#stroke = null;
    if (stroke && stroke.before.size > 0) this.#push(stroke.before);
  }

  /** Takes back the stroke that is being drawn, as if it had never begun. */
  cancelStroke(): Rect {
    const stroke = this.#stroke;
    this.#stroke = null;
    return stroke ? this.#swap(stroke.before).dirty : EMPTY;
  }

  /** Masks what lies within a line, or takes it away. */
  fillPolygon(points: readonly { x: number; y: number }[], brush: Omit<Brush, 'hardness'>): Rect {
    return this.#applyRegion(polygonRegion(points, this.tiles), brush);
  }

  /** Masks all that hangs together with a pixel and is not masked, or takes away what is. */
  fillConnected(at: { x: number; y: number }, brush: Omit<Brush, 'hardness'>): Rect {
    return this.#applyRegion(connectedRegion(this.tiles, at), brush);
  }

  adjust(edit: MaskAdjustment): Rect {
    this.endStroke();
    const before = new Map<number, TileCopy>();
    const soft = edit.kind === 'feather' ? blurPixels(this.tiles.toPixels(), this.tiles, edit.radius) : null;
    for (let index = 0; index < this.tiles.count; index += 1) {
      before.set(index, this.tiles.copyOf(index));
      if (edit.kind === 'clear') this.tiles.replace(index, null);
      else if (edit.kind === 'fill') this.tiles.writable(index).fill(255);
      else if (soft !== null) this.tiles.loadTile(index, soft);
      else {
        const tile = this.tiles.writable(index);
        for (let i = 0; i < tile.length; i += 1) tile[i] = 255 - tile[i]!;
      }
    }
    this.#push(before);
    return this.all;
  }

  /** @returns the pixels that changed; none where there is no step. */
  undo(): Rect {
    this.endStroke();
    const step = this.#undoSteps.pop();
    if (!step) return EMPTY;
    const { replaced, dirty } = this.#swap(step);
    this.#redoSteps.push(replaced);
    return dirty;
  }

  redo(): Rect {
    this.endStroke();
    const step = this.#redoSteps.pop();
    if (!step) return EMPTY;
    const { replaced, dirty } = this.#swap(step);
    this.#undoSteps.push(replaced);
    return dirty;
  }

  #applyRegion({ rect, data }: Region, { mode, opacity }: Omit<Brush, 'hardness'>): Rect {
    this.endStroke();
    if (isEmpty(rect)) return EMPTY;
    const before = new Map<number, TileCopy>();
    for (const index of this.tiles.touching(rect)) {
      const area = this.tiles.rectOf(index);
      const overlap = intersection(area, rect);
      before.set(index, this.tiles.copyOf(index));
      const tile = this.tiles.writable(index);
      for (let y = overlap.top; y < overlap.top + overlap.height; y += 1) {
        let from = (y - rect.top) * rect.width + overlap.left - rect.left;
        let at = (y - area.top) * TILE + overlap.left - area.left;
        for (let x = 0; x < overlap.width; x += 1, from += 1, at += 1) {
          const change = data[from]! * opacity;
          const was = tile[at]!;
          tile[at] =
            mode === 'add' ? was + ((255 - was) * change) / 255 + 0.5 : was - (was * change) / 255 + 0.5;
        }
      }
    }
    this.#push(before);
    return rect;
  }

  /** Puts the tiles of a step into their places. @returns those that stood there. */
  #swap(step: Step): { replaced: Step; dirty: Rect } {
    const replaced = new Map<number, TileCopy>();
    let dirty = EMPTY;
    for (const [index, tile] of step) {
      replaced.set(index, this.tiles.at(index));
      this.tiles.replace(index, tile);
      dirty = union(dirty, this.tiles.rectOf(index));
    }
    return { replaced, dirty };
  }

  #push(step: Step): void {
    this.#undoSteps.push(step);
    this.#redoSteps = [];
    const bytesOf = (step: Step): number =>
      [...step.values()].reduce((sum, tile) => sum + (tile?.length ?? 0), 0);
    let bytes = this.#undoSteps.reduce((sum, step) => sum + bytesOf(step), 0);
    while (bytes > MAX_UNDO_BYTES && this.#undoSteps.length > 1) bytes -= bytesOf(this.#undoSteps.shift()!);
  }
}
