import { useVirtualizer } from '@tanstack/react-virtual';
import { AudioLines, Film, Image as ImageIcon, Lock, Type, VolumeX } from 'lucide-react';
import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { TimelineClip, TimelineDocument } from '#shared/timeline/document.ts';
import { timelineEnd } from '#shared/timeline/timeline.ts';
import { CommandButton, runKeyCommand, useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import { plural } from '#renderer/ui/index.ts';
import { ClipDetails } from './clip-details.tsx';
import { layOutTracks, nextClip, type TrackRow } from './layout.ts';
import { TimelineRuler } from './timeline-ruler.tsx';
import { formatSeconds, formatTimecode } from './timecode.ts';
import css from './timeline.module.css';

/** Pixels a second; at most so much that single frames can be seen. */
const MAX_ZOOM = 600;
/** Browsers lay out no element that is wider than this for certain. */
const MAX_PIXELS = 8_000_000;
const HEADS = 176;
const TAIL = 48;
const STEP = 1.5;

export interface TimelineViewProps {
  connectionId: string;
  document: TimelineDocument;
  /** Files of the library by name, for pictures in clips. */
  library: ReadonlyMap<string, FileRecord>;
}

/** Tracks and clips to scale, to look at: nothing here changes the timeline. */
export function TimelineView({ connectionId, document, library }: TimelineViewProps): ReactElement {
  const { timeline } = document;
  const rows = useMemo(() => layOutTracks(document), [document]);
  const length = Math.max(timelineEnd(timeline.clips), 1 / timeline.frameRate);
  const scroller = useRef<HTMLDivElement>(null);
  const clipElements = useRef(new Map<string, HTMLButtonElement>());
  const [boxWidth, setBoxWidth] = useState(0);
  const [scrollLeft, setScrollLeft] = useState(0);
  /** Pixels a second, or null to fit the whole length. */
  const [zoom, setZoom] = useState<number | null>(null);
  const [currentId, setCurrentId] = useState<string | null>(null);
  const anchor = useRef<{ time: number; x: number } | null>(null);
  const focusNext = useRef(false);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () => setBoxWidth(element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);

  const lane = Math.max(boxWidth - HEADS - TAIL, 1);
  const fit = lane / length;
  const most = Math.max(fit, Math.min(MAX_ZOOM, MAX_PIXELS / length));
  const scale = Math.min(most, Math.max(fit, zoom ?? fit));
  const width = Math.max(length * scale + TAIL, boxWidth - HEADS);

  // What was under the pointer (or in the middle) stays there while the scale changes.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !anchor.current) return;
    element.scrollLeft = anchor.current.time * scale - anchor.current.x;
    anchor.current = null;
  }, [scale]);

  const zoomTo = (next: number | null, x = lane / 2) => {
    const element = scroller.current;
    if (element) anchor.current = { time: (element.scrollLeft + x) / scale, x };
    setZoom(next === null || next <= fit ? null : Math.min(most, next));
  };
  /** Pixels from the beginning of what is seen of the tracks. */
  const laneX = (clientX: number) => clientX - (scroller.current?.getBoundingClientRect().left ?? 0) - HEADS;
  const zoomToRef = useRef({ zoomTo, scale });
  useLayoutEffect(() => {
    zoomToRef.current = { zoomTo, scale };
  });

  // React's own wheel listeners are passive and could not keep the page from zooming.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const x = event.clientX - element.getBoundingClientRect().left - HEADS;
      zoomToRef.current.zoomTo(zoomToRef.current.scale * Math.exp(-event.deltaY / 240), Math.max(0, x));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);

  const current = timeline.clips.find(({ id }) => id === currentId) ?? null;
  const firstId = rows.find(({ clips }) => clips.length > 0)?.clips[0]?.id ?? null;
  const tabStop = current?.id ?? firstId;

  useLayoutEffect(() => {
    if (!focusNext.current || currentId === null) return;
    focusNext.current = false;
    const button = clipElements.current.get(currentId);
    button?.focus({ preventScroll: true });
    button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [currentId]);

  const onClipKeyDown = (event: KeyboardEvent, clip: TimelineClip) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = clip.startTime * scale - (scroller.current?.scrollLeft ?? 0);
    const isInView = at >= 0 && at <= lane;
    const clipAt = { x: (scroller.current?.getBoundingClientRect().left ?? 0) + HEADS + at, y: 0 };
    if (runKeyCommand('timeline', event.nativeEvent, isInView ? { client: clipAt } : {})) return;
    const next = nextClip(rows, clip, event.key);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    focusNext.current = true;
    setCurrentId(next.id);
  };
  useCommandContext({ canZoomIn: scale < most, canZoomOut: scale > fit });
  useCommands('timeline', {
    'view.zoom-in': ({ client }) => zoomTo(scale * STEP, client && laneX(client.x)),
    'view.zoom-out': ({ client }) => zoomTo(scale / STEP, client && laneX(client.x)),
    'view.fit': () => zoomTo(null),
  });

  const from = (scrollLeft - 400) / scale;
  const to = (scrollLeft + boxWidth + 400) / scale;
  const tracks = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rows[index]?.height ?? 0,
    getItemKey: (index) => rows[index]?.track.id ?? index,
    overscan: 4,
  });
  // Rows of another document have other heights.
  useLayoutEffect(() => tracks.measure(), [tracks, rows]);

  return (
    <section className={css['view']} aria-label="Timeline">
      <div className={css['toolbar']}>
        <span className={css['summary']}>
          {plural(timeline.clips.length, 'clip')} on {plural(timeline.tracks.length, 'track')} ·{' '}
          {formatSeconds(length)} · {Math.round(timeline.frameRate * 1000) / 1000} fps ·{' '}
          {timeline.projectResolution.width} × {timeline.projectResolution.height}
        </span>
        <CommandButton id="view.zoom-out" scope="timeline" />
        <CommandButton id="view.zoom-in" scope="timeline" />
        <CommandButton id="view.fit" scope="timeline" />
      </div>
      <div
        ref={scroller}
        className={css['scroller']}
        onScroll={(event) => setScrollLeft(event.currentTarget.scrollLeft)}
      >
        <div className={css['plane']} style={{ width: width + HEADS }}>
          <div className={css['rulerRow']}>
            <div className={css['corner']} />
            <TimelineRuler
              width={width}
              scale={scale}
              frameRate={timeline.frameRate}
              from={Math.max(0, from)}
              to={Math.min(width / scale, to)}
            />
          </div>
          <div className={css['rows']} style={{ height: tracks.getTotalSize() }}>
            {tracks
              .getVirtualItems()
              .flatMap(({ index }) => rows[index] ?? [])
              .map((row) => (
                <Row
                  key={row.track.id}
                  row={row}
                  scale={scale}
                  from={from}
                  to={to}
                  connectionId={connectionId}
                  library={library}
                  frameRate={timeline.frameRate}
                  currentId={currentId}
                  tabStop={tabStop}
                  onCurrent={setCurrentId}
                  onClipKeyDown={onClipKeyDown}
                  clipElements={clipElements}
                />
              ))}
            {timeline.playheadPosition > 0 && timeline.playheadPosition <= length ? (
              <div
                className={css['playhead']}
                style={{ left: HEADS + timeline.playheadPosition * scale }}
                title={`Playhead at ${formatTimecode(timeline.playheadPosition, timeline.frameRate)}`}
              />
            ) : null}
          </div>
        </div>
      </div>
      <ClipDetails
        clip={current}
        trackName={rows.find(({ track }) => track.id === current?.trackId)?.track.name ?? ''}
        frameRate={timeline.frameRate}
        file={current ? (library.get(current.filename) ?? null) : null}
      />
    </section>
  );
}

