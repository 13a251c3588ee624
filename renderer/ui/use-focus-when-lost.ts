import { useEffect, useRef } from 'react';

/** Gives the focus to a part of a page that was just opened, where what had it is gone with the page before. */
export function useFocusWhenLost(find: () => HTMLElement | null | undefined): void {
  const latest = useRef(find);
  useEffect(() => {
    const request = requestAnimationFrame(() => {
      if (document.activeElement === null || document.activeElement === document.body) {
        latest.current()?.focus({ preventScroll: true });
      }
    });
    return () => cancelAnimationFrame(request);
  }, []);
}
