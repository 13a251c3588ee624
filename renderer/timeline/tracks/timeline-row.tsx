import { memo, useMemo, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { visibleClips, type TrackRow } from '../model/layout.ts';
import { ClipView, type ClipContext } from '../clips/clip-view.tsx';
import type { TrackChanges } from '../model/track-changes.ts';
import { TrackHead } from './track-head.tsx';
import css from './timeline-row.module.css';

export interface TimelineRowProps {
  row: TrackRow;
  scale: number;
  from: number;
  to: number;
  /** The clip that Tab comes to. */
  tabStop: string | null;
  clipContext: ClipContext;
  /** Null: it is only looked at. */
  changes: TrackChanges | null;
}

/** A track: its head, and the clips that are near the view. */
export const TimelineRow = memo(function TimelineRow({
  row,
  scale,
  from,
  to,
  tabStop,
  clipContext,
  changes,
}: TimelineRowProps): ReactElement {
  const { track, top, height, kind } = row;
  const selected = useStore(clipContext.store, ({ trackId }) => trackId === track.id);
  // What is dragged stays mounted while it is out of view.
  const dragged = useStore(clipContext.store, (state) => state.dragging);
  const required = useMemo(
    () => new Set([...(tabStop === null ? [] : [tabStop]), ...dragged]),
    [tabStop, dragged],
  );
  const name = track.name || track.id;
  const isDisabled = kind === 'sound' ? track.mutedAudio : track.mutedVideo;
  return (
    <div className={css['row']} style={{ top, height }} data-kind={kind}>
      <TrackHead row={row} selectedClips={selected} changes={changes} store={clipContext.store} />
      <ul
        className={css['lane']}
        aria-label={name}
        data-track={track.id}
        data-muted={isDisabled ? '' : undefined}
        data-locked={track.locked ? '' : undefined}
      >
        {visibleClips(row, { scale, from, to }, required).map((clip) => (
          <ClipView
            key={clip.id}
            clip={clip}
            scale={scale}
            height={height}
            tabStop={clip.id === tabStop}
            around={clipContext}
          />
        ))}
      </ul>
    </div>
  );
});
