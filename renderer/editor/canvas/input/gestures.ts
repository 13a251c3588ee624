import type { GraphConnection, PinRef } from '#shared/graph/types.ts';
import { words } from '#renderer/words/index.ts';
import { between, type XY } from '../../geometry.ts';
import type { WireKey } from '../../model/editor-store.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { wireUnder } from '../../session/insert-node.ts';
import type { ItemHit } from '../../scene/canvas-places.ts';
import { underPointer, WIRE_RADIUS } from './under-pointer.ts';
import { DragGuides } from './drag-guides.ts';
import { closestEnd } from '../../scene/wire-tags.ts';
import { EdgePan } from './edge-pan.ts';
import { ConnectionDrag } from './connection-drag.ts';
import { extendStroke } from './drawn-stroke.ts';
import type { Gesture, PressModifiers, Selected } from './gesture-kinds.ts';
import { GestureOverlayStore } from './gesture-overlay-store.ts';
import { dragOperations, previewResize, ItemDrag } from './item-drag.ts';

/** Pixels a press may wander and still be a click; a finger wanders further. */
const TOLERANCE = 4;
const TOUCH_TOLERANCE = 10;
/** How near a finger must be to a wire to mean it. Pixels. */
const TOUCH_WIRE_RADIUS = 18;
/** How near to a pin of a collapsed frame a press takes it. Canvas units. */
const TILE_PIN_RADIUS = 13;
/** Pressing a wire this near to its end takes that end. Pixels. */
const END_RADIUS = 26;

/**
 * What pointers do on the canvas: press, drag, box, wire. Works on canvas units through the session and knows no
 * elements, so that drawn nodes and mounted ones behave alike. Escape bails back to where the gesture began.
 */
export class Gestures {
  readonly #session: EditorSession;
  #gesture: Gesture | null = null;
  /** What it shows above the nodes. */
  readonly overlay = new GestureOverlayStore();
  #pointer: XY = { x: 0, y: 0 };
  readonly #edgePan: EdgePan;
  #hasDragged = false;
  #isFree = false;
  #slack = TOLERANCE;

