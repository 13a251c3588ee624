import { inputKey } from '#shared/graph/keys.ts';
import type { GraphConnection, GraphNode } from '#shared/graph/types.ts';
import { parsePinType, type PinBase } from '#shared/graph/pin-type.ts';
import { grow, intersects, reachesEdge, samePoint, union, type Rect, type XY } from '../geometry.ts';
import type { Catalog } from '../model/catalog.ts';
import type { EditorStore, WireKey } from '../model/editor-store.ts';
import { inputAnchor, NODE_WIDTH, outputAnchor } from './node-layout.ts';
import { followShapes, NodeLayouts } from './layout-source.ts';
import type { SceneUpdate, NodeBox, PinHit, SceneListener, SceneChange, WireShape } from './scene-shapes.ts';
import { SceneTiles } from './scene-tiles.ts';
import { followReroutes, sharedOffset, nameOf, pointsOf, shifted } from './reroute-points.ts';
import { SpatialIndex } from './spatial-index.ts';
import { pinsInRadius } from './pins-near.ts';
import { crosses, curveOf, distanceTo } from './wire-geometry.ts';
import { tagsBefore, type NamedWire } from './tags-before.ts';
import { boundsWith, distanceToTags, sameTags, TAG_REACH, tagsOf, type BlockerQuery } from './wire-tags.ts';

export type { NodeBox, PinHit, WireShape } from './scene-shapes.ts';

/**
 * The geometry of the open document: a box for every node and a curve for every wire, kept up to date from the store
 * and the node types. Knows nothing of React or of pixels; all numbers are canvas units.
 */
export class Scene {
  readonly #store: EditorStore;
  readonly #catalog: Catalog;
  readonly #index = new SpatialIndex();
  readonly #wireIndex = new SpatialIndex();
  /** Collapsed frames: what they hold has a box, and is neither shown nor found. */
  readonly tiles: SceneTiles;
  #boxes = new Map<string, NodeBox>();
  readonly #layouts: NodeLayouts;
  #shapes = new Map<WireKey, WireShape>();
  /** What covers all boxes; undefined when it must be found anew. */
  #extent: Rect | null | undefined = undefined;
  /** All nodes from behind to front; null when it must be found anew. */
  #order: string[] | null = null;
  #dragged: ReadonlyMap<string, XY> = new Map();
  #draggedPoints: { key: WireKey; points: readonly XY[] } | null = null;
  #listeners = new Set<SceneListener>();
  #front = 0;
  #unplaced = new Map<string, number>();
  readonly #ends: (() => void)[] = [];

