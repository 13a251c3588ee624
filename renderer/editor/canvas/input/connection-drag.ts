import { inputKey } from '#shared/graph/keys.ts';
import type { Conversion } from '#shared/graph/converters.ts';
import { connectionChecker } from '#shared/graph/connect.ts';
import type { PinBase } from '#shared/graph/pin-type.ts';
import type { GraphConnection, PinRef } from '#shared/graph/types.ts';
import { words } from '#renderer/words/index.ts';
import type { XY } from '../../geometry.ts';
import type { PinHit } from '../../scene/scene.ts';
import { curveOf, type Curve } from '../../scene/wire-geometry.ts';
import { conversionsFor } from '../../session/converting.ts';
import type { EditorSession } from '../../session/editor-session.ts';

const t = words.editorCanvas.connectionDrag;

/** How near the pointer must come to a pin for the wire to snap to it. Pixels. */
const SNAP_RADIUS = 34;
/** So near, the pointer means this pin and no other: when it refuses, its reason is shown. Pixels. */
const HIT_RADIUS = 12;
/** Below this zoom pins are too small to be pointed out. */
const COMPATIBLE_FROM_ZOOM = 0.45;

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

/** A wire of which one end is held: a new one, or one that was plugged in. */
export class ConnectionDrag {
  readonly #session: EditorSession;
  /** The end that stays. */
  readonly #fixed: PinRef;
  readonly #side: 'output' | 'input';
  readonly #reconnect: GraphConnection | null;
  /** Why the held end cannot go to a pin; null when it can. */
  readonly #check: (to: PinRef) => string | null;

  /** @param side of the end that stays. @param reconnect the wire that was unplugged. */
  constructor(
    session: EditorSession,
    fixed: PinRef,
    side: 'output' | 'input',
    reconnect: GraphConnection | null,
  ) {
    this.#session = session;
    this.#fixed = fixed;
    this.#side = side;
    this.#reconnect = reconnect;
    this.#check = reconnect
      ? (peer) =>
          side === 'output'
            ? session.wiring.reconnectError(reconnect, fixed, peer)
            : session.wiring.reconnectError(reconnect, peer, fixed)
      : side === 'output'
        ? connectionChecker(session.store.getGraph(), fixed, session.catalog)
        : (peer) => session.wiring.connectionError(peer, fixed);
  }

