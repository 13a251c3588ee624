import { useCallback } from 'react';
import type { ClipSurroundings } from './clip-view.tsx';
import type { EditStore } from './edit-store.ts';
import { formatTimecode } from './timecode.ts';
import type { ShowClips } from './use-add-media.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

/** Selects clips that were added and brings the first into view; what lies elsewhere than meant is said as well. */
export function useShownClips(
  store: EditStore,
  clipElements: ClipSurroundings['clipElements'],
  frameRate: number,
): ShowClips {
  return useCallback(
    (clips, isFar) => {
      const [first] = clips.toSorted((a, b) => a.startTime - b.startTime);
      if (!first) return;
      store.setState({ selected: new Set(clips.map(({ id }) => id)), currentId: first.id });
      requestAnimationFrame(() =>
        clipElements.current.get(first.id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
      );
      if (!isFar) return;
      const from = formatTimecode(first.startTime, frameRate);
      const name = first.name || first.filename;
      showToast({ title: words.clips.added(clips.length, name, from) });
    },
    [store, clipElements, frameRate],
  );
}
