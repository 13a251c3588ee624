import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import { runKeyCommand } from '#renderer/commands/index.ts';
import { useFocusWhenLost } from '#renderer/ui/index.ts';

/** Keys of the commands of the timeline. They work in the timeline, and where nothing has the focus. */
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
    if (event.defaultPrevented || !isOurs(event.target, view.current)) return;
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

/** Whether a key pressed there is for the timeline. */
const isOurs = (target: EventTarget | null, view: HTMLElement | null): boolean =>
  target === window.document.body ||
  (target instanceof Node &&
    (view?.contains(target) ?? false) &&
    !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement));
