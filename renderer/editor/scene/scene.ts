import { inputKey } from '#shared/graph/keys.ts';
import type { GraphConnection, GraphNode } from '#shared/graph/types.ts';
import { parsePinType, type PinBase } from '#shared/graph/pin-type.ts';
import { joinKey } from '#shared/language/join-key.ts';
import { intersects, union, type Rect, type XY } from '../geometry.ts';
import type { Catalog } from '../model/catalog.ts';
import type { EditorStore, WireKey } from '../model/editor-store.ts';
import {
  inputAnchor,
  layoutNode,
  NODE_WIDTH,
  outputAnchor,
  type LayoutFacts,
  type NodeLayout,
} from './node-layout.ts';
import { followCollapsed, sameSource, type LayoutSource } from './layout-source.ts';
import { followReroutes, heldTogether, nameOf, pointsOf, shifted } from './reroute-points.ts';
import { SpatialIndex } from './spatial-index.ts';
import { crosses, curveOf, distanceTo, type Curve } from './wire-geometry.ts';
import { boundsWith, distanceToTags, tagsOf, type WireTags } from './wire-tags.ts';

export interface NodeBox extends Rect {
  id: string;
  /** Later is in front. */
  z: number;
  layout: NodeLayout;
}

export interface WireShape {
  key: WireKey;
  wire: GraphConnection;
  curve: Curve;
  /** Where it passes, from its source on. */
  points: readonly XY[];
  /** What stands in place of its line; null where that is drawn. */
  tags: WireTags | null;
  bounds: Rect;
  /** The type of its source: its color. */
  base: PinBase;
}

/** A pin near a point. */
export interface PinHit {
  nodeId: string;
  pin: string;
  side: 'input' | 'output';
  at: XY;
  distance: number;
}

/** What changed in the picture. */
export interface SceneChange {
  /** Nodes that came, went, moved, came to the front, or say something else. */
  nodes: ReadonlySet<string>;
  /** What covers all that looks different, before and after; null when nothing does. Canvas units. */
  area: Rect | null;
  /** What covers all nodes and wires that stand or run elsewhere; null when nodes only say something else. */
  moved: Rect | null;
}
export type SceneListener = (change: SceneChange) => void;

/**
 * The geometry of the open document: a box for every node and a curve for every wire, kept up to date from the store
 * and the node types. Knows nothing of React or of pixels; all numbers are canvas units.
 */
export class Scene {
  readonly #store: EditorStore;
  readonly #catalog: Catalog;
  readonly #index = new SpatialIndex();
  readonly #wireIndex = new SpatialIndex();
  #boxes = new Map<string, NodeBox>();
  #layouts = new Map<string, { source: LayoutSource; layout: NodeLayout }>();
  #shapes = new Map<WireKey, WireShape>();
  /** What covers all boxes; undefined when it must be found anew. */
  #extent: Rect | null | undefined = undefined;
  /** All nodes from behind to front; null when it must be found anew. */
  #order: string[] | null = null;
  #held: ReadonlyMap<string, XY> = new Map();
  #heldPoints: { key: WireKey; points: readonly XY[] } | null = null;
  #listeners = new Set<SceneListener>();
  #front = 0;
  #unplaced = new Map<string, number>();
  readonly #ends: (() => void)[] = [];

