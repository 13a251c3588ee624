import type { GraphConnection, GraphNode } from '#shared/graph/types.ts';
import { parsePinType, type PinBase } from '#shared/graph/pin-type.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import type { Catalogue } from '../model/catalogue.ts';
import { wireKeyOf, type EditorStore, type WireKey } from '../model/editor-store.ts';
import { inputAnchor, layoutNode, NODE_WIDTH, outputAnchor, type NodeLayout } from './node-layout.ts';
import { intersects, SpatialIndex, union, type Rect } from './spatial-index.ts';
import { boundsOf, crosses, curveOf, distanceTo, type Curve, type XY } from './wire-geometry.ts';

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
  bounds: Rect;
  /** The type of its source: its colour. */
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

/** What changed in the picture; null means everything. */
export type SceneListener = (nodes: ReadonlySet<string> | null) => void;

/**
 * The geometry of the open document: a box for every node and a curve for every wire, kept up to date from the store,
 * the node types and the run table. Knows nothing of React or of pixels; all numbers are canvas units.
 */
export class Scene {
  readonly #store: EditorStore;
  readonly #catalogue: Catalogue;
  readonly #index = new SpatialIndex();
  #boxes = new Map<string, NodeBox>();
  #shapes = new Map<WireKey, WireShape>();
  #held: ReadonlyMap<string, XY> = new Map();
  #failed = new Set<string>();
  #listeners = new Set<SceneListener>();
  #front = 0;
  #unplaced = new Map<string, number>();
  readonly #ends: (() => void)[] = [];

  constructor(store: EditorStore, catalogue: Catalogue) {
    this.#store = store;
    this.#catalogue = catalogue;
    this.#rebuild();
    this.#ends.push(
      store.subscribe((change) => {
        if (change.nodes.size === 0 && !change.selectionChanged) return;
        if (change.selectionChanged) for (const id of store.selectedNodes) this.raise(id);
        this.#refresh(change.nodes);
      }),
      catalogue.subscribe((types) => {
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

  /** Follows a run table: a node that failed gets room for its message. @returns ends it. */
  attachRuns(table: NodeRunTable): () => void {
    const read = (ids: Iterable<string>): void => {
      const changed = new Set<string>();
      for (const id of ids) {
        const failed = table.get(id)?.phase === 'failed';
        if (failed === this.#failed.has(id)) continue;
        if (failed) this.#failed.add(id);
        else this.#failed.delete(id);
        changed.add(id);
      }
      if (changed.size > 0) this.#refresh(changed);
    };
    read(this.#boxes.keys());
    return table.subscribeAll((id) => read(id === null ? this.#boxes.keys() : [id]));
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
    return union(ids ? [...ids].flatMap((id) => this.#boxes.get(id) ?? []) : this.#boxes.values());
  }
  nodesIn(area: Rect): NodeBox[] {
    return this.#index
      .query(area)
      .flatMap((id) => this.#boxes.get(id) ?? [])
      .sort((a, b) => a.z - b.z);
  }
  wiresIn(area: Rect): WireShape[] {
    const found: WireShape[] = [];
    for (const shape of this.#shapes.values()) if (intersects(shape.bounds, area)) found.push(shape);
    return found;
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
    for (const shape of this.#shapes.values()) {
      if (!intersects(shape.bounds, around)) continue;
      const distance = distanceTo(shape.curve, point);
      if (distance > nearest) continue;
      nearest = distance;
      best = shape;
    }
    return best;
  }
  /** A wire that passes under a rectangle and does not belong to `exceptNode`. */
  wireUnder(rect: Rect, exceptNode: string): WireShape | undefined {
    return this.wiresIn(rect).find(
      ({ wire, curve }) => wire.from[0] !== exceptNode && wire.to[0] !== exceptNode && crosses(curve, rect),
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
    const pins = node && this.#catalogue.pinsOf(node.type);
    const list = side === 'input' ? pins?.inputs : pins?.outputs;
    return parsePinType(list?.find((known) => known.name === pin)?.type).base;
  }

  /** Shows nodes somewhere else while a drag is held; the document does not change. */
  hold(positions: ReadonlyMap<string, XY>): void {
    const touched = new Set([...this.#held.keys(), ...positions.keys()]);
    this.#held = positions;
    this.#refresh(touched);
  }
  get held(): ReadonlyMap<string, XY> {
    return this.#held;
  }

  raise(id: string): void {
    const box = this.#boxes.get(id);
    if (!box || box.z === this.#front) return;
    this.#front += 1;
    this.#boxes.set(id, { ...box, z: this.#front });
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
    const layout = layoutNode(node, {
      pins: this.#catalogue.pinsOf(node.type),
      connectedInputs,
      wiredOutputs,
      failed: this.#failed.has(node.id),
    });
    const { x, y } = this.#positionOf(node);
    const before = this.#boxes.get(node.id);
    const z = before?.z ?? (this.#front += 1);
    return { id: node.id, x, y, width: layout.width, height: layout.height, z, layout };
  }

  #rebuild(): void {
    for (const node of this.#store.getGraph().nodes) {
      const box = this.#measure(node);
      this.#boxes.set(node.id, box);
      this.#index.set(node.id, box);
    }
    for (const [key, wire] of this.#store.wires()) this.#trace(key, wire);
  }

  #trace(key: WireKey, wire: GraphConnection): void {
    const from = this.anchor(wire.from[0], wire.from[1], 'output');
    const to = this.anchor(wire.to[0], wire.to[1], 'input');
    if (!from || !to) return;
    const curve = curveOf(from, to);
    this.#shapes.set(key, {
      key,
      wire,
      curve,
      bounds: boundsOf(curve),
      base: this.pinBase(wire.from[0], wire.from[1], 'output'),
    });
  }

  #refresh(ids: ReadonlySet<string>): void {
    for (const id of ids) {
      const node = this.#store.getNode(id);
      if (!node) {
        this.#boxes.delete(id);
        this.#index.remove(id);
        this.#failed.delete(id);
        continue;
      }
      const box = this.#measure(node);
      this.#boxes.set(id, box);
      this.#index.set(id, box);
    }
    for (const key of this.#shapes.keys()) if (!this.#store.getWire(key)) this.#shapes.delete(key);
    for (const id of ids) {
      for (const wire of this.#store.wiresOf(id)) this.#trace(wireKeyOf(wire.to), wire);
    }
    for (const listener of this.#listeners) listener(ids);
  }
}
