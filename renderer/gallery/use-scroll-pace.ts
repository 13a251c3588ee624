import { useEffect, useState, type RefObject } from 'react';

/** So many views of the list in this time are too fast to see what goes by. */
const MAX_VIEWS = 2.5;
const WINDOW_MS = 100;
/** The list has come to rest when nothing scrolled for so long. Milliseconds. */
const IDLE_MS = 120;

/**
 * Whether the list goes by too fast to be seen, as when its bar is dragged: pictures that were never shown wait until
 * it comes to rest, so that nobody makes thousands of them for nothing.
 */
export function useScrollSpeed(scroller: RefObject<HTMLElement | null>): boolean {
  const [isRushing, setRushing] = useState(false);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let idleTimer: ReturnType<typeof setTimeout> | undefined;
    let last = element.scrollTop;
    let from = { at: 0, top: last };
    const onScroll = ({ timeStamp }: Event) => {
      if (timeStamp - from.at > WINDOW_MS) from = { at: timeStamp, top: last };
      last = element.scrollTop;
      if (Math.abs(last - from.top) > MAX_VIEWS * element.clientHeight) setRushing(true);
      clearTimeout(idleTimer);
      idleTimer = setTimeout(() => setRushing(false), IDLE_MS);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(idleTimer);
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller]);
  return isRushing;
}
