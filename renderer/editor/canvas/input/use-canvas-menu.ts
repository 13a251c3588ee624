import { useRef, useState, type HTMLAttributes, type MouseEvent } from 'react';
import type { MenuEntries } from '#renderer/ui/index.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { menuAt, menuOfSelection, selectionAnchor } from './canvas-menu.ts';
import type { Gestures } from './gestures.ts';
import type { PointerTracker } from './pointer-tracker.ts';

const noEntries = (): MenuEntries => [];

/** Whether a menu is asked for by keys on the canvas itself. */
const isByKeys = ({
  button,
  ctrlKey,
  nativeEvent,
  target,
  currentTarget,
}: MouseEvent<HTMLElement>): boolean =>
  button !== 2 &&
  !ctrlKey &&
  target === currentTarget &&
  !(nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch');

/**
 * The menu of what lies under the pointer, or under a finger that stays where it pressed; by keys that of what is
 * selected, where that is.
 */
export function useCanvasMenu(
  session: EditorSession,
  gestures: Gestures,
  pointers: PointerTracker,
): {
  entries: () => MenuEntries;
  onOpenChange: (open: boolean) => void;
  props: Pick<HTMLAttributes<HTMLDivElement>, 'onTouchStartCapture' | 'onContextMenuCapture'>;
} {
  const [entries, setEntries] = useState<() => MenuEntries>(() => noEntries);
  const setMenu = (next: () => MenuEntries): void => setEntries(() => next);
  // A long press opens the menu without an event of its own.
  const touched = useRef<Parameters<typeof menuAt>[1]>(null);
  const isOfSelection = useRef(false);
  return {
    entries,
    onOpenChange(open) {
      if (!open) return;
      gestures.cancel();
      if (!touched.current) return;
      pointers.onMenuOpen();
      releaseTouch();
      setMenu(menuAt(session, touched.current));
    },
    props: {
      onTouchStartCapture: ({ touches, target }) => {
        const touch = touches.length === 1 ? touches.item(0) : null;
        touched.current = touch ? { clientX: touch.clientX, clientY: touch.clientY, target } : null;
      },
      onContextMenuCapture: (event) => {
        touched.current = null;
        if (isOfSelection.current) {
          setMenu(menuOfSelection(session) ?? noEntries);
          return;
        }
        const at = isByKeys(event) ? selectionAnchor(session) : null;
        if (at) {
          event.preventDefault();
          event.stopPropagation();
          // The menu opens where its event happened.
          isOfSelection.current = true;
          const init = { bubbles: true, cancelable: true, button: 2, clientX: at.x, clientY: at.y };
          event.currentTarget.dispatchEvent(new window.MouseEvent('contextmenu', init));
          isOfSelection.current = false;
          return;
        }
        setMenu(menuAt(session, event));
      },
    },
  };
}

/**
 * The finger that opened the menu makes no click when it leaves: unless the browser has seen a long press itself by then, a
 * click would follow, and close the menu.
 */
function releaseTouch(): void {
  const controller = new AbortController();
  const { signal } = controller;
  const onEnd = (event: TouchEvent): void => {
    event.preventDefault();
    controller.abort();
  };
  window.addEventListener('touchend', onEnd, { capture: true, passive: false, signal });
  window.addEventListener('touchcancel', () => controller.abort(), { signal });
}
