import { useEffect, type ReactElement } from 'react';
import { useUi } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import css from './hover-name.module.css';

/** From this height of the canvas on up a name stands below its node. Pixels. */
const ROOM_ABOVE = 40;
/** Half of the widest name: so far it keeps from the sides. Pixels. */
const HALF = 140;

/** What a node is called that is too small for its name, while the pointer rests on it. */
export function HoverName({ session }: { session: EditorSession }): ReactElement | null {
  const { catalog, scene, store, ui, view } = session;
  const nodeId = useUi(session, ({ smallNode }) => smallNode);
  // It was placed for the view as it is now.
  useEffect(
    () => (nodeId === null ? undefined : view.subscribe(() => ui.set({ smallNode: null }))),
    [nodeId, ui, view],
  );
  const box = nodeId === null ? undefined : scene.box(nodeId);
  const node = nodeId === null ? undefined : store.getNode(nodeId);
  if (!box || !node) return null;
  const { x, y, zoom } = view.view;
  const top = box.y * zoom + y;
  const isBelow = top < ROOM_ABOVE;
  const middle = (box.x + box.width / 2) * zoom + x;
  const title = session.titleOfNode(node);
  const type = catalog.find(node.type)?.summary.title;
  return (
    <div
      className={css['name']}
      data-below={isBelow || undefined}
      style={{
        left: Math.max(HALF, Math.min(view.size.width - HALF, middle)),
        top: isBelow ? top + box.height * zoom : top,
      }}
      aria-hidden
    >
      <span dir="auto">{title}</span>
      {type === undefined || type === title ? null : <span className={css['type']}>{type}</span>}
    </div>
  );
}
