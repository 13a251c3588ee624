import { useEffect, type RefObject } from 'react';
import type { Gestures } from './gestures.ts';
import type { Hands } from './hands.ts';

/** On the stage while a finger holds something of the canvas: React Flow then leaves the view where it is. */
const NO_PAN = 'nopan';

/** A gesture goes on wherever its pointer is, also outside the canvas and the window. */
export function useGesturePointers(
  gestures: Gestures,
  hands: Hands,
  stage: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const onMove = (event: PointerEvent): void => {
      hands.see(event);
      if (gestures.active && hands.acts(event))
        gestures.move({ x: event.clientX, y: event.clientY }, event.ctrlKey || event.metaKey);
    };
    const onUp = (event: PointerEvent): void => {
      const isOurs = hands.acts(event);
      hands.lift(event);
      if (gestures.active && isOurs) gestures.release({ x: event.clientX, y: event.clientY });
    };
    const onCancel = (event: PointerEvent): void => {
      const isOurs = hands.acts(event);
      hands.lift(event);
      if (isOurs) gestures.cancel();
    };
    const onBlur = (): void => {
      hands.clear();
      gestures.cancel();
    };
    // It is ours alone: panels beside the canvas need not look, with each step, whether one of their edges is near.
    const claim = (event: PointerEvent): void => {
      if (gestures.active) event.preventDefault();
    };
    window.addEventListener('pointermove', claim, { capture: true });
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', onCancel);
    window.addEventListener('blur', onBlur);
    return () => {
      window.removeEventListener('pointermove', claim, { capture: true });
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', onCancel);
      window.removeEventListener('blur', onBlur);
      gestures.cancel();
    };
  }, [gestures, hands]);
  useTouches(gestures, hands, stage);
}

/**
 * Fingers move the view by React Flow's own touch handling. It gets them unless a hand only rests there, and keeps the view
 * where it is while a finger holds a node, a wire or a field.
 */
function useTouches(gestures: Gestures, hands: Hands, stage: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = stage.current;
    if (!element) return undefined;
    const keepFromView = (event: TouchEvent): void => {
      if (!hands.keepsView(event.timeStamp)) return;
      event.stopPropagation();
      // No click and no menu follow.
      if (event.cancelable) event.preventDefault();
    };
    const onStart = (event: TouchEvent): void => {
      const isWidget =
        event.target instanceof Element && event.target.closest('[data-widget],input,textarea');
      const blocksPan = isWidget !== null || (gestures.active && !gestures.pans);
      element.classList.toggle(NO_PAN, event.touches.length === 1 && blocksPan);
      keepFromView(event);
    };
    const onEnd = (event: TouchEvent): void => {
      if (event.touches.length === 0) element.classList.remove(NO_PAN);
    };
    const early = { capture: true, passive: false };
    element.addEventListener('touchstart', onStart, early);
    element.addEventListener('touchmove', keepFromView, early);
    window.addEventListener('touchend', onEnd);
    window.addEventListener('touchcancel', onEnd);
    return () => {
      element.removeEventListener('touchstart', onStart, early);
      element.removeEventListener('touchmove', keepFromView, early);
      window.removeEventListener('touchend', onEnd);
      window.removeEventListener('touchcancel', onEnd);
    };
  }, [gestures, hands, stage]);
}