  constructor(store: EditorStore, catalog: Catalog) {
    this.#store = store;
    this.#catalog = catalog;
    this.#rebuild();
    this.#ends.push(
      store.subscribe((change) => {
        if (change.edited.size > 0 || change.wires.size > 0) this.#refresh(change.edited, change.wires);
        if (change.marked.size > 0) this.#raise(change.marked);
      }),
      followCollapsed(store, (ids) => this.#refresh(ids)),
      followReroutes(store, (ids) => this.#refresh(ids)),
      catalog.subscribe((types) => {
        const ids = store.getGraph().nodes.filter((node) => types.has(node.type));
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
  box(id: string): NodeBox | undefined {
    return this.#boxes.get(id);
  }
  boxes(): Iterable<NodeBox> {
    return this.#boxes.values();
  }
  shape(key: WireKey): WireShape | undefined {
    return this.#shapes.get(key);
  }
  shapes(): Iterable<WireShape> {
    return this.#shapes.values();
  }
  bounds(ids?: Iterable<string>): Rect | null {
    if (ids) return union([...ids].flatMap((id) => this.#boxes.get(id) ?? []));
    if (this.#extent === undefined) this.#extent = union(this.#boxes.values());
    return this.#extent;
  }
  /** Nodes that meet an area, those in front last. */
  nodesIn(area: Rect): NodeBox[] {
    if (this.#index.isBroad(area)) {
      this.#order ??= [...this.#boxes.values()].sort((a, b) => a.z - b.z).map(({ id }) => id);
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
    const around = { x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius };
    let best: WireShape | undefined;
    let nearest = radius;
    for (const shape of this.wiresIn(around)) {
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
  pinsNear(point: XY, radius: number, side: 'input' | 'output'): PinHit[] {
    const around = { x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius };
    const hits: PinHit[] = [];
    for (const box of this.nodesIn(around)) {
      const rows = side === 'input' ? box.layout.inputs.filter((row) => row.wirable) : box.layout.outputs;
      for (const row of rows) {
        const at = this.anchor(box.id, row.pin.name, side);
        if (!at) continue;
        const distance = Math.hypot(at.x - point.x, at.y - point.y);
        if (distance <= radius) hits.push({ nodeId: box.id, pin: row.pin.name, side, at, distance });
      }
    }
    return hits.sort((a, b) => a.distance - b.distance);
  }
  anchor(nodeId: string, pin: string, side: 'input' | 'output'): XY | null {
    const box = this.#boxes.get(nodeId);
    if (!box) return null;
    const at = side === 'input' ? inputAnchor(box.layout, pin) : outputAnchor(box.layout, pin);
    return { x: box.x + at.x, y: box.y + at.y };
  }
  pinBase(nodeId: string, pin: string, side: 'input' | 'output'): PinBase {
    const node = this.#store.getNode(nodeId);
    const pins = node && this.#catalog.pinsOf(node.type);
    const list = side === 'input' ? pins?.inputs : pins?.outputs;
    return parsePinType(list?.find((known) => known.name === pin)?.type).base;
  }

  /** Shows nodes somewhere else while a drag is held; the document does not change. */
  hold(positions: ReadonlyMap<string, XY>): void {
    const touched = new Set([...this.#held.keys(), ...positions.keys()]);
    this.#held = positions;
    this.#refresh(touched);
  }
  /** Shows a wire through other points while one of them is dragged; null ends it. */
  holdPoints(held: { key: WireKey; points: readonly XY[] } | null): void {
    const key = held?.key ?? this.#heldPoints?.key;
    this.#heldPoints = held;
    const target = key === undefined ? undefined : this.#shapes.get(key)?.wire.to[0];
    if (target !== undefined) this.#refresh(new Set([target]));
  }
  get held(): ReadonlyMap<string, XY> {
    return this.#held;
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
      if (!box || !selectedNodes.has(id)) continue;
      const isCovered = this.#index.query(box).some((other) => {
        const together = ids.has(other) && selectedNodes.has(other);
        return !together && this.#boxes.get(other)!.z > box.z;
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
    this.#announce({ nodes: new Set(covered.map(({ id }) => id)), area, moved: area });
  }

  #announce(change: SceneChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  /** Where a node stands; one without a position gets a place in a grid, the same each time. */
  #positionOf(node: GraphNode): XY {
    const held = this.#held.get(node.id);
    if (held) return held;
    if (node.position) return node.position;
    const place = this.#unplaced.get(node.id) ?? this.#unplaced.size;
    this.#unplaced.set(node.id, place);
    return { x: (place % 6) * (NODE_WIDTH + 72), y: Math.floor(place / 6) * 360 };
  }

  #measure(node: GraphNode): NodeBox {
    const connectedInputs = new Set<string>();
    const wiredOutputs = new Set<string>();
    for (const wire of this.#store.wiresOf(node.id)) {
      if (wire.to[0] === node.id) connectedInputs.add(wire.to[1]);
      if (wire.from[0] === node.id) wiredOutputs.add(wire.from[1]);
    }
    const layout = this.#layoutOf(node, {
      pins: this.#catalog.pinsOf(node.type),
      connectedInputs,
      wiredOutputs,
      collapsed: this.#store.canvas.items.nodes[node.id]?.collapsed,
    });
    const { x, y } = this.#positionOf(node);
    const before = this.#boxes.get(node.id);
    if (before?.x === x && before.y === y && before.layout === layout) return before;
    const z = before?.z ?? (this.#front += 1);
    return { id: node.id, x, y, width: layout.width, height: layout.height, z, layout };
  }

  /** A node that only moved or holds another value keeps its layout: rows that compare it need not be made anew. */
  #layoutOf(node: GraphNode, facts: LayoutFacts): NodeLayout {
    const source: LayoutSource = {
      ...facts,
      type: node.type,
      held: joinKey(...Object.keys(node.inputs ?? {})),
    };
    const known = this.#layouts.get(node.id);
    if (known && sameSource(known.source, source)) return known.layout;
    const layout = layoutNode(node, facts);
    this.#layouts.set(node.id, { source, layout });
    return layout;
  }

  #rebuild(): void {
    for (const node of this.#store.getGraph().nodes) {
      const box = this.#measure(node);
      this.#boxes.set(node.id, box);
      this.#index.set(node.id, box);
    }
    for (const [key, wire] of this.#store.wires()) this.#trace(key, wire);
  }

  /** Points of a wire whose ends are both held go along. */
  #pointsOf(key: WireKey, wire: GraphConnection): readonly XY[] {
    if (this.#heldPoints?.key === key) return this.#heldPoints.points;
    const points = pointsOf(this.#store.canvas.items.reroutes, key, wire);
    if (points.length === 0 || this.#held.size === 0) return points;
    const way = heldTogether(this.#store, this.#held, [wire.from[0], wire.to[0]]);
    return way === null ? points : shifted(points, way);
  }

  #trace(key: WireKey, wire: GraphConnection): void {
    const from = this.anchor(wire.from[0], wire.from[1], 'output');
    const to = this.anchor(wire.to[0], wire.to[1], 'input');
    if (!from || !to) return;
    const base = this.pinBase(wire.from[0], wire.from[1], 'output');
    const points = this.#pointsOf(key, wire);
    const known = this.#shapes.get(key);
    const name = nameOf(this.#store.canvas.items.reroutes, key, wire);
    const isSame = known?.wire === wire && known.base === base && (known.tags?.name ?? null) === name;
    if (known && isSame && known.points === points) {
      if (samePoint(known.curve.from, from) && samePoint(known.curve.to, to)) return;
    }
    const curve = curveOf(from, to, points);
    const tags = name === null ? null : tagsOf(name, from, to);
    const bounds = boundsWith(curve, points.length > 0, tags);
    this.#shapes.set(key, { key, wire, curve, points, tags, bounds, base });
    this.#wireIndex.set(key, bounds);
  }

  /** @param wires those that came or went. */
  #refresh(ids: ReadonlySet<string>, wires: ReadonlySet<WireKey> = NO_WIRES): void {
    const said: Rect[] = [];
    const changed: Rect[] = [];
    const moved = new Set<string>();
    for (const key of wires) {
      const shape = this.#shapes.get(key);
      if (!shape || this.#store.getWire(key)) continue;
      changed.push(shape.bounds);
      this.#shapes.delete(key);
      this.#wireIndex.remove(key);
    }
    for (const id of ids) {
      const node = this.#store.getNode(id);
      const before = this.#boxes.get(id);
      const box = node && this.#measure(node);
      if (box === before) {
        // Where it says something else it looks different, though it stands as it stood.
        if (before) said.push(before);
        continue;
      }
      if (before) changed.push(before);
      if (box) changed.push(box);
      this.#stretch(before, box);
      if (!before || !box) this.#order = null;
      if (box) {
        this.#boxes.set(id, box);
        this.#index.set(id, box);
        moved.add(id);
        continue;
      }
      this.#boxes.delete(id);
      this.#layouts.delete(id);
      this.#index.remove(id);
    }
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
    this.#announce({ nodes: ids, area: union([...said, ...changed]), moved: union(changed) });
    this.#raise(moved);
  }

  /** Keeps the extent: it grows with a box, and is found anew when one leaves that reached its edge. */
  #stretch(before: NodeBox | undefined, after: NodeBox | undefined): void {
    const extent = this.#extent;
    if (extent === undefined) return;
    if (extent === null || (before && reachesEdge(before, extent))) this.#extent = undefined;
    else if (after) this.#extent = union([extent, after]);
  }
}

const samePoint = (a: XY, b: XY): boolean => a.x === b.x && a.y === b.y;

const NO_WIRES: ReadonlySet<WireKey> = new Set();

const reachesEdge = (box: Rect, extent: Rect): boolean =>
  box.x <= extent.x ||
  box.y <= extent.y ||
  box.x + box.width >= extent.x + extent.width ||
  box.y + box.height >= extent.y + extent.height;
