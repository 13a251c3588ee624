import { useEffect, type ReactElement } from 'react';
import { usePointerDrag } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditorSession } from '../session/editor-session.ts';
import css from './node-size.module.css';

const t = words.editorNode.nodeSize;

/** Widths go on this grid while nodes snap to theirs. Canvas units. */
const GRID = 8;

/**
 * The corner of a node by which it is made wider or narrower; a double-click gives it its usual width. A drag is one step.
 * By keys there are commands for it.
 */
export function NodeSize({
  session,
  nodeId,
  width,
}: {
  session: EditorSession;
  nodeId: string;
  width: number;
}): ReactElement | null {
  const { store, states, toggles, view } = session;
  const isLocked = states.isLocked(nodeId);
  const { onPointerDown, end } = usePointerDrag({
    onPress: () => ({ width }),
    onStart: () => store.mark(t.makeWiderNarrower),
    onMove: (origin, _event, by) => {
      const targetWidth = origin.width + by.x / view.view.zoom;
      toggles.setWidth(nodeId, session.snapToGrid ? Math.round(targetWidth / GRID) * GRID : targetWidth);
    },
    onEnd: (_origin, isDrag) => {
      if (isDrag) store.release();
    },
    onCancel: () => store.bail(),
  });
  // The corner goes away under the pointer, and the drag ends as one step.
  useEffect(() => {
    if (isLocked) end();
  });
  if (isLocked) return null;
  return (
    <span
      className={css['handle']}
      data-widget
      data-node-size
      aria-hidden
      title={t.dragMakeWiderNarrower}
      onPointerDown={onPointerDown}
      onDoubleClick={(event) => {
        event.stopPropagation();
        toggles.setWidth(nodeId, null);
      }}
    />
  );
}
