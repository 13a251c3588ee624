import { useEffect, useRef, type PointerEvent, type ReactElement, type RefObject } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditorSession } from '../session/editor-session.ts';
import css from './node-size.module.css';

const t = words.editorNode.nodeSize;

/** Widths go on this grid while nodes snap to theirs. Canvas units. */
const GRID = 8;

/** A press of the pointer on the corner. */
interface Press {
  /** Pixels of the screen. */
  x: number;
  width: number;
  isDragged: boolean;
  /** Takes its listeners away. */
  ending: AbortController;
}

/** Ends a press, if there is one: its drag is one step, or is taken back. */
function endPress(
  press: RefObject<Press | null>,
  { store }: EditorSession,
  outcome: 'kept' | 'taken back',
): void {
  const drag = press.current;
  press.current = null;
  drag?.ending.abort();
  if (!drag?.isDragged) return;
  if (outcome === 'kept') store.release();
  else store.bail();
}

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
  const press = useRef<Press | null>(null);
  const isLocked = session.states.isLocked(nodeId);
  // The corner may go away under the pointer, which then ends nothing: far away, locked or deleted.
  useEffect(() => () => endPress(press, session, 'kept'), [session]);
  useEffect(() => {
    if (isLocked) endPress(press, session, 'kept');
  }, [session, isLocked]);
  if (isLocked) return null;
  const { store, toggles, view } = session;
  const onPointerMove = ({ clientX }: PointerEvent): void => {
    const drag = press.current;
    if (!drag) return;
    const by = (clientX - drag.x) / view.view.zoom;
    if (!drag.isDragged && Math.abs(clientX - drag.x) < 3) return;
    if (!drag.isDragged) store.mark(t.makeWiderNarrower);
    drag.isDragged = true;
    const targetWidth = drag.width + by;
    toggles.setWidth(nodeId, session.snapToGrid ? Math.round(targetWidth / GRID) * GRID : targetWidth);
  };
  return (
    <span
      className={css['handle']}
      data-widget
      data-node-size
      aria-hidden
      title={t.dragMakeWiderNarrower}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        endPress(press, session, 'kept');
        event.currentTarget.setPointerCapture(event.pointerId);
        const ending = new AbortController();
        press.current = { x: event.clientX, width, isDragged: false, ending };
        const onKeyDown = (pressed: KeyboardEvent): void => {
          if (pressedKey(pressed) !== 'Escape') return;
          pressed.stopPropagation();
          endPress(press, session, 'taken back');
        };
        window.addEventListener('keydown', onKeyDown, { capture: true, signal: ending.signal });
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => endPress(press, session, 'kept')}
      onLostPointerCapture={() => endPress(press, session, 'kept')}
      onPointerCancel={() => endPress(press, session, 'taken back')}
      onDoubleClick={(event) => {
        event.stopPropagation();
        toggles.setWidth(nodeId, null);
      }}
    />
  );
}
