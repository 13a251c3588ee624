import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { followPointer } from '#renderer/ui/index.ts';
import { boxBetween, tilesInBox, type GridBox, type GridPoint, type GridShape } from './grid-box.ts';

/** A pointer that moves less is a click. Pixels. */
const THRESHOLD = 6;
/** Nearer to the edge than this, the list scrolls on. Pixels. */
const EDGE = 40;
const MAX_SCROLL_STEP = 24;

export interface BoxSelection {
  /** What is drawn now; null when nothing is. */
  box: GridBox | null;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  /** Whether the click that follows a press belongs to the box. */
  endsBox: () => boolean;
}

/**
 * A box drawn with the pointer that chooses what it touches; with Shift or Ctrl beside what is chosen. It scrolls at the
 * edges, and Escape gives back what was chosen before.
 * @param options.onTiles told of the touched tiles by their places, and whether they join what was chosen before.
 */
export function useBoxSelection(options: {
  scroller: RefObject<HTMLDivElement | null>;
  grid: RefObject<HTMLDivElement | null>;
  shape: GridShape;
  onTiles: (tiles: readonly number[], adds: boolean) => void;
  onStart: () => void;
  onCancel: () => void;
}): BoxSelection {
  const [box, setBox] = useState<GridBox | null>(null);
  const latest = useRef(options);
  const stop = useRef<(() => void) | null>(null);
  const wasBox = useRef(false);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => () => stop.current?.(), []);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    wasBox.current = false;
    const { grid, scroller } = options;
    if (event.button !== 0 || event.pointerType === 'touch' || !grid.current || !scroller.current) return;
    stop.current?.();
    stop.current = followBox({
      grid: grid.current,
      scroller: scroller.current,
      event: event.nativeEvent,
      onStart: () => {
        wasBox.current = true;
        latest.current.onStart();
      },
      onMove: (from, to, adds) => {
        const element = grid.current;
        if (element === null) return;
        const next = boxBetween(from, to, { width: element.clientWidth, height: element.clientHeight });
        setBox(next);
        latest.current.onTiles(tilesInBox(next, latest.current.shape), adds);
      },
      onEnd: (isCanceled) => {
        stop.current = null;
        setBox(null);
        if (isCanceled) latest.current.onCancel();
      },
    });
  };
  return { box, onPointerDown, endsBox: () => wasBox.current };
}

/** Draws while one pressed pointer is down. @returns ends it without telling anybody. */
function followBox(options: {
  grid: HTMLElement;
  scroller: HTMLElement;
  event: globalThis.PointerEvent;
  onStart: () => void;
  onMove: (from: GridPoint, to: GridPoint, adds: boolean) => void;
  onEnd: (isCanceled: boolean) => void;
}): () => void {
  const { grid, scroller, event, onStart, onMove, onEnd } = options;
  const adds = event.shiftKey || event.ctrlKey || event.metaKey;
  let pointer = { x: event.clientX, y: event.clientY };
  let frame = 0;
  const pointOf = ({ x, y }: GridPoint): GridPoint => {
    const { left, top } = grid.getBoundingClientRect();
    return { x: x - left, y: y - top };
  };
  const from = pointOf(pointer);
  /** One frame: further at the edges, and what is touched by now. */
  const step = () => {
    const { top, bottom } = scroller.getBoundingClientRect();
    const beyond = pointer.y < top + EDGE ? pointer.y - top - EDGE : Math.max(0, pointer.y - bottom + EDGE);
    const by = Math.round(Math.max(-MAX_SCROLL_STEP, Math.min(MAX_SCROLL_STEP, beyond / 2)));
    const before = scroller.scrollTop;
    if (by !== 0) scroller.scrollTop += by;
    onMove(from, pointOf(pointer), adds);
    frame = scroller.scrollTop === before ? 0 : requestAnimationFrame(step);
  };
  const finish = (isCanceled: boolean, isDrag: boolean) => {
    cancelAnimationFrame(frame);
    // The last place counts also when the pointer is let go before the next frame.
    if (isDrag && !isCanceled) onMove(from, pointOf(pointer), adds);
    onEnd(isCanceled && isDrag);
  };
  const stop = followPointer(
    event,
    {
      onStart,
      onMove: ({ clientX, clientY }) => {
        pointer = { x: clientX, y: clientY };
        if (frame === 0) frame = requestAnimationFrame(step);
      },
      onEnd: (_release, isDrag) => finish(false, isDrag),
      onCancel: (isDrag) => finish(true, isDrag),
    },
    { threshold: THRESHOLD },
  );
  return () => {
    cancelAnimationFrame(frame);
    stop();
  };
}
