import { useEffect, useRef, type RefObject } from 'react';

/** Scrolls a list so that the row which the keys have come to is seen. @returns what the list's element goes into. */
export function useActiveInView(active: number): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return list;
}
