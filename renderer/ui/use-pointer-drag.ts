import { useEffect, useRef, type PointerEvent } from 'react';
import { followPointer } from './follow-pointer.ts';

/** What a drag does, always as of the newest render. */
export interface PointerDrag<Origin> {
  /** A press of the main button, or of one that `buttons` names. @returns what the drag starts from; null where it is not one's own */
  onPress: (event: PointerEvent) => Origin | null;
  /** It moved far enough to be a drag. */
  onStart?: (origin: Origin) => void;
  /** @param by pixels since the press */
  onMove: (origin: Origin, event: globalThis.PointerEvent, by: { x: number; y: number }) => void;
  /** Let go, or what was pressed went away. @param isDrag false for a click */
  onEnd?: (origin: Origin, isDrag: boolean, event: globalThis.PointerEvent | null) => void;
  /** A drag was taken back: by Escape, by the system, or as the window lost the pointer. */
  onCancel?: (origin: Origin) => void;
  /** Pixels from which on a press is a drag; 3 without. */
  threshold?: number;
  buttons?: readonly number[];
}

interface Press<Origin> {
  origin: Origin;
  isDrag: boolean;
  stop: () => void;
}

/**
 * Follows a pointer from its press on an element to where it is let go, and ends the drag when the component goes.
 * @returns the handler of the press, and what ends or takes back a drag from elsewhere.
 */
export function usePointerDrag<Origin>(drag: PointerDrag<Origin>) {
  const latest = useRef(drag);
  useEffect(() => {
    latest.current = drag;
  });
  const press = useRef<Press<Origin>>(null);
  const end = (event: globalThis.PointerEvent | null): void => {
    const { current } = press;
    if (!current) return;
    press.current = null;
    current.stop();
    latest.current.onEnd?.(current.origin, current.isDrag, event);
  };
  /** @returns whether there was a drag. */
  const cancel = (): boolean => {
    const { current } = press;
    press.current = null;
    current?.stop();
    if (!current?.isDrag) return false;
    latest.current.onCancel?.(current.origin);
    return true;
  };
  const latestEnd = useRef(end);
  useEffect(() => {
    latestEnd.current = end;
  });
  useEffect(() => () => latestEnd.current(null), []);
  const onPointerDown = (event: PointerEvent): void => {
    if (!(drag.buttons ?? [0]).includes(event.button)) return;
    end(null);
    const origin = drag.onPress(event);
    if (origin === null) return;
    // The pointer keeps its shape over what it passes.
    event.currentTarget.setPointerCapture(event.pointerId);
    const { clientX, clientY } = event;
    const current: Press<Origin> = { origin, isDrag: false, stop: () => undefined };
    press.current = current;
    current.stop = followPointer(
      event,
      {
        onStart: () => {
          current.isDrag = true;
          latest.current.onStart?.(origin);
        },
        onMove: (move) =>
          latest.current.onMove(origin, move, { x: move.clientX - clientX, y: move.clientY - clientY }),
        onEnd: (release) => end(release),
        onCancel: () => void cancel(),
      },
      { threshold: drag.threshold, captor: event.currentTarget },
    );
  };
  return { onPointerDown, end: () => end(null), cancel };
}
