import { useLayoutEffect, type RefObject } from 'react';
import { coversControl, intersects, type Box } from './covered-controls.ts';

const DIALOGS = '[role="dialog"]:not([data-closed]),[role="alertdialog"]:not([data-closed])';
/** What is worked with in a dialog that fills the window. */
const CONTROLS = 'header,footer,aside,nav,[role="toolbar"],[role="region"]';

/** From this part of the window on a dialog leaves no room beside it. */
const FULL = 0.85;

/** Between messages and the edges of the window. Pixels. */
const GAP = 16;

/** From one place that is tried to the next. Pixels. */
const STEP = 24;

/** The page changes often, and where its controls are is read from its layout. */
const CHECK_INTERVAL_MS = 150;

/** The style sheet leaves so much room below the page. */
const RESERVED_HEIGHT = '--message-room';

type Corner = 'left' | 'top' | 'top-left';
const CORNERS: readonly Corner[] = ['left', 'top', 'top-left'];

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

/** Places of a size from where messages are: up from there, to the left, and along the other edges. */
function candidateBoxes({ left, top, width, height }: DOMRect): Box[] {
  const boxAt = (x: number, y: number): Box => ({ left: x, top: y, right: x + width, bottom: y + height });
  const steps = (from: number) =>
    Array.from(
      { length: Math.max(0, Math.floor((from - GAP) / STEP) + 1) },
      (_, index) => from - index * STEP,
    );
  return [
    ...steps(top).map((y) => boxAt(left, y)),
    ...steps(left).map((x) => boxAt(x, top)),
    ...steps(top).map((y) => boxAt(GAP, y)),
    ...steps(left).map((x) => boxAt(x, GAP)),
  ];
}

/** Puts messages where the style sheet has them. */
function resetPosition({ style }: HTMLElement): void {
  style.removeProperty('right');
  style.removeProperty('bottom');
  document.documentElement.style.removeProperty(RESERVED_HEIGHT);
}

function moveTo({ style }: HTMLElement, { right, bottom }: Pick<Box, 'right' | 'bottom'>): void {
  style.setProperty('right', `${innerWidth - right}px`);
  style.setProperty('bottom', `${innerHeight - bottom}px`);
}

/** Keeps messages off the controls of the page; where those are everywhere, the page makes room below it. */
function avoidControls(element: HTMLElement): void {
  const root = document.documentElement.style;
  const rect = element.getBoundingClientRect();
  const reserved = `${Math.ceil(rect.height) + GAP}px`;
  if (root.getPropertyValue(RESERVED_HEIGHT) !== '') {
    root.setProperty(RESERVED_HEIGHT, reserved);
    return;
  }
  const covers = coversControl(element);
  if (!covers(rect)) return;
  const free = candidateBoxes(rect).find((box) => !covers(box));
  if (free) {
    moveTo(element, free);
    return;
  }
  root.setProperty(RESERVED_HEIGHT, reserved);
  moveTo(element, { right: innerWidth - GAP, bottom: innerHeight - GAP / 2 });
}

/** Where no dialog is in the way, messages lie where the page wants them, or beside that where it has controls. */
function positionElement(element: HTMLElement): void {
  const occupied = occupiedRects(element);
  if (occupied.length === 0) {
    element.removeAttribute('data-corner');
    avoidControls(element);
    return;
  }
  const currentRect = element.getBoundingClientRect();
  if (!occupied.some((box) => intersects(currentRect, box))) return;
  const free = CORNERS.find((corner) => !occupied.some((box) => intersects(boxIn(corner, currentRect), box)));
  if (free === undefined) return;
  resetPosition(element);
  element.setAttribute('data-corner', free);
}

/** What may bring a control under a message. */
const CHANGES = ['scroll', 'focusin', 'input', 'transitionend'] as const;

/**
 * Moves messages into a corner of the window that no dialog takes, and off what can be pressed or typed into. Where no corner is
 * free beside a dialog they stay where they are.
 * @param element what holds the messages. @param count of the messages that are shown.
 */
export function useFreeCorner(element: RefObject<HTMLElement | null>, count: number): void {
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null || count === 0) return undefined;
    let request = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = (): void => {
      cancelAnimationFrame(request);
      request = requestAnimationFrame(() => positionElement(current));
    };
    const scheduleThrottled = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        schedule();
      }, CHECK_INTERVAL_MS);
    };
    schedule();
    // Dialogs are portals of the page's own body.
    const dialogs = new MutationObserver(schedule);
    dialogs.observe(document.body, { childList: true });
    const changes = new MutationObserver(scheduleThrottled);
    changes.observe(document.body, { childList: true, subtree: true });
    const listeners = new AbortController();
    const { signal } = listeners;
    const onResize = (): void => {
      resetPosition(current);
      schedule();
    };
    window.addEventListener('resize', onResize, { signal });
    for (const kind of CHANGES)
      window.addEventListener(kind, scheduleThrottled, { capture: true, passive: true, signal });
    return () => {
      cancelAnimationFrame(request);
      clearTimeout(timer);
      dialogs.disconnect();
      changes.disconnect();
      listeners.abort();
    };
  }, [element, count]);
  const isEmpty = count === 0;
  useLayoutEffect(() => {
    const { current } = element;
    return isEmpty || current === null ? undefined : () => resetPosition(current);
  }, [element, isEmpty]);
}
