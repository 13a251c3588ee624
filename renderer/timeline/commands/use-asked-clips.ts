import { useEffect, useRef } from 'react';
import type { TimelineClip, TimelineDocument } from '#shared/timeline/document.ts';
import { withLinked } from '#shared/timeline/edits/index.ts';
import { clipExt } from '#shared/timeline/ext.ts';
import { useIntent } from '#renderer/desk/index.ts';
import type { Playhead } from '#renderer/player/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { ClipContext } from '../clips/clip-view.tsx';
import type { EditStore } from '../model/edit-store.ts';

const t = words.timelineCommands.useClips;

/** Says that nothing on the timeline is made of a shot that was asked for. */
export const notifyMissingShot = (): void =>
  showToast({
    title: t.shotNotTimeline,
    description: t.goBackStoryboardTimeline,
  });

const notifyMissingClip = (): void => showToast({ title: words.clips.notThere });

/** Selects the clips that another page asked for, those of a shot or one, with the playhead and the focus on the first. */
export function useRequestedClips({
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
  clipElements: ClipContext['clipElements'];
}): void {
  const pendingId = useRef<string | null>(null);
  const project = { connectionId, projectId: projectId ?? '' };
  const show = (matches: (clip: TimelineClip) => boolean, notifyMissing: () => void): void => {
    const clips = document.timeline.clips.filter(matches).toSorted((a, b) => a.startTime - b.startTime);
    const [first] = clips;
    if (!first) return notifyMissing();
    const ids = clips.map(({ id }) => id);
    pendingId.current = first.id;
    store.setState({ selected: withLinked(document, ids), fromId: first.id });
    return playhead.seek(first.startTime);
  };
  useIntent('show-clips-of-shot', project, ({ shotId }) =>
    show((clip) => clipExt(clip).shotId === shotId, notifyMissingShot),
  );
  useIntent('show-clip', project, ({ clipId }) => show(({ id }) => id === clipId, notifyMissingClip));
  // Clips are drawn only once it is known how wide the page is.
  useEffect(() => {
    const button = pendingId.current === null ? undefined : clipElements.current.get(pendingId.current);
    if (!button) return;
    pendingId.current = null;
    button.focus({ preventScroll: true });
    button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}
