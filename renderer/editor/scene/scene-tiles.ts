import { jsonEqual } from '#shared/language/json-equal.ts';
import type { GraphConnection } from '#shared/graph/types.ts';
import {
  contentsOf,
  groupTree,
  instanceIdOf,
  locationOf,
  type GroupTree,
  type GroupPath,
} from '#shared/groups/index.ts';
import { contains, intersects, union, type Rect, type XY } from '../geometry.ts';
import type { Catalog } from '../model/catalog.ts';
import type { EditorStore } from '../model/editor-store.ts';
import { collapsedFrames, NONE_COLLAPSED, type CollapsedFrames } from './collapsed-frames.ts';
import { frameTiles, TILE_TITLE, tilePinKey, type FrameTile, type TilePin } from './frame-tiles.ts';
import { edgeTiles, groupTile, groupTileId } from './group-tiles.ts';
import { NODE_WIDTH } from './node-layout.ts';

const NO_TILES: ReadonlyMap<string, FrameTile> = new Map();
const NO_POSITIONS: ReadonlyMap<string, XY> = new Map();
/** How high what lies in an open group is at least, for where its inputs and outputs stand. Canvas units. */
const MIN_HEIGHT = 200;

type Anchors = Map<string, { tile: FrameTile; pin: TilePin }>;

/**
 * Collapsed frames and groups of a document: tiles in place of the nodes they hold, where the canvas is open. Without any it costs
 * nothing.
 */
export class SceneTiles {
  readonly #store: EditorStore;
  readonly #catalog: Catalog;
  #frames: unknown = null;
  #collapsed: CollapsedFrames = NONE_COLLAPSED;
  #tree: GroupTree;
  #groupPath: GroupPath = [];
  #tiles = NO_TILES;
  #anchors: Anchors = new Map();
  /** Inputs and outputs of the group that is open. */
  #edges: readonly FrameTile[] = [];
  #edgeAnchors: Anchors = new Map();
  /** Where tiles are shown while a gesture holds them. */
  #dragged = NO_POSITIONS;

  constructor(store: EditorStore, catalog: Catalog) {
    this.#store = store;
    this.#catalog = catalog;
    this.#tree = groupTree(store.canvas.items);
    this.update();
  }

