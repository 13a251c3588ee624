import { useCallback, useEffect, useSyncExternalStore, type ReactElement } from 'react';
import { useCatalogRevision, useNodeSelector, useTitle, useUi } from '../../session/editor-context.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import css from './hover-name.module.css';

/** From this height of the canvas on up a name stands below its node. Pixels. */
const SPACE_ABOVE = 40;
/** Half of the widest name: so far it keeps from the sides. Pixels. */
const HALF = 140;

/** What a node is called that is too small for its name, while the pointer rests on it. */
export function HoverName({ session }: { session: EditorSession }): ReactElement | null {
  const nodeId = useUi(session, ({ hoverLabelNode }) => hoverLabelNode);
  return nodeId === null ? null : <Name session={session} nodeId={nodeId} />;
}

/** Wakes for what the node is called, and for where it is. */
function Name({ session, nodeId }: { session: EditorSession; nodeId: string }): ReactElement | null {
  const { catalog, scene, ui, view } = session;
  // It was placed for the view as it is now.
  useEffect(() => view.subscribe(() => ui.set({ hoverLabelNode: null })), [ui, view]);
  const box = useSyncExternalStore(
    useCallback((listener: () => void) => scene.subscribe(listener), [scene]),
    () => scene.box(nodeId),
  );
  const title = useTitle(session, nodeId);
  const nodeType = useNodeSelector(session, nodeId, ({ type }) => type);
  useCatalogRevision(session);
  const isMissing = !box || nodeType === undefined;
  useEffect(() => {
    if (isMissing) ui.set({ hoverLabelNode: null });
  }, [isMissing, ui]);
  if (isMissing) return null;
  const { x, y, zoom } = view.view;
  const top = box.y * zoom + y;
  const isBelow = top < SPACE_ABOVE;
  const middle = (box.x + box.width / 2) * zoom + x;
  const type = catalog.find(nodeType)?.summary.title;
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
