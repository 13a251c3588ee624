import { jsonEqual } from '#shared/language/json-equal.ts';
import { contains, intersects, type Rect, type XY } from '../geometry.ts';
import type { Catalog } from '../model/catalog.ts';
import type { EditorStore } from '../model/editor-store.ts';
import { collapsedFrames, NONE_COLLAPSED, type CollapsedFrames } from './collapsed-frames.ts';
import { frameTiles, TILE_TITLE, tilePinKey, type FrameTile, type TilePin } from './frame-tiles.ts';

const NO_TILES: ReadonlyMap<string, FrameTile> = new Map();
const NO_POSITIONS: ReadonlyMap<string, XY> = new Map();

/** The collapsed frames of a document: tiles in place of the nodes they hold. Without any it costs nothing. */
export class SceneTiles {
  readonly #store: EditorStore;
  readonly #catalog: Catalog;
  #frames: unknown = null;
  #collapsed: CollapsedFrames = NONE_COLLAPSED;
  #tiles = NO_TILES;
  #anchors = new Map<string, { tile: FrameTile; pin: TilePin }>();
  /** Where tiles are shown while a gesture holds them. */
  #dragged = NO_POSITIONS;

  constructor(store: EditorStore, catalog: Catalog) {
    this.#store = store;
    this.#catalog = catalog;
    this.update();
  }

  /** The frame that is shown in place of a node. */
  holderOf(nodeId: string): FrameTile | undefined {
    const id = this.#collapsed.holderOf.get(nodeId);
    return id === undefined ? undefined : this.#tiles.get(id);
  }
  contains(nodeId: string): boolean {
    return this.#collapsed.holderOf.has(nodeId);
  }
  /** By the key of a frame, note or line: the frame that is shown in its place. */
  get holderOfItem(): ReadonlyMap<string, string> {
    return this.#collapsed.holderOfItem;
  }
  all(): ReadonlyMap<string, FrameTile> {
    return this.#tiles;
  }
  rects(): Rect[] {
    return [...this.#tiles.values()].map(({ rect }) => rect);
  }
  tileAt(point: XY): FrameTile | undefined {
    return [...this.#tiles.values()].findLast(({ rect }) =>
      contains(rect, { ...point, width: 0, height: 0 }),
    );
  }
  meet(area: Rect): boolean {
    for (const { rect } of this.#tiles.values()) if (intersects(rect, area)) return true;
    return false;
  }
  /** Where wires of a pin of a held node end; of one that is shown null. */
  anchor(nodeId: string, pin: string, side: 'input' | 'output'): XY | null {
    const cached = this.#anchors.get(tilePinKey(nodeId, pin, side));
    if (cached) return pinPosition(cached.tile, cached.pin);
    const tile = this.holderOf(nodeId);
    if (!tile) return null;
    return { x: tile.rect.x + (side === 'input' ? 0 : tile.rect.width), y: tile.rect.y + TILE_TITLE / 2 };
  }
  /** The pin at a point, of a tile. */
  pinAt(point: XY, radius: number): TilePin | undefined {
    if (this.#tiles.size === 0) return undefined;
    const hits = [
      ...this.pinsInRadius(point, radius, 'input'),
      ...this.pinsInRadius(point, radius, 'output'),
    ];
    return hits.sort((a, b) => a.distance - b.distance)[0];
  }
  /** Pins of one side near a point. */
  pinsInRadius(point: XY, radius: number, side: 'input' | 'output'): (TilePin & { distance: number })[] {
    const found: (TilePin & { distance: number })[] = [];
    for (const { tile, pin } of this.#anchors.values()) {
      if (pin.side !== side) continue;
      const at = pinPosition(tile, pin);
      const distance = Math.hypot(at.x - point.x, at.y - point.y);
      if (distance <= radius) found.push({ ...pin, at, distance });
    }
    return found;
  }

  setDragged(positions: ReadonlyMap<string, XY>): boolean {
    if (this.#dragged.size + positions.size === 0) return false;
    this.#dragged = positions;
    return this.#tiles.size > 0;
  }

  /**
   * Follows the document.
   * @returns the nodes whose wires end elsewhere, or that are shown now or no longer; null when nothing differs.
   */
  update(): ReadonlySet<string> | null {
    const { frames } = this.#store.canvas.items;
    if (frames !== this.#frames) this.#collapsed = collapsedFrames(frames);
    this.#frames = frames;
    const before = this.#tiles;
    if (before.size === 0 && this.#collapsed.nodesOf.size === 0) return null;
    this.#tiles = frameTiles(
      this.#store,
      this.#catalog,
      this.#collapsed,
      (id) => this.#dragged.get(id) ?? frames[id]?.position ?? { x: 0, y: 0 },
    );
    this.#anchors = new Map();
    const changed = new Set<string>();
    for (const [id, tile] of this.#tiles) {
      for (const pin of [...tile.inputs, ...tile.outputs])
        this.#anchors.set(tilePinKey(pin.nodeId, pin.pin, pin.side), { tile, pin });
      const previous = before.get(id);
      if (previous && sameTile(previous, tile)) continue;
      for (const node of tile.nodes) changed.add(node);
      for (const node of previous?.nodes ?? []) changed.add(node);
    }
    for (const [id, { nodes }] of before)
      if (!this.#tiles.has(id)) for (const node of nodes) changed.add(node);
    return changed.size === 0 && this.#tiles.size === before.size ? null : changed;
  }
}

const pinPosition = ({ rect }: FrameTile, { at }: TilePin): XY => ({ x: rect.x + at.x, y: rect.y + at.y });

const sameTile = (a: FrameTile, b: FrameTile): boolean =>
  jsonEqual(a.rect, b.rect) &&
  a.nodes.size === b.nodes.size &&
  [...a.nodes].every((id) => b.nodes.has(id)) &&
  jsonEqual(a.inputs, b.inputs) &&
  jsonEqual(a.outputs, b.outputs);
