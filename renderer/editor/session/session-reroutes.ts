import type { PatchOperation } from '#shared/api/index.ts';
import { MAX_TITLE_LENGTH } from '#shared/canvas/items.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import { inputKey } from '#shared/graph/keys.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import { joinKey } from '#shared/language/join-key.ts';
import { compareNames, words } from '#renderer/words/index.ts';
import { union, type XY } from '../geometry.ts';
import type { EditOptions, WireKey } from '../model/editor-store.ts';
import { sharedOffset, isOf, nameOf, pointsOf, shifted } from '../scene/reroute-points.ts';
import type { Scene } from '../scene/scene.ts';
import type { ViewController } from '../scene/view-controller.ts';
import { segmentAt, pointAt } from '../scene/wire-geometry.ts';
import { endAt } from '../scene/wire-tags.ts';
import type { SessionStore } from './session-store.ts';

const t = words.editorSession.sessionReroutes;

/** A point that a wire passes. */
export interface ReroutePoint {
  key: WireKey;
  /** Its place among those of the wire. */
  index: number;
}

/** What the ways of wires need of their session. */
interface ReroutesHost {
  readonly store: SessionStore;
  readonly scene: Scene;
  readonly view: ViewController;
  titleOf(nodeId: string): string;
  focusNode(nodeId: string): void;
  apply(label: string, operations: readonly PatchOperation[], options?: EditOptions): boolean;
}

const rounded = ({ x, y }: XY): XY => ({ x: Math.round(x), y: Math.round(y) });

/** How a wire goes: the points that it passes, and the name that stands at its ends in place of its line. */
interface WireRoute {
  points?: readonly XY[];
  /** Undefined for a wire that is drawn. */
  name?: string | undefined;
}

/** How wires of the open document go: points added, moved and taken away, and names given. */
export class SessionReroutes {
  readonly #session: ReroutesHost;
  constructor(session: ReroutesHost) {
    this.#session = session;
  }

