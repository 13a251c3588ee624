import { useEffect, useRef } from 'react';

/** A dialog or menu that closes keeps the focus until it is gone. */
const CLOSING = '[role="dialog"][data-closed],[role="alertdialog"][data-closed],[role="menu"][data-closed]';

/** A page that was just opened has the focus as a whole, until a part of it takes it. */
const PAGE_ROOT = 'main[tabindex="-1"]';

/** So many frames in a row without any focus: what closed has given its focus back by then, if there was somebody to give it to. */
const MAX_UNFOCUSED_FRAMES = 2;

/**
 * Gives the focus to a part of a page that was just opened, where what had it is gone with the page before, or goes with a dialog
 * or menu that closes.
 */
export function useFocusRestore(find: () => HTMLElement | null | undefined): void {
  const latest = useRef(find);
  useEffect(() => {
    let frames = 0;
    let request = 0;
    const checkFocus = (): void => {
      const { activeElement } = document;
      const hasNoFocus =
        activeElement === null || activeElement === document.body || activeElement.matches(PAGE_ROOT);
      if (!hasNoFocus && activeElement.closest(CLOSING) === null) return;
      frames = hasNoFocus ? frames + 1 : 0;
      if (frames < MAX_UNFOCUSED_FRAMES) {
        request = requestAnimationFrame(checkFocus);
        return;
      }
      latest.current()?.focus({ preventScroll: true });
    };
    request = requestAnimationFrame(checkFocus);
    return () => cancelAnimationFrame(request);
  }, []);
}
