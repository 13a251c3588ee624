import { useCallback } from 'react';
import type { TimelineClip } from '#shared/timeline/document.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { ClipContext } from '../clips/clip-view.tsx';
import { notifyCutByNew, type Editing, type Created } from '../gestures/step-notices.ts';
import { formatTimecode } from '../model/timecode.ts';
import type { MediaNotices } from './use-add-media.ts';

/**
 * Selects clips that were added and brings the first into view. What lies elsewhere than meant is said as well, and which
 * clips they cut.
 */
export function useMediaNotices({
  store,
  undo,
  clipElements,
  frameRate,
}: Pick<Editing, 'store' | 'undo'> & Pick<ClipContext, 'clipElements' | 'frameRate'>): MediaNotices {
  return useCallback(
    (created, clips, { isOver, isHidden, isFree }) => {
      if (isOver) notifyCutByNew({ store, undo }, created);
      const [first] = clips.toSorted((a, b) => a.startTime - b.startTime);
      if (!first) return;
      store.setState({ selected: new Set(clips.map(({ id }) => id)), fromId: first.id });
      requestAnimationFrame(() =>
        clipElements.current.get(first.id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
      );
      if (!isHidden && !isFree) return;
      const from = formatTimecode(first.startTime, frameRate);
      showToast({
        title: words.clips.added(clips.length, first.name || first.filename, from),
        ...(isFree && { description: adjacentText(created, first) }),
      });
    },
    [store, undo, clipElements, frameRate],
  );
}

function adjacentText({ before, after }: Created, { trackId }: TimelineClip): string {
  const name = after.timeline.tracks.find(({ id }) => id === trackId)?.name || trackId;
  const isNew = !before.timeline.tracks.some(({ id }) => id === trackId);
  return isNew ? words.clips.besideOnNew(name) : words.clips.besideOn(name);
}
