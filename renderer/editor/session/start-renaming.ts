import { intersects } from '../geometry.ts';
import { isMounted } from '../scene/view-controller.ts';
import type { EditorSession } from './editor-session.ts';

/** Opens the title of a node for typing, where it can be seen: a node that is too small or out of view is brought near. */
export function startRenaming(session: EditorSession, nodeId: string): void {
  const box = session.scene.box(nodeId);
  // In a collapsed frame it has no title to type in; the inspector has.
  if (!box) return session.focusNode(nodeId);
  const { view } = session;
  if (!isMounted(view.detail) || !intersects(box, view.visible(-0.06))) view.reveal(box);
  session.ui.set({ renaming: nodeId });
}
