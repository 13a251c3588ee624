import { useEffect, useRef } from 'react';

/** A dialog or menu that closes keeps the focus until it is gone. */
const CLOSING = '[role="dialog"][data-closed],[role="alertdialog"][data-closed],[role="menu"][data-closed]';

/** So many frames in a row without any focus: what closed has given its focus back by then, if there was somebody to give it to. */
const FRAMES_WITHOUT = 2;

/**
 * Gives the focus to a part of a page that was just opened, where what had it is gone with the page before, or goes with a dialog
 * or menu that closes.
 */
export function useFocusWhenLost(find: () => HTMLElement | null | undefined): void {
  const latest = useRef(find);
  useEffect(() => {
    let frames = 0;
    let request = 0;
    const look = (): void => {
      const { activeElement } = document;
      const isLost = activeElement === null || activeElement === document.body;
      if (!isLost && activeElement.closest(CLOSING) === null) return;
      frames = isLost ? frames + 1 : 0;
      if (frames < FRAMES_WITHOUT) {
        request = requestAnimationFrame(look);
        return;
      }
      latest.current()?.focus({ preventScroll: true });
    };
    request = requestAnimationFrame(look);
    return () => cancelAnimationFrame(request);
  }, []);
}
