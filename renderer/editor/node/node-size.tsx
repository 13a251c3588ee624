import { useRef, type PointerEvent, type ReactElement } from 'react';
import type { EditorSession } from '../session/editor-session.ts';
import css from './node-size.module.css';

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
  const press = useRef<{ x: number; width: number; isDragged: boolean; ending: AbortController } | null>(
    null,
  );
  if (session.states.isLocked(nodeId)) return null;
  const { store, toggles, view } = session;
  const end = (isGivenUp: boolean): void => {
    const wasDragged = press.current?.isDragged === true;
    press.current?.ending.abort();
    press.current = null;
    if (!wasDragged) return;
    if (isGivenUp) store.bail();
    else store.release();
  };
  const onPointerMove = ({ clientX }: PointerEvent): void => {
    const held = press.current;
    if (!held) return;
    const by = (clientX - held.x) / view.view.zoom;
    if (!held.isDragged && Math.abs(clientX - held.x) < 3) return;
    if (!held.isDragged) store.mark('make wider or narrower');
    held.isDragged = true;
    const wanted = held.width + by;
    toggles.setWidth(nodeId, session.snapToGrid ? Math.round(wanted / GRID) * GRID : wanted);
  };
  return (
    <span
      className={css['handle']}
      data-widget
      data-node-size
      aria-hidden
      title="Drag to make it wider or narrower. Double-click for the usual width."
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const ending = new AbortController();
        press.current = { x: event.clientX, width, isDragged: false, ending };
        const onKeyDown = (pressed: KeyboardEvent): void => {
          if (pressed.key !== 'Escape') return;
          pressed.stopPropagation();
          end(true);
        };
        window.addEventListener('keydown', onKeyDown, { capture: true, signal: ending.signal });
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => end(false)}
      onPointerCancel={() => end(true)}
      onDoubleClick={(event) => {
        event.stopPropagation();
        toggles.setWidth(nodeId, null);
      }}
    />
  );
}
