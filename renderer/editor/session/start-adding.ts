import type { XY } from '../geometry.ts';
import { NODE_WIDTH, USUAL_HEIGHT } from '../scene/node-layout.ts';
import type { EditorSession } from './editor-session.ts';
import { placeBehind } from './place-node.ts';

/** Opens the picker for a new node. @param client where it stands and the node goes. Client pixels. */
export function startAdding(session: EditorSession, client: XY): void {
  session.ui.set({ quickAdd: { client, at: session.view.toGraph(client), wireTo: null } });
}

/** Opens the picker for a new node in the middle of the view. */
export function startAddingInTheMiddle(session: EditorSession): void {
  const { x, y } = session.view.center;
  startAdding(session, session.view.toClient({ x: x - NODE_WIDTH / 2, y: y - USUAL_HEIGHT / 2 }));
}

/** Opens the picker for a new node behind the selected one. @returns false when not exactly one node is selected. */
export function startAddingBehind(session: EditorSession): boolean {
  const { selectedNodes } = session.store;
  const [behind] = selectedNodes;
  const at = selectedNodes.size === 1 && behind !== undefined ? placeBehind(session, behind) : null;
  if (at === null || behind === undefined) return false;
  session.ui.set({ quickAdd: { client: session.view.toClient(at), at, wireTo: null, behind } });
  return true;
}
