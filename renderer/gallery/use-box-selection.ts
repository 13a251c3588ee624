import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
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
    stop.current = followPointer({
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

/** Follows one pressed pointer until it is let go. @returns ends it without a word. */
function followPointer(options: {
  grid: HTMLElement;
  scroller: HTMLElement;
  event: globalThis.PointerEvent;
  onStart: () => void;
  onMove: (from: GridPoint, to: GridPoint, adds: boolean) => void;
  onEnd: (isCanceled: boolean) => void;
}): () => void {
  const { grid, scroller, event, onStart, onMove, onEnd } = options;
  const { pointerId } = event;
  const adds = event.shiftKey || event.ctrlKey || event.metaKey;
  const pressed = { x: event.clientX, y: event.clientY };
  let pointer = pressed;
  let isDrawing = false;
  let frame = 0;
  const pointOf = ({ x, y }: GridPoint): GridPoint => {
    const { left, top } = grid.getBoundingClientRect();
    return { x: x - left, y: y - top };
  };
  const from = pointOf(pressed);
  const abort = new AbortController();
  const end = () => {
    cancelAnimationFrame(frame);
    abort.abort();
  };
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
  const { signal } = abort;
  const onPointerMove = (moveEvent: globalThis.PointerEvent) => {
    if (moveEvent.pointerId !== pointerId) return;
    pointer = { x: moveEvent.clientX, y: moveEvent.clientY };
    if (!isDrawing) {
      if (Math.hypot(pointer.x - pressed.x, pointer.y - pressed.y) < THRESHOLD) return;
      isDrawing = true;
      onStart();
    }
    if (frame === 0) frame = requestAnimationFrame(step);
  };
  const finish = (isCanceled: boolean) => {
    // The last place counts also when the pointer is let go before the next frame.
    if (isDrawing && !isCanceled) onMove(from, pointOf(pointer), adds);
    end();
    onEnd(isCanceled && isDrawing);
  };
  window.addEventListener('pointermove', onPointerMove, { signal });
  window.addEventListener('pointerup', () => finish(false), { signal });
  window.addEventListener('pointercancel', () => finish(true), { signal });
  window.addEventListener('blur', () => finish(true), { signal });
  window.addEventListener(
    'keydown',
    (press) => {
      if (pressedKey(press) !== 'Escape' || !isDrawing) return;
      press.preventDefault();
      press.stopPropagation();
      finish(true);
    },
    { signal, capture: true },
  );
  return end;
}
