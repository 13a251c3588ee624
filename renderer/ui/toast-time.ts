import { pane } from './panes.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Marks where messages stand. */
export const toastRegion = { 'data-toasts': '', ...pane };

const isMessage = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-toasts]') !== null;

/**
 * Whether somebody reads a message: the pointer moved onto it, or the keyboard is in it. A pointer that rests where a
 * message appears does not count.
 * @param isMounted whether there is any message.
 */
export function useIsRead(isMounted: boolean): boolean {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    if (!isMounted) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    const focusChanged = (focused: Element | null) =>
      setFocused(isMessage(focused) && focused?.matches(':focus-visible') === true);
    document.addEventListener(
      'mousemove',
      ({ target, movementX, movementY }) => {
        // The browser sends one as well when something appears under the pointer.
        if (movementX !== 0 || movementY !== 0) setPointed(isMessage(target));
      },
      { signal, capture: true },
    );
    document.documentElement.addEventListener('mouseleave', () => setPointed(false), { signal });
    document.addEventListener(
      'focusin',
      ({ target }) => focusChanged(target instanceof Element ? target : null),
      {
        signal,
      },
    );
    document.addEventListener('focusout', () => focusChanged(null), { signal });
    return () => {
      listeners.abort();
      setPointed(false);
      setFocused(false);
    };
  }, [isMounted]);
  return isPointed || isFocused;
}

/**
 * Lets a message leave when its time is up. The time stands still while it is read, and goes on where it stopped.
 * @param dismissal `timeout` in milliseconds, 0 for ever; another object begins the time anew.
 */
export function useAutoDismiss(
  dismissal: { timeout: number } | undefined,
  isRead: boolean,
  leave: () => void,
): void {
  const used = useRef({ dismissal, milliseconds: 0 });
  const dismiss = useEffectEvent(leave);
  useEffect(() => {
    if (used.current.dismissal !== dismissal) used.current = { dismissal, milliseconds: 0 };
    if (dismissal === undefined || dismissal.timeout === 0 || isRead) return undefined;
    const since = performance.now();
    const timer = setTimeout(dismiss, Math.max(0, dismissal.timeout - used.current.milliseconds));
    return () => {
      clearTimeout(timer);
      used.current.milliseconds += performance.now() - since;
    };
  }, [dismissal, isRead]);
}
