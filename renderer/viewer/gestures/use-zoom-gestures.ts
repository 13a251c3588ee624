import { select } from 'd3-selection';
import { zoom, zoomIdentity, type D3ZoomEvent } from 'd3-zoom';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Placement, Size } from '../model/zoom.ts';

/** The size of an element in CSS pixels; null until it is known. */
export function useElementSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = current;
      if (width > 0 && height > 0) setSize({ width, height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/**
 * Wheel, drag and pinch on an element: zoom to the pointer and pan.
 * @param placement where the picture is now; null while nothing can be moved.
 * @param limits smallest and largest `k`.
 */
export function useZoomGestures(
  element: RefObject<HTMLElement | null>,
  placement: Placement | null,
  limits: readonly [number, number],
  onPlacement: (placement: Placement) => void,
): void {
  const latest = useRef(onPlacement);
  const [min, max] = limits;
  const isMovable = placement !== null;
  useEffect(() => {
    latest.current = onPlacement;
  });
  useEffect(() => {
    const { current } = element;
    if (!current || !isMovable) return undefined;
    const behavior = zoom<HTMLElement, unknown>()
      .scaleExtent([min, max])
      .on('zoom', ({ sourceEvent, transform: { x, y, k } }: D3ZoomEvent<HTMLElement, unknown>) => {
        if (sourceEvent) latest.current({ left: x, top: y, k });
      });
    const target = select(current);
    target.call(behavior).on('dblclick.zoom', null);
    return () => {
      target.on('.zoom', null);
    };
  }, [element, isMovable, min, max]);
  // The library begins each gesture where it believes the picture to be.
  useEffect(() => {
    const { current } = element;
    if (!current || placement === null) return;
    const { left, top, k } = placement;
    select(current).property('__zoom', zoomIdentity.translate(left, top).scale(k));
  });
}