  /** What is seen of it while the pointer is there. */
  draft(client: XY): DraftWire {
    const { scene, view } = this.#session;
    const point = view.toGraph(client);
    const { target, reason } = this.#targetAt(point);
    const [nodeId, pin] = this.#fixed;
    const fixedAt = scene.anchor(nodeId, pin, this.#side) ?? point;
    const free = target && reason === null ? target.at : point;
    return {
      curve: this.#side === 'output' ? curveOf(fixedAt, free) : curveOf(free, fixedAt),
      base: scene.pinBase(nodeId, pin, this.#side),
      target,
      reason,
      fitting: this.#fitting(),
      client,
    };
  }

  /** Lets go: connects it, says why not, unplugs it, or offers nodes that fit its end. */
  drop(client: XY): void {
    const session = this.#session;
    const at = session.view.toGraph(client);
    const { target, reason } = this.#targetAt(at);
    const [fixed, side, reconnect] = [this.#fixed, this.#side, this.#reconnect];
    if (target && reason === null) {
      const peer: PinRef = [target.nodeId, target.pin];
      const [from, to] = side === 'output' ? [fixed, peer] : [peer, fixed];
      const same =
        reconnect && inputKey(reconnect.to) === inputKey(to) && reconnect.from.join() === from.join();
      if (same) return;
      if (reconnect) session.wiring.reconnect(reconnect, from, to);
      else session.wiring.connect(from, to);
      return;
    }
    if (target && reason !== null) {
      this.#suggestConversions([target.nodeId, target.pin], reason, client);
      return;
    }
    if (reconnect) {
      session.wiring.disconnect(reconnect);
      return;
    }
    session.ui.set({
      quickAdd: {
        client,
        at: side === 'output' ? { x: at.x, y: at.y - 46 } : { x: at.x - 248, y: at.y - 46 },
        wireTo: { side, pin: fixed },
      },
    });
  }

  /** Offers nodes that would make the wire fit; without any it says why it was not made. */
  #suggestConversions(peer: PinRef, reason: string, client: XY): void {
    const { ui } = this.#session;
    const [from, to] = this.#side === 'output' ? [this.#fixed, peer] : [peer, this.#fixed];
    const conversions = this.#conversions(from, to);
    if (conversions.length === 0) ui.notify(t.noConnected(reason));
    else ui.set({ convertPin: { from, to, reason, conversions, client } });
  }

  /** A wire that is plugged in elsewhere stays as it is: what is offered is for a new one. */
  #conversions(from: PinRef, to: PinRef): Conversion[] {
    return this.#reconnect ? [] : conversionsFor(this.#session, from, to);
  }

  /** The pin the wire would go into: the one pointed at, else the nearest that fits, else the nearest and its reason. */
  #targetAt(point: XY): { target: PinHit | null; reason: string | null } {
    const { scene, view } = this.#session;
    const side = this.#side === 'output' ? 'input' : 'output';
    const nearby = scene.pinsInRadius(point, SNAP_RADIUS / view.view.zoom, side);
    const [closest] = nearby;
    if (closest && closest.distance <= HIT_RADIUS / view.view.zoom) {
      return { target: closest, reason: this.#check([closest.nodeId, closest.pin]) };
    }
    let hits = nearby;
    if (hits.length === 0) {
      // Over a node but not near a pin: the first pin of it that fits takes the wire.
      const node = scene.nodeAt(point);
      if (node && node.id !== this.#fixed[0]) {
        hits = scene
          .pinsInRadius(
            { x: node.x + node.width / 2, y: node.y + node.height / 2 },
            node.width + node.height,
            side,
          )
          .filter((hit) => hit.nodeId === node.id)
          .sort((a, b) => a.at.y - b.at.y);
      } else if (!node) hits = this.#tilePins(point, side);
    }
    let rejected: { target: PinHit; reason: string } | null = null;
    for (const hit of hits) {
      const reason = this.#check([hit.nodeId, hit.pin]);
      if (reason === null) return { target: hit, reason: null };
      rejected ??= { target: hit, reason };
    }
    return rejected ?? { target: null, reason: null };
  }

  /** All pins of the collapsed frame at a point. */
  #tilePins(point: XY, side: 'input' | 'output'): PinHit[] {
    const { tiles } = this.#session.scene;
    const tile = tiles.tileAt(point);
    if (!tile || tile.nodes.has(this.#fixed[0])) return [];
    const pins = tiles.pinsInRadius(point, tile.rect.width + tile.rect.height, side);
    return pins.filter(({ nodeId }) => tile.nodes.has(nodeId)).sort((a, b) => a.at.y - b.at.y);
  }

  #fitting(): XY[] {
    const { scene, view } = this.#session;
    if (view.view.zoom < COMPATIBLE_FROM_ZOOM) return [];
    const side = this.#side === 'output' ? 'input' : 'output';
    const found: XY[] = [];
    for (const box of scene.nodesIn(view.visible())) {
      const rows = side === 'input' ? box.layout.inputs.filter((row) => row.canHaveWire) : box.layout.outputs;
      for (const row of rows) {
        if (this.#check([box.id, row.pin.name]) !== null) continue;
        const at = scene.anchor(box.id, row.pin.name, side);
        if (at) found.push(at);
      }
    }
    for (const tile of scene.tiles.all().values()) {
      for (const { nodeId, pin } of side === 'input' ? tile.inputs : tile.outputs) {
        const at = this.#check([nodeId, pin]) === null ? scene.anchor(nodeId, pin, side) : null;
        if (at) found.push(at);
      }
    }
    return found;
  }
}