  constructor(session: EditorSession) {
    this.#session = session;
    this.#edgePan = new EdgePan(session.view, () => {
      const kind = this.#gesture?.kind;
      if (kind !== 'drag' && kind !== 'wire' && kind !== 'box' && kind !== 'resize' && kind !== 'draw')
        return null;
      return { pointer: this.#pointer, onPan: () => this.#update() };
    });
  }

  /** Whether the pointer went further than a click since it was last pressed. */
  get isDragging(): boolean {
    return this.#hasDragged;
  }
  get active(): boolean {
    return this.#gesture !== null;
  }
  get kind(): Gesture['kind'] | null {
    return this.#gesture?.kind ?? null;
  }
  /** A finger that is pressed now would move the view. */
  get pans(): boolean {
    return this.#gesture?.kind === 'press-empty' && this.#gesture.pans;
  }

  /** A press on a node's header or body. */
  pressNode(nodeId: string, client: XY, { shift, mod, alt = false, touch }: PressModifiers): void {
    this.#begin(client, touch);
    const { store } = this.#session;
    const additive = shift || mod;
    if (!additive && !store.isSelected(nodeId)) store.select([nodeId]);
    this.#gesture = { kind: 'press', start: client, nodeId, additive, copies: alt };
  }

  /** A press where no element is: a drawn node, a wire, or nothing. */
  pressCanvas(client: XY, modifiers: PressModifiers): void {
    const { scene, view } = this.#session;
    const point = view.toGraph(client);
    const line = this.#session.items.lineAt(point);
    if (line) {
      this.#pressItem({ item: line, area: 'body' }, client, modifiers);
      return;
    }
    const node = scene.nodeAt(point);
    if (node) {
      this.pressNode(node.id, client, modifiers);
      return;
    }
    const outer = this.#session.scene.tiles.pinAt(point, TILE_PIN_RADIUS);
    if (outer) {
      this.pressPin(outer.nodeId, outer.pin, outer.side, client, modifiers);
      return;
    }
    const { touch } = modifiers;
    const reach = (touch ? TOUCH_WIRE_RADIUS : WIRE_RADIUS) / view.view.zoom;
    const reroute = this.#session.reroutes.at(point, reach);
    if (reroute) {
      this.#begin(client, touch);
      this.#session.store.select([], [reroute.key]);
      this.#gesture = { kind: 'reroute', start: client, point: reroute };
      return;
    }
    const hit = this.#session.items.at(point);
    if (hit) {
      this.#pressItem(hit, client, modifiers);
      return;
    }
    this.#begin(client, touch);
    const shape = scene.wireAt(point, reach);
    this.#gesture = {
      kind: 'press-empty',
      start: client,
      additive: modifiers.shift || modifiers.mod,
      wire: shape?.key ?? null,
      pans: touch === 'pans',
    };
  }

  /** A press that begins to draw over the nodes. */
  pressDrawing(client: XY, isArrow: boolean): void {
    this.#begin(client, undefined);
    const stroke = { points: [this.#session.view.toGraph(client)], isArrow };
    this.#gesture = { kind: 'draw', start: client, stroke };
  }

  /** A press on a note, on the title of a frame, or on the corner of either. */
  #pressItem({ item, area }: ItemHit, client: XY, { shift, mod, alt = false, touch }: PressModifiers): void {
    this.#begin(client, touch);
    const { items, view } = this.#session;
    const additive = shift || mod;
    if (!additive && !items.isSelected(item.key)) items.select([item.key]);
    this.#gesture =
      area === 'corner' && !items.isLocked(item)
        ? { kind: 'resize', start: view.toGraph(client), item }
        : { kind: 'press-item', start: client, item, additive, copies: alt };
  }

  /** A press on a pin: a new wire, or the end of the one that is plugged in. */
  pressPin(
    nodeId: string,
    pin: string,
    side: 'input' | 'output',
    client: XY,
    { touch }: Partial<PressModifiers> = {},
  ): void {
    this.#begin(client, touch);
    const existing = side === 'input' ? this.#session.store.incoming(nodeId, pin) : undefined;
    if (existing) this.#startWire(existing.from, 'output', existing, client);
    else this.#startWire([nodeId, pin], side, null, client);
  }

  #begin(client: XY, touch: PressModifiers['touch']): void {
    this.cancel();
    this.#pointer = client;
    this.#slack = touch ? TOUCH_TOLERANCE : TOLERANCE;
    this.#hasDragged = false;
    this.#session.sync.pauseRemote();
  }

  #startWire(fixed: PinRef, side: 'output' | 'input', reconnect: GraphConnection | null, client: XY): void {
    const wire = new ConnectionDrag(this.#session, fixed, side, reconnect);
    this.#gesture = { kind: 'wire', start: client, wire, isDragged: false };
  }

  /** @param isFree nothing holds what is dragged: neither guides nor grid. */
  move(client: XY, isFree = false): void {
    this.#pointer = client;
    this.#isFree = isFree;
    const gesture = this.#gesture;
    if (!gesture) return;
    const isDrag = Math.hypot(client.x - gesture.start.x, client.y - gesture.start.y) > this.#slack;
    this.#hasDragged ||= isDrag;
    switch (gesture.kind) {
      case 'press':
        if (!isDrag) return;
        this.#startDrag(gesture);
        break;
      case 'press-item':
        if (!isDrag) return;
        this.#startItemDrag(gesture);
        break;
      case 'press-empty':
        if (!isDrag) return;
        if (gesture.pans) return this.#end();
        this.#leaveEmpty(gesture);
        break;
      case 'reroute':
      case 'draw':
        if (!this.#hasDragged) return;
        break;
      case 'drag':
      case 'resize':
      case 'box':
        break;
      case 'wire':
        if (!isDrag && !gesture.isDragged) return;
        gesture.isDragged = true;
        break;
    }
    this.#update();
    this.#edgePan.start();
  }

  #startDrag({ start, nodeId, additive, copies }: Extract<Gesture, { kind: 'press' }>): void {
    const { store } = this.#session;
    if (!store.isSelected(nodeId)) store.select(additive ? [...store.selectedNodes, nodeId] : [nodeId]);
    this.#dragFrom(start, copies);
  }

  #startItemDrag({ start, item, additive, copies }: Extract<Gesture, { kind: 'press-item' }>): void {
    const { items } = this.#session;
    if (!items.isSelected(item.key)) {
      if (additive) items.toggle(item.key);
      else items.select([item.key]);
    }
    this.#dragFrom(start, copies);
  }

  /** Everything that is selected moves, or a copy of it, with what lies in frames among it. */
  #dragFrom(start: XY, copies: boolean): void {
    const { store, scene, items, view, states, ui, clipboard } = this.#session;
    const copyOf: Selected | null = copies
      ? { nodes: [...store.selectedNodes], items: items.selected().map(({ key }) => key) }
      : null;
    if (copyOf) {
      store.mark(words.frames.duplicateStep);
      clipboard.duplicate(0);
    }
    const selected = items.selected().map(({ key }) => key);
    const grouped = items.groupedItems(selected, store.selectedNodes);
    const from = new Map<string, XY>();
    for (const id of grouped.nodes) {
      const box = scene.boxOf(id);
      if (box && !states.isLocked(id)) from.set(id, { x: box.x, y: box.y });
    }
    if (from.size + grouped.items.length === 0) ui.notify(words.frames.staysPut);
    const drag = new ItemDrag(this.#session, grouped.items);
    const nodes = new DragGuides(this.#session, from);
    this.#gesture = { kind: 'drag', start: view.toGraph(start), nodes, items: drag, copyOf };
  }

  #leaveEmpty({ start, additive, wire }: Extract<Gesture, { kind: 'press-empty' }>): void {
    const { store, scene, view } = this.#session;
    const shape = wire === null ? undefined : scene.shape(wire);
    if (shape) {
      const point = view.toGraph(start);
      const reach = END_RADIUS / view.view.zoom;
      const end = closestEnd(shape, point, reach);
      if (end === 'target') return this.#startWire(shape.wire.from, 'output', shape.wire, start);
      if (end === 'source') return this.#startWire(shape.wire.to, 'input', shape.wire, start);
    }
    const before: ReadonlySet<string> = additive ? new Set(store.selectedNodes) : new Set();
    this.#gesture = { kind: 'box', start: view.toGraph(start), before };
  }

  #update(): void {
    const gesture = this.#gesture;
    const { view, scene } = this.#session;
    const point = view.toGraph(this.#pointer);
    switch (gesture?.kind) {
      case 'drag': {
        const dx = point.x - gesture.start.x;
        const dy = point.y - gesture.start.y;
        const { positions: dragged, guides } = gesture.nodes.snap(dx, dy, this.#isFree);
        scene.setDragged(dragged);
        gesture.items.drag(dx, dy);
        this.overlay.show({ dropOn: this.#wireToDropOn(dragged), guides, isDrag: true });
        return;
      }
      case 'box': {
        const box = between(gesture.start, point);
        const insideKeys = this.#session.items.inside(box).items.map(({ key }) => key);
        this.#session.items.select(insideKeys, [
          ...gesture.before,
          ...scene.nodesIn(box).map((node) => node.id),
        ]);
        this.overlay.show({ box });
        return;
      }
      case 'resize':
        previewResize(this.#session, gesture.item, gesture.start, point);
        return;
      case 'reroute': {
        const { key, index } = gesture.point;
        scene.setDraggedPoints({ key, points: this.#session.reroutes.of(key).with(index, point) });
        return;
      }
      case 'draw':
        gesture.stroke = extendStroke(gesture.stroke, point, view.view.zoom);
        this.overlay.show({ stroke: gesture.stroke });
        return;
      case 'wire':
        this.overlay.show({ draft: gesture.wire.draft(this.#pointer) });
        return;
      default:
    }
  }

  #wireToDropOn(dragged: ReadonlyMap<string, XY>): WireKey | null {
    const [only] = dragged.keys();
    if (dragged.size !== 1 || only === undefined) return null;
    return this.#session.arranging.wireForInsert(only)?.key ?? null;
  }

  release(client: XY): void {
    this.#pointer = client;
    const gesture = this.#gesture;
    if (!gesture) return;
    const { store, scene, items } = this.#session;
    switch (gesture.kind) {
      case 'press':
        if (gesture.additive) store.toggle(gesture.nodeId);
        else if (store.selectedNodes.size > 1) store.select([gesture.nodeId]);
        break;
      case 'press-empty':
        if (gesture.wire !== null) this.#clickWire(gesture.wire, gesture.additive);
        else if (!gesture.additive) items.select([]);
        break;
      case 'drag': {
        this.#update();
        const positions = new Map(scene.held);
        this.#session.arranging.moveTo(positions, dragOperations(this.#session));
        if (gesture.copyOf) store.release();
        this.#gesture = { ...gesture, copyOf: null };
        break;
      }
      case 'press-item':
        if (gesture.additive) items.toggle(gesture.item.key);
        else items.select([gesture.item.key]);
        break;
      case 'resize':
        this.#update();
        this.#session.apply(words.frames.resizeStep, [], { canvas: dragOperations(this.#session) });
        break;
      case 'box':
        this.#update();
        break;
      case 'reroute':
        if (this.#hasDragged) this.#session.reroutes.move(gesture.point, this.#session.view.toGraph(client));
        break;
      case 'draw':
        this.#update();
        if (this.#hasDragged) items.addLine(gesture.stroke.points, gesture.stroke.isArrow);
        break;
      case 'wire':
        if (gesture.isDragged) gesture.wire.drop(this.#pointer);
        break;
    }
    this.#end();
  }

  /** A wire that goes by name leads to its other end. */
  #clickWire(key: WireKey, additive: boolean): void {
    const { reroutes, store, view } = this.#session;
    store.select(additive ? store.selectedNodes : [], [key]);
    if (!additive) reroutes.jump(key, view.toGraph(this.#pointer));
  }

  /** Escape: back to where the gesture began. */
  cancel(): boolean {
    if (!this.#gesture) return false;
    this.#end();
    return true;
  }

  #end(): void {
    this.#edgePan.stop();
    const was = this.#gesture;
    this.#gesture = null;
    if (was?.kind === 'drag') this.#session.scene.setDragged(new Map());
    if (was?.kind === 'reroute') this.#session.scene.setDraggedPoints(null);
    // A copy that was let go by Escape was never made.
    if (was?.kind === 'drag' && was.copyOf) {
      this.#session.store.bail();
      this.#session.items.select(was.copyOf.items, was.copyOf.nodes);
    }
    if (was?.kind === 'drag' || was?.kind === 'resize') this.#session.items.setDragged();
    this.#session.sync.resumeRemote();
    this.overlay.show({});
  }

  /** The pointer moves while nothing is held. */
  hover(client: XY, overNode: boolean): void {
    if (!this.#gesture && !this.#session.view.moving)
      this.#session.ui.set(underPointer(this.#session, client, overNode));
  }

  /** A node type is dragged over the canvas from a panel: shows the wire it would go into. @param type null when it has left. */
  hoverNew(type: string | null, client: XY): void {
    if (this.#gesture) return;
    const dropOn = type === null ? null : wireUnder(this.#session, type, this.#session.view.toGraph(client));
    this.overlay.show({ dropOn });
  }
}