  constructor(store: EditorStore, catalog: Catalog) {
    this.#store = store;
    this.#catalog = catalog;
    this.tiles = new SceneTiles(store, catalog);
    this.#layouts = new NodeLayouts(store, catalog);
    this.#rebuild();
    this.#ends.push(
      store.subscribe((change) => {
        if (change.edited.size > 0 || change.wires.size > 0) {
          const affected = this.tiles.update();
          this.#refresh(affected ? new Set([...change.edited, ...affected]) : change.edited, change.wires);
        }
        if (change.marked.size > 0) this.#raise(change.marked);
      }),
      followShapes(store, (ids) => this.#refresh(ids)),
      followReroutes(store, (ids) => this.#refresh(ids)),
      ...[store.canvas, store.navigation].map((source) => source.subscribe(() => this.#followTiles())),
      catalog.subscribe((types) => {
        const ids = store.getGraph().nodes.filter((node) => types.has(node.type));
        this.#followTiles();
        this.#refresh(new Set(ids.map((node) => node.id)));
      }),
    );
  }

  dispose(): void {
    for (const end of this.#ends.splice(0)) end();
  }

  subscribe(listener: SceneListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get size(): number {
    return this.#boxes.size;
  }
  /** Where a node is shown; undefined of one in a collapsed frame. */
  box(id: string): NodeBox | undefined {
    return this.tiles.contains(id) ? undefined : this.#boxes.get(id);
  }
  /** Where a node stands, whether it is shown or not. */
  boxOf(id: string): NodeBox | undefined {
    return this.#boxes.get(id);
  }
  /** What shows a node: its box, or the tile of the collapsed frame it lies in. */
  visibleRect(id: string): Rect | undefined {
    return this.tiles.isOutside(id) ? undefined : (this.tiles.holderOf(id)?.rect ?? this.#boxes.get(id));
  }
  /** Of all nodes that are shown. */
  boxes(): Iterable<NodeBox> {
    if (this.tiles.isFlat) return this.#boxes.values();
    return [...this.#boxes.values()].filter(({ id }) => !this.tiles.contains(id));
  }
  /** What can be seen: nodes, and tiles of collapsed frames. */
  visibleRects(): Rect[] {
    return [...this.boxes(), ...this.tiles.rects()];
  }
  shape(key: WireKey): WireShape | undefined {
    return this.#shapes.get(key);
  }
  shapes(): Iterable<WireShape> {
    return this.#shapes.values();
  }
  bounds(ids?: Iterable<string>): Rect | null {
    if (ids) return union([...ids].flatMap((id) => this.visibleRect(id) ?? []));
    if (this.#extent === undefined) this.#extent = union(this.visibleRects());
    return this.#extent;
  }
  /** Nodes that meet an area, those in front last. */
  nodesIn(area: Rect): NodeBox[] {
    if (this.#index.isBroad(area)) {
      this.#order ??= [...this.boxes()].sort((a, b) => a.z - b.z).map(({ id }) => id);
      const found: NodeBox[] = [];
      for (const id of this.#order) {
        const box = this.#boxes.get(id);
        if (box && intersects(box, area)) found.push(box);
      }
      return found;
    }
    return this.#index
      .query(area)
      .flatMap((id) => this.#boxes.get(id) ?? [])
      .sort((a, b) => a.z - b.z);
  }
  wiresIn(area: Rect): WireShape[] {
    return this.#wireIndex.query(area).flatMap((key) => this.#shapes.get(key) ?? []);
  }
  /** The node in front at a point. */
  nodeAt(point: XY): NodeBox | undefined {
    return this.nodesIn({ x: point.x, y: point.y, width: 0.01, height: 0.01 }).at(-1);
  }
  /** The wire nearest to a point, within `radius`. */
  wireAt(point: XY, radius: number): WireShape | undefined {
    const searchRect = { x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius };
    let best: WireShape | undefined;
    let nearest = radius;
    for (const shape of this.wiresIn(searchRect)) {
      const distance = shape.tags ? distanceToTags(shape.tags, point) : distanceTo(shape.curve, point);
      if (distance > nearest) continue;
      nearest = distance;
      best = shape;
    }
    return best;
  }
  /** Wires that pass under a rectangle and do not belong to `exceptNode`. */
  wiresUnder(rect: Rect, exceptNode?: string): WireShape[] {
    return this.wiresIn(rect).filter(
      ({ wire, curve, tags }) =>
        !tags && wire.from[0] !== exceptNode && wire.to[0] !== exceptNode && crosses(curve, rect),
    );
  }
  /** Pins of one side near a point, nearest first. */
  pinsInRadius(point: XY, radius: number, side: 'input' | 'output'): PinHit[] {
    return pinsInRadius(this, point, radius, side);
  }
  anchor(nodeId: string, pin: string, side: 'input' | 'output'): XY | null {
    const outer = this.tiles.anchor(nodeId, pin, side);
    if (outer) return outer;
    const box = this.#boxes.get(nodeId);
    if (!box) return null;
    const at = side === 'input' ? inputAnchor(box.layout, pin) : outputAnchor(box.layout, pin);
    return { x: box.x + at.x, y: box.y + at.y };
  }
  pinBase(nodeId: string, pin: string, side: 'input' | 'output'): PinBase {
    const node = this.#store.getNode(nodeId);
    const pins = node && this.#catalog.pinsOf(node.type);
    const list = side === 'input' ? pins?.inputs : pins?.outputs;
    return parsePinType(list?.find((candidate) => candidate.name === pin)?.type).base;
  }

  /** Shows nodes somewhere else while a drag is held; the document does not change. */
  setDragged(positions: ReadonlyMap<string, XY>): void {
    const touched = new Set([...this.#dragged.keys(), ...positions.keys()]);
    const isLetGo = this.#dragged.size > 0 && positions.size === 0;
    this.#dragged = positions;
    this.#refresh(touched);
    const area = isLetGo ? union(this.#positionTags(null)) : null;
    if (area) this.#announce({ nodes: new Set(), area, shiftedArea: area });
  }
  /** Shows collapsed frames somewhere else while a drag is held. */
  setDraggedTiles(positions: ReadonlyMap<string, XY>): void {
    if (this.tiles.setDragged(positions)) this.#followTiles();
  }
  #followTiles(): void {
    const before = this.tiles.rects();
    const changed = this.tiles.update();
    if (!changed) return;
    this.#extent = undefined;
    this.#order = null;
    this.#refresh(changed, NO_WIRES, [...before, ...this.tiles.rects()]);
  }
  /** Shows a wire through other points while one of them is dragged; null ends it. */
  setDraggedPoints(dragged: { key: WireKey; points: readonly XY[] } | null): void {
    const key = dragged?.key ?? this.#draggedPoints?.key;
    this.#draggedPoints = dragged;
    const target = key === undefined ? undefined : this.#shapes.get(key)?.wire.to[0];
    if (target !== undefined) this.#refresh(new Set([target]));
  }
  get held(): ReadonlyMap<string, XY> {
    return this.#dragged;
  }

  /**
   * Of these nodes those that are selected come before what covers them: all others stand as they stood, which leaves
   * little to be drawn anew. With all nodes selected none would stand before another.
   */
  #raise(ids: ReadonlySet<string>): void {
    const { selectedNodes } = this.#store;
    if (selectedNodes.size === this.#boxes.size) return;
    const covered: NodeBox[] = [];
    for (const id of ids) {
      const box = this.#boxes.get(id);
      if (!box || !selectedNodes.has(id) || this.tiles.contains(id)) continue;
      const isCovered = this.#index.query(box).some((neighborId) => {
        const together = ids.has(neighborId) && selectedNodes.has(neighborId);
        return !together && this.#boxes.get(neighborId)!.z > box.z;
      });
      if (isCovered) covered.push(box);
    }
    if (covered.length === 0) return;
    for (const box of covered.sort((a, b) => a.z - b.z)) {
      this.#front += 1;
      this.#boxes.set(box.id, { ...box, z: this.#front });
    }
    this.#order = null;
    const area = union(covered);
    this.#announce({ nodes: new Set(covered.map(({ id }) => id)), area, shiftedArea: area });
  }

  #announce(change: SceneChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  /** Where a node stands; one without a position gets a place in a grid, the same each time. */
  #positionOf(node: GraphNode): XY {
    const dragged = this.#dragged.get(node.id);
    if (dragged) return dragged;
    if (node.position) return node.position;
    const index = this.#unplaced.get(node.id) ?? this.#unplaced.size;
    this.#unplaced.set(node.id, index);
    return { x: (index % 6) * (NODE_WIDTH + 72), y: Math.floor(index / 6) * 360 };
  }

  #measure(node: GraphNode): NodeBox {
    const layout = this.#layouts.of(node);
    const { x, y } = this.#positionOf(node);
    const before = this.#boxes.get(node.id);
    if (before?.x === x && before.y === y && before.layout === layout) return before;
    const z = before?.z ?? (this.#front += 1);
    return { id: node.id, x, y, width: layout.width, height: layout.height, z, layout };
  }

  #rebuild(): void {
    for (const node of this.#store.getGraph().nodes) {
      const box = this.#measure(node);
      this.#boxes.set(node.id, box);
      if (!this.tiles.contains(node.id)) this.#index.set(node.id, box);
    }
    for (const [key, wire] of this.#store.wires()) this.#trace(key, wire);
    this.#positionTags(null);
  }

  /** Points of a wire whose ends are both held go along. */
  #pointsOf(key: WireKey, wire: GraphConnection): readonly XY[] {
    if (this.#draggedPoints?.key === key) return this.#draggedPoints.points;
    // Points within a collapsed frame are not on the way to it.
    if (this.tiles.contains(wire.from[0]) || this.tiles.contains(wire.to[0])) return NO_POINTS;
    const points = pointsOf(this.#store.canvas.items.reroutes, key, wire);
    if (points.length === 0 || this.#dragged.size === 0) return points;
    const offset = sharedOffset(this.#store, this.#dragged, [wire.from[0], wire.to[0]]);
    return offset === null ? points : shifted(points, offset);
  }

  #trace(key: WireKey, wire: GraphConnection): void {
    const edge = this.tiles.edgeOf(wire);
    if (edge === null) {
      this.#shapes.delete(key);
      this.#wireIndex.remove(key);
      return;
    }
    const from = edge.from ?? this.anchor(wire.from[0], wire.from[1], 'output');
    const to = edge.to ?? this.anchor(wire.to[0], wire.to[1], 'input');
    if (!from || !to) return;
    const base = this.pinBase(wire.from[0], wire.from[1], 'output');
    const points = this.#pointsOf(key, wire);
    const cached = this.#shapes.get(key);
    const name = nameOf(this.#store.canvas.items.reroutes, key, wire);
    const tags = name === null ? null : tagsOf(name, from, to, this.#tagBlockers({ key, wire, name }));
    const isSame = cached?.wire === wire && cached.base === base && sameTags(cached.tags, tags);
    if (cached && isSame && cached.points === points) {
      if (samePoint(cached.curve.from, from) && samePoint(cached.curve.to, to)) return;
    }
    const curve = curveOf(from, to, points);
    const bounds = boundsWith(curve, points.length > 0, tags);
    this.#shapes.set(key, { key, wire, curve, points, tags, bounds, base });
    this.#wireIndex.set(key, bounds);
  }

  /** What tags of a wire keep off: what is shown, behind which they could not be read, and tags placed before. */
  readonly #tagBlockers =
    (of: NamedWire): BlockerQuery =>
    (area) => [
      ...this.#index.query(area).flatMap((id) => this.#boxes.get(id) ?? []),
      ...this.tiles.rects().filter((rect) => intersects(rect, area)),
      ...tagsBefore(this.wiresIn(area), of),
    ];

  /** Has tags keep off what is near them now. @param area null for all tags. @returns what looks different. */
  #positionTags(area: Rect | null): Rect[] {
    let searchRect = area && grow(area, TAG_REACH);
    // In one order, as each keeps off those before it: two windows place them alike.
    const keys = Object.keys(this.#store.canvas.items.reroutes).toSorted();
    return keys.flatMap((key) => {
      const before = this.#shapes.get(key);
      if (!before?.tags || (searchRect && !intersects(before.bounds, searchRect))) return [];
      this.#trace(key, before.wire);
      const after = this.#shapes.get(key);
      const changed = after === before ? [] : [before.bounds, after?.bounds ?? before.bounds];
      searchRect = searchRect && union([searchRect, ...changed.map((bounds) => grow(bounds, TAG_REACH))]);
      return changed;
    });
  }

  /** @param wires those that came or went. @param areas what else looks different. */
  #refresh(
    ids: ReadonlySet<string>,
    wires: ReadonlySet<WireKey> = NO_WIRES,
    areas: readonly Rect[] = [],
  ): void {
    const updated: Rect[] = [];
    const changed: Rect[] = [...areas];
    const shifted = new Set<string>();
    for (const key of wires) {
      const shape = this.#shapes.get(key);
      if (!shape || this.#store.getWire(key)) continue;
      changed.push(shape.bounds);
      this.#shapes.delete(key);
      this.#wireIndex.remove(key);
    }
    for (const id of ids) this.#follow(id, { updated, changed, shifted });
    const traced = new Set<WireKey>();
    for (const id of ids) {
      for (const wire of this.#store.wiresOf(id)) {
        const key = inputKey(wire.to);
        if (traced.has(key)) continue;
        traced.add(key);
        const before = this.#shapes.get(key);
        this.#trace(key, wire);
        const after = this.#shapes.get(key);
        if (before && before !== after) changed.push(before.bounds);
        if (after && before !== after) changed.push(after.bounds);
      }
    }
    // Tags do not flee from what a hand only carries past them.
    if (this.#dragged.size === 0) {
      const changedArea = union(changed);
      if (changedArea) changed.push(...this.#positionTags(changedArea));
    }
    this.#announce({ nodes: ids, area: union([...updated, ...changed]), shiftedArea: union(changed) });
    this.#raise(shifted);
  }

  /** Brings the box of one node to where the document has it, shown or not. */
  #follow(id: string, { updated, changed, shifted }: SceneUpdate): void {
    const node = this.#store.getNode(id);
    const before = this.#boxes.get(id);
    const box = node && this.#measure(node);
    const visibleBefore = this.#index.get(id) ? before : undefined;
    const visible = this.tiles.contains(id) ? undefined : box;
    if (box) this.#boxes.set(id, box);
    else {
      this.#boxes.delete(id);
      this.#layouts.clear(id);
    }
    if (visible === visibleBefore) {
      // Where it says something else it looks different, though it stands as it stood.
      if (visible) updated.push(visible);
      return;
    }
    if (visibleBefore) changed.push(visibleBefore);
    if (visible) changed.push(visible);
    this.#stretch(visibleBefore, visible);
    if (!visibleBefore || !visible) this.#order = null;
    if (visible) {
      this.#index.set(id, visible);
      shifted.add(id);
    } else this.#index.remove(id);
  }

  /** Keeps the extent: it grows with a box, and is found anew when one leaves that reached its edge. */
  #stretch(before: NodeBox | undefined, after: NodeBox | undefined): void {
    const extent = this.#extent;
    if (extent === undefined) return;
    if (extent === null || (before && reachesEdge(before, extent))) this.#extent = undefined;
    else if (after) this.#extent = union([extent, after]);
  }
}

const NO_POINTS: readonly XY[] = [];

const NO_WIRES: ReadonlySet<WireKey> = new Set();
