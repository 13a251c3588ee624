import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, type PointerEvent, type ReactElement } from 'react';
import { useStore } from 'zustand';
import type { TimelineClip } from '#shared/timeline/document.ts';
import { timelineExt } from '#shared/timeline/ext.ts';
import { CommandButton, commandMenu } from '#renderer/commands/index.ts';
import { ContextMenu } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { ClipMenu } from '../clips/clip-menu.tsx';
import type { ClipContext } from '../clips/clip-view.tsx';
import { DragMarks } from '../clips/drag-marks.tsx';
import { fileDrop } from '../commands/file-drop.ts';
import type { EditStore } from '../model/edit-store.ts';
import { GapMark } from '../clips/gap-mark.tsx';
import { firstClip, type TrackRow } from '../model/layout.ts';
import { RecutMarks } from '../recut/recut-marks.tsx';
import type { ActiveReview } from '../recut/recut-review.ts';
import { PlayheadLine } from '../tracks/playhead-line.tsx';
import { TimelineRow } from '../tracks/timeline-row.tsx';
import { TimelineRuler } from '../tracks/timeline-ruler.tsx';
import type { TrackChanges } from '../model/track-changes.ts';
import { useScrub } from '../gestures/use-scrub.ts';
import type { AddMedia } from '../commands/use-add-media.ts';
import type { PointerContext } from '../model/gesture.ts';
import { HEADS } from '../model/use-timeline-scale.ts';
import css from './timeline.module.css';

const t = words.timelinePage.timelineLanes;

/** The ruler and the tracks with what is near the view. */
export function TimelineLanes({
  document,
  rows,
  lanes,
  store,
  playhead,
  change,
  rowsElement,
  clipContext,
  trackChanges,
  onPointerDown,
  media,
  review,
}: PointerContext & {
  clipContext: ClipContext;
  trackChanges: TrackChanges | null;
  onPointerDown: (event: PointerEvent) => void;
  media: AddMedia;
  /** A cut that came home, over the tracks. */
  review: ActiveReview | null;
}): ReactElement {
  const { timeline } = document;
  const tracks = useVirtualizer({
    count: rows.length,
    getScrollElement: () => lanes.scroller.current,
    estimateSize: (index) => rows[index]?.height ?? 0,
    getItemKey: (index) => rows[index]?.track.id ?? index,
    overscan: 4,
  });
  // Rows of another document have other heights.
  useLayoutEffect(() => tracks.measure(), [tracks, rows]);
  const tool = useStore(store, (state) => state.tool);
  const tab = useTabStop(store, rows, timeline.clips);
  return (
    <div
      ref={lanes.scroller}
      className={css['scroller']}
      data-timeline-scroller
      data-tool={change ? tool : 'none'}
      onScroll={lanes.onScroll}
      onPointerDown={onPointerDown}
      {...(change ? fileDrop({ document, lanes, store, playhead, media }) : {})}
    >
      <div className={css['plane']} style={{ width: lanes.width + HEADS }}>
        <RulerRow
          document={document}
          lanes={lanes}
          store={store}
          playhead={playhead}
          editable={change !== null}
        />
        <ClipMenu store={store} document={document} timeAt={lanes.timeAt} editable={change !== null}>
          <div ref={rowsElement} className={css['rows']} style={{ height: tracks.getTotalSize() }}>
            {tracks
              .getVirtualItems()
              .flatMap(({ index }) => rows[index] ?? [])
              .map((row) => (
                <TimelineRow
                  key={row.track.id}
                  row={row}
                  scale={lanes.scale}
                  from={lanes.from}
                  to={lanes.to}
                  tabStop={row.track.id === tab?.trackId ? tab.id : null}
                  clipContext={clipContext}
                  changes={trackChanges}
                />
              ))}
            <GapMark {...{ document, store, rows }} scale={lanes.scale} />
            <DragMarks store={store} scale={lanes.scale} rows={rows} />
            {review ? <RecutMarks {...{ review, rows, lanes }} /> : null}
          </div>
        </ClipMenu>
        {change && timeline.clips.length === 0 && !review ? (
          <p className={css['firstClips']}>{words.clips.firstClips}</p>
        ) : null}
        <PlayheadLine playhead={playhead} scale={lanes.scale} />
      </div>
    </div>
  );
}

/** The ruler with its markers and its menu; it moves the playhead. */
function RulerRow({
  document,
  lanes,
  store,
  playhead,
  editable,
}: Pick<PointerContext, 'document' | 'lanes' | 'store' | 'playhead'> & { editable: boolean }): ReactElement {
  const { frameRate } = document.timeline;
  const scrub = useScrub(playhead, lanes.timeAt, frameRate);
  const ruler = (
    <div className={css['rulerRow']}>
      <div className={css['corner']} role="group" aria-label={t.zoom}>
        <CommandButton id="view.zoom-out" scope="timeline" />
        <CommandButton id="view.zoom-in" scope="timeline" />
        <CommandButton id="view.fit" scope="timeline" />
      </div>
      <TimelineRuler
        width={lanes.width}
        scale={lanes.scale}
        frameRate={frameRate}
        from={Math.max(0, lanes.from)}
        to={Math.min(lanes.width / lanes.scale, lanes.to)}
        markers={timelineExt(document).markers ?? []}
        onPointerDown={scrub}
        onMarker={(markerId) => store.setState({ markerId })}
      />
    </div>
  );
  if (!editable) return ruler;
  return (
    <ContextMenu entries={() => commandMenu('timeline-ruler', { scope: 'timeline' })}>{ruler}</ContextMenu>
  );
}

/** The clip that Tab comes to: the one that arrows go on from, else the first. */
function useTabStop(
  store: EditStore,
  rows: readonly TrackRow[],
  clips: readonly TimelineClip[],
): TimelineClip | null {
  const currentId = useStore(store, (state) => state.fromId);
  return clips.find(({ id }) => id === currentId) ?? firstClip(rows);
}
