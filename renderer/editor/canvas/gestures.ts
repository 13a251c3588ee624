import { parsePinType } from '#shared/graph/pin-type.ts';
import type { GraphConnection, PinRef } from '#shared/graph/types.ts';
import { connectionChecker } from '#shared/graph/connect.ts';
import { snapped } from '../model/editing.ts';
import { wireKeyOf, type WireKey } from '../model/editor-store.ts';
import { curveOf, type Curve, type XY } from '../scene/wire-geometry.ts';
import type { Rect } from '../scene/spatial-index.ts';
import type { PinHit } from '../scene/scene.ts';
import type { EditorSession } from '../session/editor-session.ts';
import type { PinBase } from '#shared/graph/pin-type.ts';

/** Pixels a press may wander and still be a click. */
const SLACK = 4;
/** How near the pointer must come to a pin for the wire to snap to it. Pixels. */
const SNAP_RADIUS = 34;
/** So near, the pointer means this pin and no other: when it refuses, its reason is shown. Pixels. */
const MEANT_RADIUS = 12;
const WIRE_RADIUS = 8;
/** Pressing a wire this near to its end takes that end. Pixels. */
const END_RADIUS = 26;
/** The strip along the edge where the view moves by itself. Pixels. */
const EDGE = 44;

/** A wire being drawn. */
export interface DraftWire {
  curve: Curve;
  base: PinBase;
  /** The pin it would snap to. */
  target: PinHit | null;
  /** Why that pin refuses. */
  reason: string | null;
  /** Fitting pins in view. */
  fitting: XY[];
  client: XY;
}

/** What a held gesture shows above the nodes. */
export interface GestureOverlay {
  box: Rect | null;
  draft: DraftWire | null;
  /** A wire the dragged node would go into. */
  dropOn: WireKey | null;
}

const NOTHING: GestureOverlay = { box: null, draft: null, dropOn: null };

type Gesture =
  | { kind: 'press'; start: XY; nodeId: string; additive: boolean }
  | { kind: 'drag'; start: XY; from: ReadonlyMap<string, XY> }
  | { kind: 'press-empty'; start: XY; additive: boolean; wire: WireKey | null }
  | { kind: 'box'; start: XY; before: ReadonlySet<string> }
  | {
      kind: 'wire';
      /** The end that stays. */
      fixed: PinRef;
      side: 'output' | 'input';
      replug: GraphConnection | null;
      check: (to: PinRef) => string | null;
      moved: boolean;
      start: XY;
    };

export interface PressModifiers {
  shift: boolean;
  mod: boolean;
}

/**
 * What pointers do on the canvas: press, drag, box, wire. Works on canvas units through the session and knows no
 * elements, so that drawn nodes and mounted ones behave alike. Escape bails back to where the gesture began.
 */
export class Gestures {
  readonly #session: EditorSession;
  #gesture: Gesture | null = null;
  #overlay: GestureOverlay = NOTHING;
  #listeners = new Set<() => void>();
  #pointer: XY = { x: 0, y: 0 };
  #autoPan = 0;

  constructor(session: EditorSession) {
    this.#session = session;
  }

  get overlay(): GestureOverlay {
    return this.#overlay;
  }
  get active(): boolean {
    return this.#gesture !== null;
  }
  get kind(): Gesture['kind'] | null {
    return this.#gesture?.kind ?? null;
  }
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  getOverlay = (): GestureOverlay => this.#overlay;

  #show(overlay: GestureOverlay): void {
    this.#overlay = overlay;
    for (const listener of this.#listeners) listener();
  }

  /** A press on a node's header or body. */
  pressNode(nodeId: string, client: XY, { shift, mod }: PressModifiers): void {
    this.#begin(client);
    const { store } = this.#session;
    const additive = shift || mod;
    if (!additive && !store.isSelected(nodeId)) store.select([nodeId]);
    this.#gesture = { kind: 'press', start: client, nodeId, additive };
  }

