import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useStore } from 'zustand';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import { withLinked } from '#shared/timeline/edits/index.ts';
import { runKeyCommand } from '#renderer/commands/index.ts';
import { useFocusWhenLost } from '#renderer/ui/index.ts';
import type { ClipSurroundings } from './clip-view.tsx';
import type { EditStore } from './edit-store.ts';
import { nextClip, type TrackRow } from './layout.ts';

/**
 * Keys of the timeline: its commands, and the arrows that go from clip to clip. They work in the timeline, and where nothing
 * has the focus.
 */
export function useClipKeys({
  view,
  document,
  rows,
  store,
  clipElements,
  clientXOf,
}: {
  view: RefObject<HTMLElement | null>;
  document: TimelineDocument;
  rows: readonly TrackRow[];
  store: EditStore;
  clipElements: ClipSurroundings['clipElements'];
  clientXOf: (seconds: number) => number | null;
}): void {
  useFocusWhenLost(() => view.current);
  const focusNext = useRef(false);
  const currentId = useStore(store, (state) => state.currentId);
  useLayoutEffect(() => {
    if (!focusNext.current || currentId === null) return;
    focusNext.current = false;
    const button = clipElements.current.get(currentId);
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [currentId, clipElements]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || !isOurs(event.target, view.current)) return;
    const clipId = event.target instanceof HTMLElement ? event.target.dataset['clip'] : undefined;
    const clip = document.timeline.clips.find(({ id }) => id === clipId);
    const x = clip ? clientXOf(clip.startTime) : null;
    if (runKeyCommand('timeline', event, x === null ? {} : { client: { x, y: 0 } })) {
      return;
    }
    if (!clip || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nextClip(rows, clip, event.key);
    if (!next) return;
    event.preventDefault();
    focusNext.current = true;
    const before = event.shiftKey ? store.getState().selected : [];
    store.setState({
      currentId: next.id,
      selected: new Set([...before, ...withLinked(document, [next.id])]),
    });
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
