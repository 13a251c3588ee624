import type { PatchOperation } from '#shared/api/index.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import { sameValue } from '#shared/graph/stable-json.ts';
import type { XY } from '../geometry.ts';
import type { EditOptions, WireKey } from '../model/editor-store.ts';
import { heldTogether, isOf, pointsOf, shifted } from '../scene/reroute-points.ts';
import type { Scene } from '../scene/scene.ts';
import { pieceAt, pointAt } from '../scene/wire-geometry.ts';
import type { SessionStore } from './session-store.ts';

/** A point that a wire passes. */
export interface ReroutePoint {
  key: WireKey;
  /** Its place among those of the wire. */
  index: number;
}

/** What the points of wires need of their session. */
interface ReroutesHost {
  readonly store: SessionStore;
  readonly scene: Scene;
  apply(label: string, operations: readonly PatchOperation[], options?: EditOptions): boolean;
}

const rounded = ({ x, y }: XY): XY => ({ x: Math.round(x), y: Math.round(y) });

/** The points that wires of the open document pass: added, moved and taken away. */
export class SessionReroutes {
  readonly #session: ReroutesHost;
  constructor(session: ReroutesHost) {
    this.#session = session;
  }

  /** The point of a wire at a place, within `radius`. Canvas units. */
  at(place: XY, radius: number): ReroutePoint | null {
    const around = { x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius };
    for (const { key, points } of this.#session.scene.wiresIn(around)) {
      const index = points.findIndex(({ x, y }) => Math.hypot(x - place.x, y - place.y) <= radius);
      if (index >= 0) return { key, index };
    }
    return null;
  }
  /** The points of a wire from its source on. */
  of(key: WireKey): readonly XY[] {
    const { store } = this.#session;
    const wire = store.getWire(key);
    return wire ? pointsOf(store.canvas.items.reroutes, key, wire) : [];
  }

  /** Lets a wire pass a place; its middle unless one is given. */
  add(key: WireKey, place?: XY): void {
    const curve = this.#session.scene.shape(key)?.curve;
    if (!curve) return;
    const point = place ?? pointAt(curve, 0.5);
    const points = this.of(key).toSpliced(pieceAt(curve, point), 0, rounded(point));
    this.#put('add a point to a wire', key, points);
  }
  move({ key, index }: ReroutePoint, place: XY): void {
    this.#put('move a point of a wire', key, this.of(key).with(index, rounded(place)));
  }
  remove({ key, index }: ReroutePoint): void {
    this.#put('remove a point of a wire', key, this.of(key).toSpliced(index, 1));
  }
  /** Takes all points of wires away. */
  clear(keys: Iterable<WireKey>): void {
    const operations = [...keys].flatMap((key) => this.#operations(key, []));
    if (operations.length > 0) this.#session.apply('straighten wires', [], { canvas: operations });
  }

  /** Moves the points of wires whose two ends move by the same way. */
  moveOperations(positions: ReadonlyMap<string, XY>): CanvasOperation[] {
    return this.#among(positions).flatMap(({ key, ends, points }) => {
      const way = heldTogether(this.#session.store, positions, ends);
      return way === null ? [] : this.#operations(key, shifted(points, way));
    });
  }
  /** Takes the points of wires between nodes away that are laid out anew. */
  clearOperations(nodeIds: ReadonlySet<string>): CanvasOperation[] {
    return this.#among(nodeIds).flatMap(({ key }) => this.#operations(key, []));
  }

  /** Wires between nodes that pass points. */
  #among(nodes: { has(id: string): boolean }) {
    const { store } = this.#session;
    return Object.keys(store.canvas.items.reroutes).flatMap((key) => {
      const wire = store.getWire(key);
      if (!wire || !nodes.has(wire.from[0]) || !nodes.has(wire.to[0])) return [];
      return [{ key, ends: [wire.from[0], wire.to[0]], points: this.of(key) }];
    });
  }

  #put(label: string, key: WireKey, points: readonly XY[]): void {
    const operations = this.#operations(key, points);
    if (operations.length === 0) return;
    const canvas = [...this.#outdated(key), ...operations];
    this.#session.apply(label, [], { canvas });
  }
  #operations(key: WireKey, points: readonly XY[]): CanvasOperation[] {
    const { store } = this.#session;
    const wire = store.getWire(key);
    if (!wire || sameValue(points, this.of(key))) return [];
    const place = { kind: 'reroutes', id: key } as const;
    if (points.length === 0) return [{ op: 'setCanvasItem', ...place, item: null }];
    if (this.of(key).length > 0) return [{ op: 'setCanvasField', ...place, field: 'points', value: points }];
    return [{ op: 'setCanvasItem', ...place, item: { from: wire.from, points } }];
  }
  /** Points of wires that are gone are taken away with the next change, so that they never fill a project. */
  #outdated(except: WireKey): CanvasOperation[] {
    const { store } = this.#session;
    return Object.entries(store.canvas.items.reroutes).flatMap(([id, item]): CanvasOperation[] => {
      const wire = store.getWire(id);
      if (id === except || (wire && isOf(item, wire.from))) return [];
      return [{ op: 'setCanvasItem', kind: 'reroutes', id, item: null }];
    });
  }
}
