import { words } from '#renderer/words/index.ts';
import { grow, type Rect, type XY } from '../geometry.ts';
import { snapped } from '../model/editing.ts';
import type { WireKey } from '../model/editor-store.ts';
import { HEADER, NODE_WIDTH } from '../scene/node-layout.ts';
import type { EditorSession } from './editor-session.ts';
import { routeWires } from './route-wires.ts';
import { addNodeAt, coversNone, movableFrom, sizeOfType } from './place-node.ts';

const t = words.editorSession.insertNode;

/** From the node that a wire comes from to one put into it. Canvas units. */
const WIRE_GAP = 40;

/** The upper left corner of a node that lies with the middle of its title at a point. Canvas units. */
export const cornerUnder = ({ x, y }: XY): XY => ({ x: x - NODE_WIDTH / 2, y: y - HEADER / 2 });

/** The wire that a new node would go into, put down with its title at a point; null when it fits none there. */
export function wireUnder(session: EditorSession, type: string, point: XY): WireKey | null {
  const corner = snapped(cornerUnder(point), session.snapToGrid);
  return session.arranging.wireForNew(type, { ...corner, ...sizeOfType(session, type) });
}

/**
 * Where a node may lie in a wire that leads to the right: behind the node it comes from, and over nodes that will make
 * room for it. Null for a wire that leads back, and one that is gone.
 */
function spaceInWire(
  session: EditorSession,
  key: WireKey,
): { left: number; isFree: (rect: Rect) => boolean } | null {
  const { scene, store } = session;
  const wire = store.getWire(key);
  const from = wire && scene.visibleRect(wire.from[0]);
  const to = wire && scene.visibleRect(wire.to[0]);
  if (!from || !to || to.x < from.x + from.width) return null;
  const left = from.x + from.width + WIRE_GAP;
  const moving = new Set(
    [...movableFrom(session, wire.to[0])].flatMap(([id, { x }]) => (x < to.x ? [] : [id])),
  );
  return { left, isFree: (rect) => rect.x + WIRE_GAP >= left && coversNone(session, rect, moving) };
}

/**
 * Adds a node into a wire, as one step: its title at a point, or beside that where it would cover a node that does not
 * make room; never before the node that the wire comes from. It stays without a wire when it does not fit, or the wire
 * is gone. @returns its id; null when refused.
 */
export function insertNodeOnWire(
  session: EditorSession,
  type: string,
  key: WireKey,
  point: XY,
): string | null {
  session.store.mark(t.insertWire(session.catalog.find(type)?.summary.title ?? type));
  const corner = cornerUnder(point);
  const space = spaceInWire(session, key);
  const at = space ? { ...corner, x: Math.max(corner.x, space.left) } : corner;
  const id = addNodeAt(session, type, at, {}, space?.isFree);
  if (id !== null) session.arranging.insertOnWire(id, key);
  session.store.release();
  if (id !== null) notifyWiresBehind(session, id);
  return id;
}

/** A wire that now runs behind a new node looks like one of its own: says so, and leads it around. */
function notifyWiresBehind(session: EditorSession, nodeId: string): void {
  const { scene, ui } = session;
  const box = scene.box(nodeId);
  const hidden = box ? scene.wiresUnder(grow(box, -1), nodeId).map(({ key }) => key) : [];
  if (hidden.length === 0) return;
  ui.notify(words.notices.runsBehind(hidden.length, session.titleOf(nodeId)), {
    label: words.notices.routeAround(hidden.length),
    run: () => routeWires(session, hidden),
  });
}
