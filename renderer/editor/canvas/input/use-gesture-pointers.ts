import { useEffect, type RefObject } from 'react';
import type { Gestures } from './gestures.ts';
import type { PointerTracker } from './pointer-tracker.ts';

/** On the stage while a finger holds something of the canvas: React Flow then leaves the view where it is. */
const NO_PAN = 'nopan';

/**
 * Moves and ends the gesture of the canvas wherever its pointer is, also outside the window. Not by `followPointer`, which follows one
 * pointer from its press: here several pointers are watched all the time to tell which of them makes the gesture.
 */
export function useGesturePointers(
  gestures: Gestures,
  pointers: PointerTracker,
  stage: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const onMove = (event: PointerEvent): void => {
      pointers.onMove(event);
      if (gestures.active && pointers.isPrimary(event))
        gestures.move({ x: event.clientX, y: event.clientY }, event.ctrlKey || event.metaKey);
    };
    const onUp = (event: PointerEvent): void => {
      const isOurs = pointers.isPrimary(event);
      pointers.onUp(event);
      if (gestures.active && isOurs) gestures.release({ x: event.clientX, y: event.clientY });
    };
    const onCancel = (event: PointerEvent): void => {
      const isOurs = pointers.isPrimary(event);
      pointers.onUp(event);
      if (isOurs) gestures.cancel();
    };
    const onBlur = (): void => {
      pointers.reset();
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
  }, [gestures, pointers]);
  useTouches(gestures, pointers, stage);
}

/**
 * Fingers move the view by React Flow's own touch handling. It gets them unless a hand only rests there, and keeps the view
 * where it is while a finger holds a node, a wire or a field.
 */
function useTouches(
  gestures: Gestures,
  pointers: PointerTracker,
  stage: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const element = stage.current;
    if (!element) return undefined;
    const blockPan = (event: TouchEvent): void => {
      if (!pointers.blocksPan(event.timeStamp)) return;
      event.stopPropagation();
      // No click and no menu follow.
      if (event.cancelable) event.preventDefault();
    };
    const onStart = (event: TouchEvent): void => {
      const isWidget =
        event.target instanceof Element && event.target.closest('[data-widget],input,textarea');
      const blocksPan = isWidget !== null || (gestures.active && !gestures.pans);
      element.classList.toggle(NO_PAN, event.touches.length === 1 && blocksPan);
      blockPan(event);
    };
    const onEnd = (event: TouchEvent): void => {
      if (event.touches.length === 0) element.classList.remove(NO_PAN);
    };
    const early = { capture: true, passive: false };
    element.addEventListener('touchstart', onStart, early);
    element.addEventListener('touchmove', blockPan, early);
    window.addEventListener('touchend', onEnd);
    window.addEventListener('touchcancel', onEnd);
    return () => {
      element.removeEventListener('touchstart', onStart, early);
      element.removeEventListener('touchmove', blockPan, early);
      window.removeEventListener('touchend', onEnd);
      window.removeEventListener('touchcancel', onEnd);
    };
  }, [gestures, pointers, stage]);
}
