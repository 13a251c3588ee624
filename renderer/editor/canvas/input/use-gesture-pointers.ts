import { useEffect } from 'react';
import type { Gestures } from './gestures.ts';

/** A gesture goes on wherever the pointer is, also outside the canvas and the window. */
export function useGesturePointers(gestures: Gestures): void {
  useEffect(() => {
    const onMove = (event: PointerEvent): void => {
      if (gestures.active)
        gestures.move({ x: event.clientX, y: event.clientY }, event.ctrlKey || event.metaKey);
    };
    const onUp = (event: PointerEvent): void => {
      if (gestures.active) gestures.release({ x: event.clientX, y: event.clientY });
    };
    const onCancel = (): void => {
      gestures.cancel();
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', onCancel);
    window.addEventListener('blur', onCancel);
    return () => {
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', onCancel);
      window.removeEventListener('blur', onCancel);
      gestures.cancel();
    };
  }, [gestures]);
}