  /** A press where no element is: a drawn node, a wire, or nothing. */
  pressCanvas(client: XY, modifiers: PressModifiers): void {
    const { scene, view } = this.#session;
    const point = view.toGraph(client);
    const node = scene.nodeAt(point);
    if (node) {
      this.pressNode(node.id, client, modifiers);
      return;
    }
    this.#begin(client);
    const shape = scene.wireAt(point, WIRE_RADIUS / view.view.zoom);
    this.#gesture = {
      kind: 'press-empty',
      start: client,
      additive: modifiers.shift || modifiers.mod,
      wire: shape?.key ?? null,
    };
  }

  /** A press on a pin: a new wire, or the end of the one that is plugged in. */
  pressPin(nodeId: string, pin: string, side: 'input' | 'output', client: XY): void {
    this.#begin(client);
    const existing = side === 'input' ? this.#session.store.incoming(nodeId, pin) : undefined;
    if (existing) this.#startWire(existing.from, 'output', existing, client);
    else this.#startWire([nodeId, pin], side, null, client);
  }

  #begin(client: XY): void {
    this.cancel();
    this.#pointer = client;
    this.#session.sync.hold();
  }

  #startWire(fixed: PinRef, side: 'output' | 'input', replug: GraphConnection | null, client: XY): void {
    const session = this.#session;
    const check = replug
      ? (other: PinRef) =>
          side === 'output'
            ? session.wiring.whyNotReplug(replug, fixed, other)
            : session.wiring.whyNotReplug(replug, other, fixed)
      : side === 'output'
        ? connectionChecker(session.store.getGraph(), fixed, session.catalogue)
        : (other: PinRef) => session.wiring.whyNot(other, fixed);
    this.#gesture = { kind: 'wire', fixed, side, replug, check, moved: false, start: client };
  }

  move(client: XY): void {
    this.#pointer = client;
    const gesture = this.#gesture;
    if (!gesture) return;
    const far = Math.hypot(client.x - gestureStart(gesture).x, client.y - gestureStart(gesture).y) > SLACK;
    switch (gesture.kind) {
      case 'press':
        if (!far) return;
        this.#startDrag(gesture);
        break;
      case 'press-empty':
        if (!far) return;
        this.#leaveEmpty(gesture);
        break;
      case 'drag':
      case 'box':
        break;
      case 'wire':
        if (!far && !gesture.moved) return;
        gesture.moved = true;
        break;
    }
    this.#update();
    this.#panAtEdge();
  }

  #startDrag({ start, nodeId, additive }: Extract<Gesture, { kind: 'press' }>): void {
    const { store, scene } = this.#session;
    if (!store.isSelected(nodeId)) store.select(additive ? [...store.selectedNodes, nodeId] : [nodeId]);
    const from = new Map<string, XY>();
    for (const id of store.selectedNodes) {
      const box = scene.box(id);
      if (box) from.set(id, { x: box.x, y: box.y });
    }
    this.#gesture = { kind: 'drag', start: this.#session.view.toGraph(start), from };
  }

  #leaveEmpty({ start, additive, wire }: Extract<Gesture, { kind: 'press-empty' }>): void {
    const { store, scene, view } = this.#session;
    const shape = wire === null ? undefined : scene.shape(wire);
    if (shape) {
      const point = view.toGraph(start);
      const reach = END_RADIUS / view.view.zoom;
      const { from, to } = shape.curve;
      if (Math.hypot(point.x - to.x, point.y - to.y) < reach) {
        return this.#startWire(shape.wire.from, 'output', shape.wire, start);
      }
      if (Math.hypot(point.x - from.x, point.y - from.y) < reach) {
        return this.#startWire(shape.wire.to, 'input', shape.wire, start);
      }
    }
    const before: ReadonlySet<string> = additive ? new Set(store.selectedNodes) : new Set();
    this.#gesture = { kind: 'box', start: view.toGraph(start), before };
  }

  #update(): void {
    const gesture = this.#gesture;
    const { view, scene, store } = this.#session;
    const point = view.toGraph(this.#pointer);
    switch (gesture?.kind) {
      case 'drag': {
        const dx = point.x - gesture.start.x;
        const dy = point.y - gesture.start.y;
        const held = new Map<string, XY>();
        for (const [id, at] of gesture.from) {
          held.set(id, snapped({ x: at.x + dx, y: at.y + dy }, this.#session.snapToGrid));
        }
        scene.hold(held);
        this.#show({ ...NOTHING, dropOn: this.#wireToDropOn(held) });
        return;
      }
      case 'box': {
        const { start } = gesture;
        const box = {
          x: Math.min(start.x, point.x),
          y: Math.min(start.y, point.y),
          width: Math.abs(point.x - start.x),
          height: Math.abs(point.y - start.y),
        };
        store.select([...gesture.before, ...scene.nodesIn(box).map((node) => node.id)]);
        this.#show({ ...NOTHING, box });
        return;
      }
      case 'wire': {
        const { target, reason } = this.#targetOf(gesture, point);
        const fixedAt = scene.anchor(gesture.fixed[0], gesture.fixed[1], gesture.side) ?? point;
        const free = target && reason === null ? target.at : point;
        const [base, curve] =
          gesture.side === 'output'
            ? [scene.pinBase(gesture.fixed[0], gesture.fixed[1], 'output'), curveOf(fixedAt, free)]
            : [scene.pinBase(gesture.fixed[0], gesture.fixed[1], 'input'), curveOf(free, fixedAt)];
        this.#show({
          ...NOTHING,
          draft: { curve, base, target, reason, fitting: this.#fitting(gesture), client: this.#pointer },
        });
        return;
      }
      default:
    }
  }

  #wireToDropOn(held: ReadonlyMap<string, XY>): WireKey | null {
    const [only] = held.keys();
    if (held.size !== 1 || only === undefined) return null;
    return this.#session.arranging.wireToGoInto(only)?.key ?? null;
  }

  /** The pin the wire would go into: the one pointed at, else the nearest that fits, else the nearest and its reason. */
  #targetOf(
    gesture: Extract<Gesture, { kind: 'wire' }>,
    point: XY,
  ): { target: PinHit | null; reason: string | null } {
    const { scene, view } = this.#session;
    const side = gesture.side === 'output' ? 'input' : 'output';
    const near = scene.pinsNear(point, SNAP_RADIUS / view.view.zoom, side);
    const [meant] = near;
    if (meant && meant.distance <= MEANT_RADIUS / view.view.zoom) {
      return { target: meant, reason: gesture.check([meant.nodeId, meant.pin]) };
    }
    let hits = near;
    if (hits.length === 0) {
      // Over a node but not near a pin: the first pin of it that fits takes the wire.
      const node = scene.nodeAt(point);
      if (node && node.id !== gesture.fixed[0]) {
        hits = scene
          .pinsNear(
            { x: node.x + node.width / 2, y: node.y + node.height / 2 },
            node.width + node.height,
            side,
          )
          .filter((hit) => hit.nodeId === node.id)
          .sort((a, b) => a.at.y - b.at.y);
      }
    }
    let refused: { target: PinHit; reason: string } | null = null;
    for (const hit of hits) {
      const reason = gesture.check([hit.nodeId, hit.pin]);
      if (reason === null) return { target: hit, reason: null };
      refused ??= { target: hit, reason };
    }
    return refused ?? { target: null, reason: null };
  }

  #fitting(gesture: Extract<Gesture, { kind: 'wire' }>): XY[] {
    const { scene, view } = this.#session;
    if (view.view.zoom < 0.45) return [];
    const side = gesture.side === 'output' ? 'input' : 'output';
    const found: XY[] = [];
    for (const box of scene.nodesIn(view.visible())) {
      const rows = side === 'input' ? box.layout.inputs.filter((row) => row.wirable) : box.layout.outputs;
      for (const row of rows) {
        if (gesture.check([box.id, row.pin.name]) !== null) continue;
        const at = scene.anchor(box.id, row.pin.name, side);
        if (at) found.push(at);
      }
    }
    return found;
  }

  release(client: XY): void {
    this.#pointer = client;
    const gesture = this.#gesture;
    if (!gesture) return;
    const { store, scene } = this.#session;
    switch (gesture.kind) {
      case 'press':
        if (gesture.additive) store.toggle(gesture.nodeId);
        else if (store.selectedNodes.size > 1) store.select([gesture.nodeId]);
        break;
      case 'press-empty':
        if (gesture.wire !== null) store.select(gesture.additive ? store.selectedNodes : [], [gesture.wire]);
        else if (!gesture.additive) store.select([]);
        break;
      case 'drag': {
        this.#update();
        const positions = new Map(scene.held);
        this.#session.arranging.moveTo(positions);
        break;
      }
      case 'box':
        this.#update();
        break;
      case 'wire':
        if (gesture.moved) this.#dropWire(gesture);
        break;
    }
    this.#end();
  }

  #dropWire(gesture: Extract<Gesture, { kind: 'wire' }>): void {
    const session = this.#session;
    const { target, reason } = this.#targetOf(gesture, session.view.toGraph(this.#pointer));
    const { fixed, side, replug } = gesture;
    if (target && reason === null) {
      const other: PinRef = [target.nodeId, target.pin];
      const [from, to] = side === 'output' ? [fixed, other] : [other, fixed];
      const same = replug && wireKeyOf(replug.to) === wireKeyOf(to) && replug.from.join() === from.join();
      if (same) return;
      if (replug) session.wiring.replug(replug, from, to);
      else session.wiring.connect(from, to);
      return;
    }
    if (target && reason !== null) {
      session.ui.say(`Not connected: ${reason}`);
      return;
    }
    if (replug) {
      session.wiring.disconnect(replug);
      return;
    }
    const at = session.view.toGraph(this.#pointer);
    session.ui.set({
      quickAdd: {
        client: this.#pointer,
        at: side === 'output' ? { x: at.x, y: at.y - 46 } : { x: at.x - 248, y: at.y - 46 },
        wireTo: { side, pin: fixed },
      },
    });
  }

  /** Escape: back to where the gesture began. */
  cancel(): boolean {
    if (!this.#gesture) return false;
    this.#end();
    return true;
  }

  #end(): void {
    cancelAnimationFrame(this.#autoPan);
    this.#autoPan = 0;
    const was = this.#gesture;
    this.#gesture = null;
    if (was?.kind === 'drag') this.#session.scene.hold(new Map());
    this.#session.sync.letGo();
    this.#show(NOTHING);
  }

  /** While a drag is at the edge the view moves towards it, faster the nearer it is. */
  #panAtEdge(): void {
    if (this.#autoPan !== 0) return;
    const step = (): void => {
      this.#autoPan = 0;
      const kind = this.#gesture?.kind;
      if (kind !== 'drag' && kind !== 'wire' && kind !== 'box') return;
      const { view } = this.#session;
      const origin = view.toClient({ x: -view.view.x / view.view.zoom, y: -view.view.y / view.view.zoom });
      const x = this.#pointer.x - origin.x;
      const y = this.#pointer.y - origin.y;
      const push = (at: number, size: number): number =>
        at < EDGE ? (EDGE - at) / 4 : at > size - EDGE ? -(at - size + EDGE) / 4 : 0;
      const dx = Math.max(-14, Math.min(14, push(x, view.size.width)));
      const dy = Math.max(-14, Math.min(14, push(y, view.size.height)));
      if (dx === 0 && dy === 0) return;
      view.panBy(dx, dy);
      this.#update();
      this.#autoPan = requestAnimationFrame(step);
    };
    this.#autoPan = requestAnimationFrame(step);
  }

  /** What lies under the pointer while nothing is held: the hovered wire. */
  hover(client: XY, overNode: boolean): void {
    const { scene, view, ui } = this.#session;
    if (this.#gesture || view.moving) return;
    const point = view.toGraph(client);
    const shape =
      overNode || scene.nodeAt(point) ? undefined : scene.wireAt(point, WIRE_RADIUS / view.view.zoom);
    ui.set({ hoveredWire: shape?.key ?? null });
  }

  /** The type name of a pin for the hint beside the pointer. */
  typeName(pin: PinRef, side: 'input' | 'output'): string {
    const node = this.#session.store.getNode(pin[0]);
    const pins = node && this.#session.catalogue.pinsOf(node.type);
    const list = side === 'input' ? pins?.inputs : pins?.outputs;
    return parsePinType(list?.find((known) => known.name === pin[1])?.type).base;
  }
}

const gestureStart = (gesture: Gesture): XY => gesture.start;
