import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { TimelineClip, TimelineDocument } from '#shared/timeline/document.ts';
import { timelineEnd } from '#shared/timeline/timeline.ts';
import { CommandButton, runKeyCommand, useCommandContext, useCommands } from '#renderer/commands/index.ts';
import type { Playhead } from '#renderer/player/index.ts';
import { plural } from '#renderer/ui/index.ts';
import { ClipDetails } from './clip-details.tsx';
import { layOutTracks, nextClip, type TrackRow } from './layout.ts';
import { TimelineRow, type TimelineRowProps } from './timeline-row.tsx';
import { TimelineRuler } from './timeline-ruler.tsx';
import { PlayheadLine } from './playhead-line.tsx';
import { formatSeconds } from './timecode.ts';
import { HEADS, useTimelineScale, type TimelineScale } from './use-timeline-scale.ts';
import css from './timeline.module.css';

const STEP = 1.5;

export interface TimelineViewProps {
  connectionId: string;
  document: TimelineDocument;
  /** Files of the library by name, for pictures in clips. */
  library: ReadonlyMap<string, FileRecord>;
  playhead: Playhead;
  /** What shows the picture at the playhead. */
  monitor: ReactNode;
}

/** Tracks and clips to scale, to look at: nothing here changes the timeline. */
export function TimelineView({
  connectionId,
  document,
  library,
  playhead,
  monitor,
}: TimelineViewProps): ReactElement {
  const { timeline } = document;
  const rows = useMemo(() => layOutTracks(document), [document]);
  const length = Math.max(timelineEnd(timeline.clips), 1 / timeline.frameRate);
  const lanes = useTimelineScale(length);
  const { scale, zoomTo, laneX } = lanes;
  const clips = useCurrentClip(timeline.clips, rows, lanes);

  useCommandContext({ canZoomIn: lanes.canZoomIn, canZoomOut: lanes.canZoomOut });
  useCommands('timeline', {
    'view.zoom-in': ({ client }) => zoomTo(scale * STEP, client && laneX(client.x)),
    'view.zoom-out': ({ client }) => zoomTo(scale / STEP, client && laneX(client.x)),
    'view.fit': () => zoomTo(null),
  });

  const tracks = useVirtualizer({
    count: rows.length,
    getScrollElement: () => lanes.scroller.current,
    estimateSize: (index) => rows[index]?.height ?? 0,
    getItemKey: (index) => rows[index]?.track.id ?? index,
    overscan: 4,
  });
  // Rows of another document have other heights.
  useLayoutEffect(() => tracks.measure(), [tracks, rows]);

  return (
    <section className={css['view']} aria-label="Timeline">
      <div className={css['monitor']}>{monitor}</div>
      <Toolbar timeline={timeline} length={length} />
      <div ref={lanes.scroller} className={css['scroller']} onScroll={lanes.onScroll}>
        <div className={css['plane']} style={{ width: lanes.width + HEADS }}>
          <div className={css['rulerRow']}>
            <div className={css['corner']} />
            <TimelineRuler
              width={lanes.width}
              scale={scale}
              frameRate={timeline.frameRate}
              from={Math.max(0, lanes.from)}
              to={Math.min(lanes.width / scale, lanes.to)}
            />
          </div>
          <div className={css['rows']} style={{ height: tracks.getTotalSize() }}>
            {tracks
              .getVirtualItems()
              .flatMap(({ index }) => rows[index] ?? [])
              .map((row) => (
                <TimelineRow
                  key={row.track.id}
                  row={row}
                  scale={scale}
                  from={lanes.from}
                  to={lanes.to}
                  connectionId={connectionId}
                  library={library}
                  frameRate={timeline.frameRate}
                  {...clips.ofRow}
                />
              ))}
            <PlayheadLine playhead={playhead} scale={scale} />
          </div>
        </div>
      </div>
      <ClipDetails
        clip={clips.current}
        trackName={rows.find(({ track }) => track.id === clips.current?.trackId)?.track.name ?? ''}
        frameRate={timeline.frameRate}
        file={clips.current ? (library.get(clips.current.filename) ?? null) : null}
      />
    </section>
  );
}

function Toolbar({
  timeline: { clips, tracks, frameRate, projectResolution },
  length,
}: Pick<TimelineDocument, 'timeline'> & { length: number }): ReactElement {
  return (
    <div className={css['toolbar']}>
      <span className={css['summary']}>
        {plural(clips.length, 'clip')} on {plural(tracks.length, 'track')} · {formatSeconds(length)} ·{' '}
        {Math.round(frameRate * 1000) / 1000} fps · {projectResolution.width} × {projectResolution.height}
      </span>
      <CommandButton id="view.zoom-out" scope="timeline" />
      <CommandButton id="view.zoom-in" scope="timeline" />
      <CommandButton id="view.fit" scope="timeline" />
    </div>
  );
}

/** The clip that is looked at: clicked, focused, or reached from another one by the arrow keys. */
function useCurrentClip(
  all: readonly TimelineClip[],
  rows: readonly TrackRow[],
  { clientXOf }: TimelineScale,
): {
  current: TimelineClip | null;
  ofRow: Pick<TimelineRowProps, 'currentId' | 'tabStop' | 'onCurrent' | 'onClipKeyDown' | 'clipElements'>;
} {
  const clipElements = useRef(new Map<string, HTMLButtonElement>());
  const [currentId, setCurrentId] = useState<string | null>(null);
  const focusNext = useRef(false);
  const current = all.find(({ id }) => id === currentId) ?? null;
  const firstId = rows.find(({ clips }) => clips.length > 0)?.clips[0]?.id ?? null;

  useLayoutEffect(() => {
    if (!focusNext.current || currentId === null) return;
    focusNext.current = false;
    const button = clipElements.current.get(currentId);
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [currentId]);

  const onClipKeyDown = (event: KeyboardEvent, clip: TimelineClip) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const x = clientXOf(clip.startTime);
    if (runKeyCommand('timeline', event.nativeEvent, x === null ? {} : { client: { x, y: 0 } })) return;
    const next = nextClip(rows, clip, event.key);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    focusNext.current = true;
    setCurrentId(next.id);
  };
  const tabStop = current?.id ?? firstId;
  return {
    current,
    ofRow: { currentId, tabStop, onCurrent: setCurrentId, onClipKeyDown, clipElements },
  };
}