interface RowProps {
  row: TrackRow;
  scale: number;
  from: number;
  to: number;
  connectionId: string;
  library: ReadonlyMap<string, FileRecord>;
  frameRate: number;
  currentId: string | null;
  tabStop: string | null;
  onCurrent: (id: string) => void;
  onClipKeyDown: (event: KeyboardEvent, clip: TimelineClip) => void;
  clipElements: RefObject<Map<string, HTMLButtonElement>>;
}

function Row({ row, scale, from, to, tabStop, currentId, ...rest }: RowProps): ReactElement {
  const { track, clips, top, height, kind } = row;
  const name = track.name || track.id;
  const muted = kind === 'sound' ? track.mutedAudio : track.mutedVideo;
  return (
    <div className={css['row']} style={{ top, height }}>
      <div className={css['head']}>
        <span className={css['headName']} dir="auto" title={name}>
          {name}
        </span>
        {muted ? <VolumeX role="img" aria-label={kind === 'sound' ? 'Muted' : 'Hidden'} /> : null}
        {track.locked ? <Lock role="img" aria-label="Locked" /> : null}
      </div>
      <ul className={css['lane']} aria-label={name} data-muted={muted ? '' : undefined}>
        {drawnClips(clips, { scale, from, to }, (clip) => clip.id === currentId || clip.id === tabStop).map(
          (clip) => (
            <Clip
              key={clip.id}
              clip={clip}
              scale={scale}
              tabStop={clip.id === tabStop}
              current={clip.id === currentId}
              {...rest}
            />
          ),
        )}
      </ul>
    </div>
  );
}

