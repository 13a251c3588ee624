import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import { gapAt } from '#shared/timeline/edits/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditState, EditStore } from '../model/edit-store.ts';
import type { TrackRow } from '../model/layout.ts';
import { formatTimecode } from '../model/timecode.ts';
import { HEADS } from '../model/use-timeline-scale.ts';
import css from './gap-mark.module.css';

/** The gap that was chosen, as long as it is there and no clip is chosen; null for none. */
export function selectedGap(
  document: TimelineDocument,
  { gap, selected }: Pick<EditState, 'gap' | 'selected'>,
): { trackId: string; from: number; to: number } | null {
  const found = gap && selected.size === 0 ? gapAt(document, gap.trackId, gap.at) : null;
  return gap && found && { trackId: gap.trackId, ...found };
}

/** The gap that was chosen, over its track. */
export function GapMark({
  document,
  store,
  scale,
  rows,
}: {
  document: TimelineDocument;
  store: EditStore;
  scale: number;
  rows: readonly TrackRow[];
}): ReactElement | null {
  const gap = useStore(store, (state) => state.gap);
  const selected = useStore(store, (state) => state.selected);
  const found = selectedGap(document, { gap, selected });
  const row = rows.find(({ track }) => track.id === found?.trackId);
  if (!found || !row) return null;
  const length = formatTimecode(found.to - found.from, document.timeline.frameRate);
  return (
    <div
      className={css['gap']}
      role="status"
      style={{
        left: HEADS + found.from * scale,
        width: (found.to - found.from) * scale,
        top: row.top,
        height: row.height,
      }}
    >
      <span className={css['gapWords']}>{words.clips.gapOf(length)}</span>
    </div>
  );
}
