import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import { belongsToFocus, focusKind, isMacPlatform, pressedKey } from '#renderer/keys/index.ts';
import { runKeyCommand } from '#renderer/commands/index.ts';
import { useFocusWhenLost } from '#renderer/ui/index.ts';

/** Keys of the commands of the timeline. They work in the timeline, where nothing has the focus, and beside it. */
export function useClipKeys({
  view,
  document,
  clientXOf,
}: {
  view: RefObject<HTMLElement | null>;
  document: TimelineDocument;
  clientXOf: (seconds: number) => number | null;
}): void {
  useFocusWhenLost(() => view.current);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || !isOurs(event, view.current)) return;
    const clipId = event.target instanceof HTMLElement ? event.target.dataset['clip'] : undefined;
    const clip = document.timeline.clips.find(({ id }) => id === clipId);
    const x = clip ? clientXOf(clip.startTime) : null;
    runKeyCommand('timeline', event, x === null ? {} : { client: { x, y: 0 } });
  };
  const latest = useRef(onKeyDown);
  useLayoutEffect(() => {
    latest.current = onKeyDown;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => latest.current(event);
    window.document.addEventListener('keydown', listen);
    return () => window.document.removeEventListener('keydown', listen);
  }, []);
}

/** Beside the timeline: the bar of the page, to which dialogs give the focus back, and what tells of the chosen clip. */
const ADJACENT_SELECTOR = 'header, [data-timeline-keys]';

/**
 * Whether a key is for the timeline: pressed in it, or where the focus comes to rest beside it after a click or a dialog. What
 * has the focus there keeps its own keys.
 */
function isOurs(event: KeyboardEvent, view: HTMLElement | null): boolean {
  const { target } = event;
  if (target === window.document.body) return true;
  if (!(target instanceof HTMLElement) || !view) return false;
  if (view.contains(target)) {
    return !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement);
  }
  // A click on what takes no focus gives it to what is around the page.
  if (target.contains(view)) return true;
  if (target.closest(ADJACENT_SELECTOR) === null) return false;
  // A menu that has closed gives the focus back to its button, which has no use for the arrows that step and move clips.
  if (target instanceof HTMLButtonElement && !target.closest(ARROWED) && isArrow(event)) return true;
  return !belongsToFocus(event, focusKind(target), isMacPlatform());
}

/** Buttons that arrows lead between, or that are set by them. */
const ARROWED = '[role="tab"],[role="tablist"],[role="slider"],[role="combobox"],[role="menubar"]';

const isArrow = (event: KeyboardEvent): boolean => pressedKey(event).startsWith('Arrow');
