import type { XY } from '../geometry.ts';
import type { WireKey } from '../model/editor-store.ts';
import { tileIdOf } from '../scene/canvas-places.ts';
import { NODE_WIDTH, DEFAULT_HEIGHT } from '../scene/node-layout.ts';
import type { EditorSession } from './editor-session.ts';
import { positionBehind } from './place-node.ts';

/** Opens the picker for a new node. @param client where it stands and the node goes. Client pixels. */
export function startAdding(session: EditorSession, client: XY): void {
  session.ui.set({ quickAdd: { client, at: session.view.toGraph(client), wireTo: null } });
}

/** Opens the picker for a node to go into a wire. @param client where it stands and the node goes. Client pixels. */
export function startInserting(session: EditorSession, targetWire: WireKey, client: XY): void {
  session.ui.set({
    quickAdd: { client, at: session.view.toGraph(client), wireTo: null, target: targetWire },
  });
}

/** Opens the picker for a node to go into the selected wire. @returns false when not exactly one wire is selected. */
export function startInsertOnSelected(session: EditorSession): boolean {
  const { selectedNodes, selectedWires } = session.store;
  const [key] = selectedWires;
  const shape =
    selectedNodes.size === 0 && selectedWires.size === 1 && key !== undefined
      ? session.scene.shape(key)
      : undefined;
  if (!shape) return false;
  const { from, to } = shape.curve;
  startInserting(
    session,
    shape.key,
    session.view.toClient({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }),
  );
  return true;
}

/** Opens the picker for a new node in the middle of the view. */
export function startAddingInTheMiddle(session: EditorSession): void {
  const { x, y } = session.view.center;
  startAdding(session, session.view.toClient({ x: x - NODE_WIDTH / 2, y: y - DEFAULT_HEIGHT / 2 }));
}

/** The node that a wire leads from out of the collapsed frame that is all there is selected. */
function firstLeadingOut({ items, scene }: EditorSession): string | undefined {
  const [item, ...remaining] = items.selected();
  if (item?.collapsed !== true || remaining.length > 0) return undefined;
  const tile = scene.tiles.all().get(tileIdOf(item));
  return tile?.outputs[0]?.nodeId ?? [...(tile?.nodes ?? [])].at(-1);
}

/**
 * Opens the picker for a new node behind the selected node, or behind the tile of the selected frame and the first
 * output that leads out of it. @returns false when not exactly one of either is selected.
 */
export function startAddingBehind(session: EditorSession): boolean {
  const { selectedNodes } = session.store;
  const [behind = firstLeadingOut(session)] = selectedNodes;
  const at = selectedNodes.size <= 1 && behind !== undefined ? positionBehind(session, behind) : null;
  if (at === null || behind === undefined) return false;
  session.ui.set({ quickAdd: { client: session.view.toClient(at), at, wireTo: null, behind } });
  return true;
}