  /** The tile that is shown in place of a node. */
  holderOf(nodeId: string): FrameTile | undefined {
    const id = this.#holderId(nodeId);
    return typeof id === 'string' ? this.#tiles.get(id) : undefined;
  }
  /** Whether a node is not shown itself: a tile is, or it lies in another group than the one that is open. */
  contains(nodeId: string): boolean {
    return this.#holderId(nodeId) !== undefined;
  }
  /** Whether every node is shown itself. */
  get isFlat(): boolean {
    return this.#tiles.size === 0 && this.#tree.isEmpty;
  }
  /** Whether a node lies neither in the group that is open nor in one within it. */
  isOutside(nodeId: string): boolean {
    return this.#holderId(nodeId) === null;
  }
  /** Undefined of what is shown itself, null of what is elsewhere. */
  #holderId(element: string): string | null | undefined {
    const location = locationOf(this.#tree, this.#groupPath, element);
    if (location.kind === 'elsewhere') return null;
    if (location.kind === 'in') {
      const tile = groupTileId(location.instance);
      return this.#collapsed.holderOfItem.get(tile) ?? tile;
    }
    const frame = this.#collapsed.holderOf.get(element);
    return frame !== undefined && this.#tiles.has(frame) ? frame : undefined;
  }
  /** Whether a frame, note, line or group is not shown: it lies in a collapsed frame or in a group that is not open. */
  hidesItem(key: string): boolean {
    return this.holderOfItem.has(key) || locationOf(this.#tree, this.#groupPath, key).kind !== 'shown';
  }
  /** By the key of a frame, note or line: the frame that is shown in its place. */
  get holderOfItem(): ReadonlyMap<string, string> {
    return this.#collapsed.holderOfItem;
  }
  all(): ReadonlyMap<string, FrameTile> {
    return this.#tiles;
  }
  /** What the group that is open leads out by. */
  edges(): readonly FrameTile[] {
    return this.#edges;
  }
  rects(): Rect[] {
    return [...this.#tiles.values(), ...this.#edges].map(({ rect }) => rect);
  }
  tileAt(point: XY): FrameTile | undefined {
    return [...this.#tiles.values()].findLast(({ rect }) =>
      contains(rect, { ...point, width: 0, height: 0 }),
    );
  }
  meet(area: Rect): boolean {
    return this.rects().some((rect) => intersects(rect, area));
  }
  /** Where wires of a pin of a held node end; of one that is shown null. */
  anchor(nodeId: string, pin: string, side: 'input' | 'output'): XY | null {
    const cached = this.#anchors.get(tilePinKey(nodeId, pin, side));
    if (cached) return pinPosition(cached.tile, cached.pin);
    const tile = this.holderOf(nodeId);
    if (!tile) return null;
    return { x: tile.rect.x + (side === 'input' ? 0 : tile.rect.width), y: tile.rect.y + TILE_TITLE / 2 };
  }
  /** Where the ends of a wire that lie outside of the open group are shown; null of a wire that is not. */
  edgeOf({ from, to }: GraphConnection): { from?: XY; to?: XY } | null {
    const holder = this.holderOf(from[0]);
    if (holder && holder === this.holderOf(to[0])) return null;
    if (this.#groupPath.length === 0) return {};
    const [isFrom, isTo] = [this.isOutside(from[0]), this.isOutside(to[0])];
    if (!isFrom && !isTo) return {};
    if (isFrom && isTo) return null;
    const [[nodeId, pin], side] = isFrom ? [to, 'input' as const] : [from, 'output' as const];
    const found = this.#edgeAnchors.get(tilePinKey(nodeId, pin, side));
    if (!found) return null;
    return { [isFrom ? 'from' : 'to']: pinPosition(found.tile, found.pin) };
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
    for (const { tile, pin } of new Set(this.#anchors.values())) {
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
    const { items } = this.#store.canvas;
    const { frames } = items;
    const tree = groupTree(items);
    const { groupPath } = this.#store.navigation;
    const isRegrouped = tree !== this.#tree || groupPath !== this.#groupPath;
    const before = this.#tiles;
    const edgesBefore = this.#edges;
    if (frames !== this.#frames) this.#collapsed = collapsedFrames(frames);
    this.#frames = frames;
    this.#tree = tree;
    this.#groupPath = groupPath;
    if (before.size === 0 && this.#collapsed.nodesOf.size === 0 && tree.isEmpty && !isRegrouped) return null;
    this.#tiles = this.#readTiles();
    this.#anchors = anchorsOf(this.#tiles.values());
    this.#edges = this.#readEdges();
    this.#edgeAnchors = anchorsOf(this.#edges);
    if (isRegrouped) return new Set(this.#store.getGraph().nodes.map(({ id }) => id));
    const changed = changedNodes(before, this.#tiles);
    for (const [index, edge] of this.#edges.entries()) {
      const previous = edgesBefore[index];
      if (previous && sameTile(previous, edge)) continue;
      for (const { nodeId } of [...edge.inputs, ...edge.outputs]) changed.add(nodeId);
    }
    return changed.size === 0 && this.#tiles.size === before.size ? null : changed;
  }

  #readTiles(): ReadonlyMap<string, FrameTile> {
    const { items } = this.#store.canvas;
    const [tree, groupPath] = [this.#tree, this.#groupPath];
    const isVisible = (element: string): boolean => locationOf(tree, groupPath, element).kind === 'shown';
    const framed = new Map<string, readonly string[]>();
    for (const [id, nodes] of this.#collapsed.nodesOf) {
      if (!isVisible(`frames:${id}`)) continue;
      const isIn = (node: string): boolean => {
        const location = locationOf(tree, groupPath, node);
        if (location.kind !== 'in') return location.kind === 'shown';
        return this.#collapsed.holderOfItem.get(groupTileId(location.instance)) === id;
      };
      framed.set(id, tree.isEmpty ? nodes : nodes.filter(isIn));
    }
    const positionOf = (id: string): XY =>
      this.#dragged.get(id) ?? items.frames[id]?.position ?? { x: 0, y: 0 };
    const tiles = frameTiles(this.#store, this.#catalog, framed, positionOf);
    if (tree.isEmpty) return tiles;
    const context = { store: this.#store, catalog: this.#catalog, tree };
    for (const instance of this.#instances()) {
      const id = groupTileId(instance);
      if (this.#collapsed.holderOfItem.has(id)) continue;
      const position = this.#dragged.get(id) ?? items.instances[instance]?.position ?? { x: 0, y: 0 };
      tiles.set(id, groupTile(context, instance, position));
    }
    return tiles;
  }

  /** The instances that are shown where the canvas is open. */
  #instances(): string[] {
    const [tree, open] = [this.#tree, this.#groupPath.at(-1)];
    if (open !== undefined)
      return [...contentsOf(tree, open).values()].flatMap((element) => instanceIdOf(element) ?? []);
    return [...tree.contents.keys()].filter((id) => !tree.holderOf.has(groupTileId(id)));
  }

  #readEdges(): readonly FrameTile[] {
    const open = this.#groupPath.at(-1);
    if (open === undefined) return [];
    const { items } = this.#store.canvas;
    const rects = [...contentsOf(this.#tree, open).values()].flatMap((element): Rect[] => {
      const tile = this.#tiles.get(element)?.rect;
      if (tile) return [tile];
      const position = this.#store.getNode(element)?.position;
      const width = items.nodes[element]?.width ?? NODE_WIDTH;
      return position ? [{ ...position, width, height: MIN_HEIGHT }] : [];
    });
    const origin = items.instances[open]?.position ?? { x: 0, y: 0 };
    const area = union(rects) ?? { ...origin, width: NODE_WIDTH, height: MIN_HEIGHT };
    return edgeTiles({ store: this.#store, catalog: this.#catalog, tree: this.#tree }, open, area);
  }
}

function anchorsOf(tiles: Iterable<FrameTile>): Anchors {
  const anchors: Anchors = new Map();
  for (const tile of tiles)
    for (const pin of [...tile.inputs, ...tile.outputs]) {
      const anchor = { tile, pin };
      for (const [nodeId, name] of [[pin.nodeId, pin.pin] as const, ...(pin.siblings ?? [])])
        anchors.set(tilePinKey(nodeId, name, pin.side), anchor);
    }
  return anchors;
}

/** The nodes of tiles that came, went or look otherwise. */
function changedNodes(
  before: ReadonlyMap<string, FrameTile>,
  after: ReadonlyMap<string, FrameTile>,
): Set<string> {
  const changed = new Set<string>();
  for (const [id, tile] of after) {
    const previous = before.get(id);
    if (previous && sameTile(previous, tile)) continue;
    for (const node of tile.nodes) changed.add(node);
    for (const node of previous?.nodes ?? []) changed.add(node);
  }
  for (const [id, { nodes }] of before) if (!after.has(id)) for (const node of nodes) changed.add(node);
  return changed;
}

const pinPosition = ({ rect }: FrameTile, { at }: TilePin): XY => ({ x: rect.x + at.x, y: rect.y + at.y });

const sameTile = (a: FrameTile, b: FrameTile): boolean =>
  jsonEqual(a.rect, b.rect) &&
  jsonEqual(a.picture, b.picture) &&
  a.nodes.size === b.nodes.size &&
  [...a.nodes].every((id) => b.nodes.has(id)) &&
  jsonEqual(a.inputs, b.inputs) &&
  jsonEqual(a.outputs, b.outputs);