  /** The point of a wire at a place, within `radius`. Canvas units. */
  at(position: XY, radius: number): ReroutePoint | null {
    const searchRect = {
      x: position.x - radius,
      y: position.y - radius,
      width: 2 * radius,
      height: 2 * radius,
    };
    for (const { key, points, tags } of this.#session.scene.wiresIn(searchRect)) {
      if (tags) continue;
      const index = points.findIndex(({ x, y }) => Math.hypot(x - position.x, y - position.y) <= radius);
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
  add(key: WireKey, position?: XY): void {
    const curve = this.#session.scene.shape(key)?.curve;
    if (!curve) return;
    const point = position ?? pointAt(curve, 0.5);
    const points = this.of(key).toSpliced(segmentAt(curve, point), 0, rounded(point));
    this.#setPoints(t.addPointWire, key, points);
  }
  move({ key, index }: ReroutePoint, position: XY): void {
    this.#setPoints(t.movePointWire, key, this.of(key).with(index, rounded(position)));
  }
  remove({ key, index }: ReroutePoint): void {
    this.#setPoints(t.removePointWire, key, this.of(key).toSpliced(index, 1));
  }
  /** Gives wires all their points at once. */
  lay(routes: ReadonlyMap<WireKey, readonly XY[]>): void {
    const laid = [...routes].flatMap(([key, points]) => this.#operations(key, points.map(rounded)));
    if (laid.length > 0) this.#session.apply(t.routeWires, [], { canvas: [...this.#outdated(), ...laid] });
  }
  /** Takes all points of wires away. */
  clear(keys: Iterable<WireKey>): void {
    const operations = [...keys].flatMap((key) => this.#operations(key, []));
    if (operations.length > 0) this.#session.apply(t.straightenWires, [], { canvas: operations });
  }

  /** The name that a wire goes by; null for one that is drawn. */
  nameOf(key: WireKey): string | null {
    const { store } = this.#session;
    const wire = store.getWire(key);
    return wire ? nameOf(store.canvas.items.reroutes, key, wire) : null;
  }
  /** Shows wires by name, that of their source unless others of the same output have one; draws them when all have names. */
  toggleNames(keys: readonly WireKey[]): void {
    const isNamed = keys.length > 0 && keys.every((key) => this.nameOf(key) !== null);
    const canvas = keys.flatMap((key) =>
      this.#change(key, { name: isNamed ? undefined : this.#defaultName(key) }),
    );
    if (canvas.length === 0) return;
    const target = keys.length === 1 ? t.wire : t.wires(keys.length);
    const label = isNamed ? t.draw(target) : t.showName(target);
    this.#session.apply(label, [], { canvas: [...this.#outdated(), ...canvas] });
  }
  /** Gives a wire another name, and all that go by name from the same output. */
  rename(key: WireKey, name: string): void {
    const canvas = this.#sharing(key).flatMap((wireKey) => this.#change(wireKey, { name }));
    if (name.trim() !== '' && canvas.length > 0) this.#session.apply(t.renameWire, [], { canvas });
  }
  /** From the tag at a place to what is at the other end: one node, or all that the output goes to by name. */
  jump(key: WireKey, position: XY): void {
    const { scene, store, view } = this.#session;
    const shape = scene.shape(key);
    if (!shape?.tags) return;
    const shared = this.#sharing(key);
    if (endAt(shape.tags, position) === 'target') return this.#session.focusNode(shape.wire.from[0]);
    if (shared.length < 2) return this.#session.focusNode(shape.wire.to[0]);
    store.select([], shared);
    view.fit(
      union(shared.flatMap((wireKey) => scene.visibleRect(store.getWire(wireKey)?.to[0] ?? '') ?? [])),
    );
  }
  /** Shows the node that a wire comes from, and selects all that go by name from there. */
  focus(key: WireKey): void {
    const { store, scene, view } = this.#session;
    store.select([], this.#sharing(key));
    const box = scene.visibleRect(store.getWire(key)?.from[0] ?? '');
    if (box) view.reveal(box);
  }
  /** One wire of each output that goes by name, in the order of the names. */
  named(): { key: WireKey; name: string }[] {
    const found = new Map<string, { key: WireKey; name: string }>();
    for (const key of Object.keys(this.#session.store.canvas.items.reroutes)) {
      const [name, wire] = [this.nameOf(key), this.#session.store.getWire(key)];
      if (name !== null && wire) found.set(joinKey(...wire.from), { key, name });
    }
    return [...found.values()].sort((a, b) => compareNames(a.name, b.name));
  }
  #defaultName(key: WireKey): string {
    const existing = this.#sharing(key).flatMap((wireKey) => this.nameOf(wireKey) ?? [])[0];
    const wire = this.#session.store.getWire(key);
    return existing ?? (wire ? this.#session.titleOf(wire.from[0]).slice(0, MAX_TITLE_LENGTH) : '');
  }
  /** The wires that go by name from the output that a wire comes from. */
  #sharing(key: WireKey): WireKey[] {
    const { store } = this.#session;
    const from = store.getWire(key)?.from;
    if (!from) return [];
    const all = store.wiresOf(from[0]).filter((wire) => isOf({ from: wire.from }, from));
    return all.map(({ to }) => inputKey(to)).filter((wireKey) => this.nameOf(wireKey) !== null);
  }

  /** Moves the points of wires whose two ends move by the same way. */
  moveOperations(positions: ReadonlyMap<string, XY>): CanvasOperation[] {
    return this.#among(positions).flatMap(({ key, ends, points }) => {
      const offset = sharedOffset(this.#session.store, positions, ends);
      return offset === null ? [] : this.#operations(key, shifted(points, offset));
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

  #setPoints(label: string, key: WireKey, points: readonly XY[]): void {
    const operations = this.#operations(key, points);
    if (operations.length === 0) return;
    const canvas = [...this.#outdated(), ...operations];
    this.#session.apply(label, [], { canvas });
  }
  #operations(key: WireKey, points: readonly XY[]): CanvasOperation[] {
    return jsonEqual(points, this.of(key)) ? [] : this.#change(key, { points });
  }
  #change(key: WireKey, change: WireRoute): CanvasOperation[] {
    const wire = this.#session.store.getWire(key);
    if (!wire) return [];
    const itemRef = { kind: 'reroutes', id: key } as const;
    const before = { points: this.of(key), name: this.nameOf(key) ?? undefined };
    const { points, name } = { ...before, ...change };
    if (points.length === 0 && name === undefined) return [{ op: 'setCanvasItem', ...itemRef, item: null }];
    if (before.points.length === 0 && before.name === undefined) {
      const named = name === undefined ? {} : { name };
      return [{ op: 'setCanvasItem', ...itemRef, item: { from: wire.from, points, ...named } }];
    }
    const fields = Object.entries({ points, name }).filter(([field]) => field in change);
    return fields.map(([field, value]) => ({ op: 'setCanvasField', ...itemRef, field, value }));
  }
  /** Points of wires that are gone are taken away with the next change, so that they never fill a project. */
  #outdated(): CanvasOperation[] {
    const { store } = this.#session;
    return Object.entries(store.canvas.items.reroutes).flatMap(([id, item]): CanvasOperation[] => {
      const wire = store.getWire(id);
      if (wire && isOf(item, wire.from)) return [];
      return [{ op: 'setCanvasItem', kind: 'reroutes', id, item: null }];
    });
  }
}
