import { useEffect, useRef, type RefObject } from 'react';

/** The choice that is made, which takes the focus before the first control. */
const CHOSEN = '[aria-pressed="true"]:not(:disabled)';
const CONTROLS =
  'input:not([type="hidden"]), textarea, select, button:not(:disabled), a[href], [tabindex="0"]';

/**
 * Gives the focus to the first control of a part of the page that is read first: until then the part itself has it, and
 * nothing that a person does meanwhile is undone.
 * @param isReady false while controls are there that come before others.
 * @returns to be given to the part, which needs `tabIndex={-1}`, and to its dialog as what takes the focus first.
 */
export function useFirstFocus<Part extends HTMLElement>(isReady = true): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useEffect(() => {
    const { current } = part;
    if (!isReady || !current) return undefined;
    const give = () => {
      if (document.activeElement !== current) return;
      const control =
        current.querySelector<HTMLElement>(CHOSEN) ?? current.querySelector<HTMLElement>(CONTROLS);
      control?.focus();
    };
    // It comes to the part after the dialog has opened, and the controls may come after that.
    current.addEventListener('focus', give);
    const changes = new MutationObserver(give);
    changes.observe(current, { childList: true, subtree: true });
    give();
    return () => {
      current.removeEventListener('focus', give);
      changes.disconnect();
    };
  }, [isReady]);
  return part;
}

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
