import { useLayoutEffect, useRef, useState, type RefObject, type UIEvent } from 'react';

/** Pixels a second; at most so much that single frames can be seen. */
const MAX_ZOOM = 600;
/** Browsers lay out no element that is wider than this for certain. */
const MAX_PIXELS = 8_000_000;
/** Pixels that are laid out beside the view, so that scrolling meets what is there. */
const OVERSCAN = 500;
/** Pixels of the heads of the tracks, and of the room behind the last clip. */
export const HEADS = 176;
const TAIL = 48;
/** Scrolling draws anew only after so many pixels. */
const CHUNK = 200;

/** How the timeline is drawn: seconds to pixels, and which part of it is near the view. */
export interface TimelineScale {
  scroller: RefObject<HTMLDivElement | null>;
  onScroll: (event: UIEvent) => void;
  /** Pixels a second; the least fits the whole length. */
  scale: number;
  canZoomIn: boolean;
  canZoomOut: boolean;
  /** Pixels of the lanes. */
  width: number;
  /** Seconds between which clips are drawn. */
  from: number;
  to: number;
  /** @param next pixels a second, or null to fit. @param x what stays in place; by default the middle of the view. */
  zoomTo: (next: number | null, x?: number) => void;
  /** Pixels from the beginning of what is seen of the tracks. */
  laneX: (clientX: number) => number;
  /** The time under a pointer, in seconds; never before the beginning. */
  timeAt: (clientX: number) => number;
  /** Scrolls so far that a time is in view. */
  reveal: (seconds: number) => void;
  /** Where a time is in the window, in pixels; null when it is out of view. */
  clientXOf: (seconds: number) => number | null;
}

/** @param length seconds of the timeline. */
export function useTimelineScale(length: number): TimelineScale {
  const scroller = useRef<HTMLDivElement>(null);
  const boxWidth = useWidth(scroller);
  const [scrollLeft, setScrollLeft] = useState(0);
  /** Pixels a second, or null to fit the whole length. */
  const [zoom, setZoom] = useState<number | null>(null);
  const anchor = useRef<{ time: number; x: number } | null>(null);

  const lane = Math.max(boxWidth - HEADS - TAIL, 1);
  const fit = lane / length;
  const most = Math.max(fit, Math.min(MAX_ZOOM, MAX_PIXELS / length));
  const scale = Math.min(most, Math.max(fit, zoom ?? fit));

  // What was under the pointer (or in the middle) stays there while the scale changes.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !anchor.current) return undefined;
    const { time, x } = anchor.current;
    anchor.current = null;
    const target = time * scale - x;
    /** @returns whether it lies there; the browser rounds to whole pixels. */
    const applyScroll = (): boolean => {
      element.scrollLeft = target;
      return Math.abs(element.scrollLeft - target) <= 1;
    };
    const plane = element.firstElementChild;
    if (applyScroll() || !plane) return undefined;
    // It cannot be scrolled so far before what is wider now is laid out.
    const observer = new ResizeObserver(() => {
      if (applyScroll()) observer.disconnect();
    });
    observer.observe(plane);
    return () => observer.disconnect();
  }, [scale]);

  const zoomTo = (next: number | null, x = lane / 2) => {
    const element = scroller.current;
    if (element) anchor.current = { time: (element.scrollLeft + x) / scale, x };
    setZoom(next === null || next <= fit ? null : Math.min(most, next));
  };
  useWheelZoom(scroller, (factor, x) => zoomTo(scale * factor, x));
  const lanesLeft = () => (scroller.current?.getBoundingClientRect().left ?? 0) + HEADS;

  return {
    scroller,
    onScroll: (event) => setScrollLeft(Math.round(event.currentTarget.scrollLeft / CHUNK) * CHUNK),
    scale,
    canZoomIn: scale < most,
    canZoomOut: scale > fit,
    // Room to drag clips to behind the last one.
    width: Math.max(length * scale + Math.max(TAIL, zoom === null ? 0 : boxWidth / 2), boxWidth - HEADS),
    from: (scrollLeft - OVERSCAN) / scale,
    to: (scrollLeft + boxWidth + OVERSCAN) / scale,
    zoomTo,
    laneX: (clientX) => clientX - lanesLeft(),
    timeAt: (clientX) => Math.max(0, (clientX - lanesLeft() + (scroller.current?.scrollLeft ?? 0)) / scale),
    reveal: (seconds) => {
      const element = scroller.current;
      if (!element) return;
      const x = seconds * scale - element.scrollLeft;
      if (x < 0 || x > lane) element.scrollLeft = Math.max(0, seconds * scale - lane / 3);
    },
    clientXOf: (seconds) => {
      const x = seconds * scale - (scroller.current?.scrollLeft ?? 0);
      return x >= 0 && x <= lane ? lanesLeft() + x : null;
    },
  };
}

/** Pixels of an element, as it changes. */
function useWidth(ref: RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => setWidth(element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

/** React's own wheel listeners are passive and could not keep the page from zooming. */
function useWheelZoom(
  scroller: RefObject<HTMLDivElement | null>,
  zoomBy: (factor: number, x: number) => void,
): void {
  const latest = useRef(zoomBy);
  useLayoutEffect(() => {
    latest.current = zoomBy;
  });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const x = event.clientX - element.getBoundingClientRect().left - HEADS;
      latest.current(Math.exp(-event.deltaY / 240), Math.max(0, x));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [scroller]);
}
