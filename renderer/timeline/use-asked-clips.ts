import { useEffect, useRef } from 'react';
import type { TimelineClip, TimelineDocument } from '#shared/timeline/document.ts';
import { withLinked } from '#shared/timeline/edits/index.ts';
import { clipExt } from '#shared/timeline/ext.ts';
import { usePartRequest } from '#renderer/documents/index.ts';
import type { Playhead } from '#renderer/player/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { ClipSurroundings } from './clip-view.tsx';
import type { EditStore } from './edit-store.ts';

/** Says that nothing on the timeline is made of a shot that was asked for. */
export const sayNoClipOfShot = (): void =>
  showToast({
    title: 'This shot is not on the timeline',
    description: 'Go back to the storyboard and choose “Timeline…” to bring it over.',
  });

const sayNoClip = (): void => showToast({ title: words.clips.notThere });

/** Selects the clips that another page asked for, those of a shot or one, with the playhead and the focus on the first. */
export function useAskedClips({
  connectionId,
  projectId,
  document,
  store,
  playhead,
  clipElements,
}: {
  connectionId: string;
  projectId: string | null;
  document: TimelineDocument;
  store: EditStore;
  playhead: Playhead;
  clipElements: ClipSurroundings['clipElements'];
}): void {
  const wantedId = useRef<string | null>(null);
  const place = { connectionId, projectId: projectId ?? '' };
  const show = (isWanted: (clip: TimelineClip) => boolean, sayNone: () => void): void => {
    const clips = document.timeline.clips.filter(isWanted).toSorted((a, b) => a.startTime - b.startTime);
    const [first] = clips;
    if (!first) return sayNone();
    const ids = clips.map(({ id }) => id);
    wantedId.current = first.id;
    store.setState({ selected: withLinked(document, ids), currentId: first.id });
    return playhead.seek(first.startTime);
  };
  usePartRequest({ kind: 'clips', ...place }, (shotId) =>
    show((clip) => clipExt(clip).shotId === shotId, sayNoClipOfShot),
  );
  usePartRequest({ kind: 'clip', ...place }, (clipId) => show(({ id }) => id === clipId, sayNoClip));
  // Clips are drawn only once it is known how wide the page is.
  useEffect(() => {
    const button = wantedId.current === null ? undefined : clipElements.current.get(wantedId.current);
    if (!button) return;
    wantedId.current = null;
    button.focus({ preventScroll: true });
    button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}