/** Pixels below which a clip is no more than a mark. */
const MARK = 2;

/**
 * The clips near the view. Of those that lie on one mark at this scale the first is enough: nobody could tell them
 * apart, and a timeline of thousands of clips stays a few hundred elements.
 */
function drawnClips(
  clips: readonly TimelineClip[],
  { scale, from, to }: { scale: number; from: number; to: number },
  isWanted: (clip: TimelineClip) => boolean,
): TimelineClip[] {
  let lastMark = -1;
  return clips.filter((clip) => {
    if (isWanted(clip)) return true;
    if (clip.startTime + clip.duration < from || clip.startTime > to) return false;
    if (clip.duration * scale >= MARK + 1) return true;
    const mark = Math.floor((clip.startTime * scale) / MARK);
    if (mark === lastMark) return false;
    lastMark = mark;
    return true;
  });
}

const icons = { video: Film, image: ImageIcon, audio: AudioLines, text: Type } as const;
const clipWords = { video: 'Video', image: 'Image', audio: 'Sound', text: 'Text' } as const;

function Clip({
  clip,
  scale,
  connectionId,
  library,
  frameRate,
  current,
  tabStop,
  onCurrent,
  onClipKeyDown,
  clipElements,
}: Pick<
  RowProps,
  'scale' | 'connectionId' | 'library' | 'frameRate' | 'onCurrent' | 'onClipKeyDown' | 'clipElements'
> & {
  clip: TimelineClip;
  current: boolean;
  tabStop: boolean;
}): ReactElement {
  const width = Math.max(clip.duration * scale - 1, 2);
  const file = library.get(clip.filename);
  const media = useMediaUrl(
    connectionId,
    file && width > 24 && file.contentType.startsWith('image/')
      ? { kind: 'file', fileId: file.fileId }
      : null,
    'thumbnail',
  );
  const Icon = icons[clip.type];
  const missing = clip.storageType === 'placeholder';
  const name = clip.name || clip.filename || clipWords[clip.type];
  return (
    <li style={{ left: clip.startTime * scale, width }} className={css['place']}>
      <button
        type="button"
        ref={(element) => {
          if (element) clipElements.current.set(clip.id, element);
          else clipElements.current.delete(clip.id);
        }}
        className={css['clip']}
        data-type={clip.type}
        data-missing={missing ? '' : undefined}
        data-off={clip.opacity === 0 && clip.volume === 0 ? '' : undefined}
        data-current={current ? '' : undefined}
        tabIndex={tabStop ? 0 : -1}
        aria-pressed={current}
        aria-label={`${name}, ${clipWords[clip.type]}${missing ? ', missing' : ''}, from ${formatTimecode(clip.startTime, frameRate)}, ${formatSeconds(clip.duration)}`}
        onClick={() => onCurrent(clip.id)}
        onFocus={() => onCurrent(clip.id)}
        onKeyDown={(event) => onClipKeyDown(event, clip)}
      >
        {media ? (
          <span className={css['picture']} style={{ backgroundImage: `url("${media.url}")` }} />
        ) : null}
        {width > 24 ? (
          <span className={css['label']}>
            <Icon aria-hidden />
            <span className={css['clipName']} dir="auto">
              {name}
            </span>
          </span>
        ) : null}
      </button>
    </li>
  );
}
