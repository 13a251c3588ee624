import { pressedKey } from '#renderer/keys/index.ts';

/** A pointer that moves less after a press is a click. Pixels. */
const DRAG_THRESHOLD = 3;

/** What becomes of a press that is followed. Points are those of the window, in pixels. */
export interface PointerFollower {
  /** Once, when it has moved far enough to be a drag. */
  onStart?: () => void;
  onMove: (event: PointerEvent) => void;
  /** It was let go. @param isDrag false for a click */
  onEnd: (event: PointerEvent, isDrag: boolean) => void;
  /** Taken back: by Escape, by the system, or as the window lost the pointer. */
  onCancel: (isDrag: boolean) => void;
}

/**
 * Follows one pressed pointer until it is let go, wherever that is.
 * @param options.threshold pixels from which on it is a drag and moves are told; 0 for each of them.
 * @param options.captor the element that has captured the pointer: where it loses it, the press ends.
 * @returns what stops following without telling anybody.
 */
export function followPointer(
  { pointerId, clientX, clientY }: Pick<PointerEvent, 'pointerId' | 'clientX' | 'clientY'>,
  { onStart, onMove, onEnd, onCancel }: PointerFollower,
  { threshold = DRAG_THRESHOLD, captor = null }: { threshold?: number; captor?: Element | null } = {},
): () => void {
  const abort = new AbortController();
  let isDrag = false;
  const cancel = (): void => {
    abort.abort();
    onCancel(isDrag);
  };
  const end = (event: PointerEvent): void => {
    abort.abort();
    onEnd(event, isDrag);
  };
  const ofPointer = (listener: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerId === pointerId) listener(event);
  };
  const move = (event: PointerEvent): void => {
    // Let go where nobody could tell: over another window, or after what held it was gone.
    if (event.buttons === 0 && event.isTrusted) return end(event);
    if (!isDrag) {
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) < threshold) return undefined;
      isDrag = true;
      onStart?.();
    }
    return onMove(event);
  };
  const listening = { signal: abort.signal };
  window.addEventListener('pointermove', ofPointer(move), listening);
  window.addEventListener('pointerup', ofPointer(end), listening);
  window.addEventListener('pointercancel', ofPointer(cancel), listening);
  // An element that is taken out of the page loses it in the document's name.
  window.addEventListener(
    'lostpointercapture',
    ofPointer((event) => {
      if (captor !== null && (event.target === captor || event.target === document)) end(event);
    }),
    listening,
  );
  window.addEventListener('blur', ({ target }) => target === window && cancel(), listening);
  window.addEventListener(
    'keydown',
    (event) => {
      if (!isDrag || pressedKey(event) !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      cancel();
    },
    { ...listening, capture: true },
  );
  return () => abort.abort();
}
