import type { XY } from '../geometry.ts';
import type { EditorSession } from './editor-session.ts';

/** Opens the picker for a new node. @param client where it stands and the node goes. Client pixels. */
export function startAdding(session: EditorSession, client: XY): void {
  session.ui.set({ quickAdd: { client, at: session.view.toGraph(client), wireTo: null } });
}
