import { useLayoutEffect, type RefObject } from 'react';

const DIALOGS = '[role="dialog"]:not([data-closed]),[role="alertdialog"]:not([data-closed])';
/** What is worked with in a dialog that fills the window. */
const CONTROLS = 'header,footer,aside,nav,[role="toolbar"],[role="region"]';

/** From this part of the window on a dialog leaves no room beside it. */
const FULL = 0.85;

/** Between messages and the edges of the window. Pixels. */
const GAP = 16;

type Corner = 'left' | 'top' | 'top-left';
const CORNERS: readonly Corner[] = ['left', 'top', 'top-left'];

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const meets = (a: Box, b: Box): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

/** What messages keep off: dialogs, and the controls of those that fill the window. */
function occupiedRects(messages: HTMLElement): Box[] {
  const area = innerWidth * innerHeight;
  return [...document.querySelectorAll(DIALOGS)].flatMap((dialog) => {
    // A message is a dialog to screen readers too.
    if (messages.contains(dialog)) return [];
    const box = dialog.getBoundingClientRect();
    if (box.width * box.height < area * FULL) return [box];
    return [...dialog.querySelectorAll(CONTROLS)].map((control) => control.getBoundingClientRect());
  });
}

/** Where messages of a size would lie in a corner of the window. */
function boxIn(corner: Corner, { width, height }: { width: number; height: number }): Box {
  const left = corner === 'top' ? innerWidth - GAP - width : GAP;
  const top = corner === 'left' ? innerHeight - GAP - height : GAP;
  return { left, top, right: left + width, bottom: top + height };
}

/** Where no dialog is in the way, messages lie where the page wants them. */
function positionElement(element: HTMLElement): void {
  const occupied = occupiedRects(element);
  if (occupied.length === 0) {
    element.removeAttribute('data-corner');
    return;
  }
  const currentRect = element.getBoundingClientRect();
  if (!occupied.some((box) => meets(currentRect, box))) return;
  const free = CORNERS.find((corner) => !occupied.some((box) => meets(boxIn(corner, currentRect), box)));
  if (free !== undefined) element.setAttribute('data-corner', free);
}

/**
 * Moves messages into a corner of the window that no dialog takes, and back when the dialog is gone. Where no corner is free they
 * stay where they are.
 * @param element what holds the messages. @param count of the messages that are shown.
 */
export function useFreeCorner(element: RefObject<HTMLElement | null>, count: number): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null || count === 0) return undefined;
    let request = 0;
    const schedule = (): void => {
      cancelAnimationFrame(request);
      request = requestAnimationFrame(() => positionElement(current));
    };
    schedule();
    // Dialogs are portals of the page's own body.
    const changes = new MutationObserver(schedule);
    changes.observe(document.body, { childList: true });
    window.addEventListener('resize', schedule);
    return () => {
      cancelAnimationFrame(request);
      changes.disconnect();
      window.removeEventListener('resize', schedule);
    };
  }, [element, count]);
}
