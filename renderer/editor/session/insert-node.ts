import type { XY } from '../geometry.ts';
import { snapped } from '../model/editing.ts';
import type { WireKey } from '../model/editor-store.ts';
import { HEADER, NODE_WIDTH } from '../scene/node-layout.ts';
import type { EditorSession } from './editor-session.ts';
import { addNodeNear, sizeOfType } from './place-node.ts';

/** The upper left corner of a node that lies with the middle of its title at a point. Canvas units. */
export const cornerUnder = ({ x, y }: XY): XY => ({ x: x - NODE_WIDTH / 2, y: y - HEADER / 2 });

/** The wire that a new node would go into, put down with its title at a point; null when it fits none there. */
export function wireUnder(session: EditorSession, type: string, point: XY): WireKey | null {
  const corner = snapped(cornerUnder(point), session.snapToGrid);
  return session.arranging.wireForNew(type, { ...corner, ...sizeOfType(session, type) });
}

/**
 * Adds a node into a wire, as one step: its title at a point, or beside that where it would cover a node. It stays
 * without a wire when it does not fit, or the wire is gone. @returns its id; null when refused.
 */
export function addNodeIntoWire(
  session: EditorSession,
  type: string,
  key: WireKey,
  point: XY,
): string | null {
  session.store.mark(`insert ${session.catalog.find(type)?.summary.title ?? type} into the wire`);
  const id = addNodeNear(session, type, cornerUnder(point));
  if (id !== null) session.arranging.insertInto(id, key);
  session.store.release();
  return id;
}
