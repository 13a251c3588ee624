import { useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import { withLinked } from '#shared/timeline/edits/index.ts';
import type { CommandCall } from '#renderer/commands/index.ts';
import type { ClipContext } from './clip-view.tsx';
import type { EditStore } from '../model/edit-store.ts';
import { firstClip, nextClip, type TrackRow } from '../model/layout.ts';

/**
 * Going from clip to clip without a pointer.
 * @returns goes on from the clip that arrows are at, the way of the key of the call, and focuses that clip; with Shift what
 * was selected stays so. Where no clip was gone to yet, it goes to the first.
 */
export function useClipWalk({
  document,
  rows,
  store,
  clipElements,
}: {
  document: TimelineDocument;
  rows: readonly TrackRow[];
  store: EditStore;
  clipElements: ClipContext['clipElements'];
}): (call: CommandCall) => void {
  const focusNext = useRef(false);
  const currentId = useStore(store, (state) => state.fromId);
  useLayoutEffect(() => {
    if (!focusNext.current || currentId === null) return;
    focusNext.current = false;
    const button = clipElements.current.get(currentId);
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [currentId, clipElements]);
  return ({ chord = '' }) => {
    const { fromId, selected } = store.getState();
    const from = document.timeline.clips.find(({ id }) => id === fromId);
    const next = from ? nextClip(rows, from, chord.split('+').at(-1) ?? '') : firstClip(rows);
    if (!next) return;
    focusNext.current = true;
    store.setState({
      fromId: next.id,
      selected: new Set([...(chord.includes('Shift+') ? selected : []), ...withLinked(document, [next.id])]),
    });
  };
}
