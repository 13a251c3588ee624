import {
  useCallback,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import { changeTrack, soloTrack, type TimelineEdit } from '#shared/timeline/edits/index.ts';
import { timelineEnd } from '#shared/timeline/timeline.ts';
import type { DocumentSession } from '#renderer/documents/index.ts';
import type { Playhead } from '#renderer/player/index.ts';
import { pane, paneStart } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { AddFiles } from '../commands/add-files.tsx';
import { useBulkChange } from '../model/bulk-change.ts';
import { CaptionEncoding } from '../commands/caption-encoding.tsx';
import { ClipInspector } from '../inspector/clip-inspector.tsx';
import type { ClipContext } from '../clips/clip-view.tsx';
import { createEditStore, type EditStore } from '../model/edit-store.ts';
import { EdgeFrames } from '../clips/edge-frames.tsx';
import { HoverFrame } from '../clips/hover-frame.tsx';
import { layoutTracks, type TrackRow } from '../model/layout.ts';
import { useStepNotices } from '../gestures/step-notices.ts';
import { TimelineLanes } from './timeline-lanes.tsx';
import { RecutBar } from '../recut/recut-bar.tsx';
import { reviewedClips, useRecutReview } from '../recut/recut-review.ts';
import { Relinking, useMissingMedia } from '../relink/relinking.tsx';
import { timelineKeyOf } from '../tracks/track-uploads.ts';
import { TimelineTools } from './timeline-tools.tsx';
import { addTrackOfKind, type TrackChanges } from '../model/track-changes.ts';
import { useAddMedia } from '../commands/use-add-media.ts';
import { useClipKeys } from '../gestures/use-clip-keys.ts';
import { useRequestedClips } from '../commands/use-asked-clips.ts';
import { useClipWalk } from '../clips/use-clip-walk.ts';
import { useMediaNotices } from '../commands/use-media-notices.ts';
import { useTimelineCommands } from '../commands/use-timeline-commands.ts';
import { useTimelinePointer } from '../gestures/use-timeline-pointer.ts';
import { useTimelineScale } from '../model/use-timeline-scale.ts';
import css from './timeline.module.css';

const t = words.timelinePage.timelineView;

export interface TimelineViewProps {
  connectionId: string;
  /** Null: it is of no project. */
  projectId?: string | null;
  document: TimelineDocument;
  /** Files of the library by name, for pictures in clips. */
  library: ReadonlyMap<string, FileRecord>;
  /** Null: it is only looked at. */
  session: DocumentSession<TimelineDocument> | null;
  playhead: Playhead;
  /** What shows the picture at the playhead. */
  monitor?: ReactNode;
  /** Leads to a shot of the storyboard that a clip was made of. */
  onShowShot?: ((shotId: string) => void) | undefined;
}

/** The tracks take the focus as a whole, so that the keys of the timeline work in them. */
const tracksPane = {
  id: 'tracks',
  'aria-label': t.timeline,
  tabIndex: -1,
  'data-key-scope': 'timeline',
  ...pane,
  ...paneStart,
};

/** Tracks and clips to scale, to look at or to work in. */
export function TimelineView({
  connectionId,
  projectId = null,
  document,
  library,
  session,
  playhead,
  monitor,
  onShowShot,
}: TimelineViewProps): ReactElement {
  const { clips, frameRate } = document.timeline;
  const [store] = useState(createEditStore);
  const rows = useMemo(() => layoutTracks(document), [document]);
  const change = useChange(session);
  const bulkChange = useBulkChange(session, connectionId, projectId);
  const review = useRecutReview(connectionId, projectId, document, bulkChange);
  const length = Math.max(timelineEnd(reviewedClips(clips, review)), 1 / frameRate);
  const lanes = useTimelineScale(length);
  const rowsElement = useRef<HTMLDivElement>(null);
  const clipElements = useRef(new Map<string, HTMLButtonElement>());
  const pause = useCallback(() => session?.hold() ?? (() => undefined), [session]);
  const undo = useCallback(() => session?.undo(), [session]);
  const pointerContext = { document, rows, lanes, store, playhead, change, undo, pause, rowsElement };
  useStepNotices(store, document);
  const { onPointerDown, select, cancel } = useTimelinePointer(pointerContext);
  const missing = useMissingMedia(document, library);
  const notices = useMediaNotices({ store, undo, clipElements, frameRate });
  const media = useAddMedia(connectionId, projectId, change, notices);
  const walk = useClipWalk({ document, rows, store, clipElements });
  useTimelineCommands({ ...pointerContext, library, media, missing, walk, cancel, onShowShot });
  useRequestedClips({ connectionId, projectId, document, store, playhead, clipElements });
  const clipProps = { store, connectionId, library, frameRate, change, select, clipElements };
  const clipContext = useClipContext({ ...clipProps, rows });
  const view = useRef<HTMLElement>(null);
  useClipKeys({ view, document, clientXOf: lanes.clientXOf });

  return (
    <div className={css['editor']} data-monitor={monitor ? '' : undefined}>
      <WithEdgeFrames {...{ store, connectionId, library, frameRate, monitor }} />
      <section ref={view} className={css['view']} {...tracksPane}>
        <TimelineTools
          document={document}
          length={length}
          playhead={playhead}
          session={session}
          timelineKey={timelineKeyOf(connectionId, projectId)}
          missing={missing}
          store={store}
          addFiles={session && <AddFiles {...{ connectionId, projectId, library, store, playhead, media }} />}
        />
        {review ? <RecutBar {...{ review, playhead, lanes }} /> : null}
        <TimelineLanes
          {...pointerContext}
          review={review}
          clipContext={clipContext}
          trackChanges={useTrackChanges(change, store)}
          onPointerDown={onPointerDown}
          media={media}
        />
        <HoverFrame
          scroller={lanes.scroller}
          clips={clips}
          library={library}
          connectionId={connectionId}
          frameRate={frameRate}
          timeAt={lanes.timeAt}
        />
      </section>
      <ClipInspector {...{ document, library, store, playhead, change, undo }} />
      <CaptionEncoding />
      <Relinking {...{ connectionId, projectId, missing, library, store }} change={bulkChange} />
    </div>
  );
}

/** The monitor, over which the edges are shown that are trimmed. */
function WithEdgeFrames({
  monitor,
  ...edges
}: ComponentProps<typeof EdgeFrames> & { monitor: ReactNode }): ReactElement | null {
  if (!monitor) return null;
  return (
    <div className={css['monitor']}>
      {monitor}
      <EdgeFrames {...edges} />
    </div>
  );
}

function useTrackChanges(
  change: ((name: string, edit: TimelineEdit, gesture?: string) => void) | null,
  store: EditStore,
): TrackChanges | null {
  return useMemo(
    () =>
      change && {
        change: (trackId, name, fields, gesture) => change(name, changeTrack(trackId, fields), gesture),
        solo: (trackId, solo) => change(solo ? t.soloTrack : t.endSolo, soloTrack(trackId, solo)),
        add: (kind) => {
          const trackId = `track-${crypto.randomUUID()}`;
          change(words.clips.stepAddTrack[kind], addTrackOfKind(trackId, kind));
          store.setState({ trackId });
        },
      },
    [change, store],
  );
}

/** Makes edits that can be taken back; null where the timeline is only looked at. */
function useChange(session: DocumentSession<TimelineDocument> | null) {
  return useMemo(
    () =>
      session &&
      ((name: string, edit: TimelineEdit, gesture?: string) => session.change(name, edit, { gesture })),
    [session],
  );
}

/** What all clips are drawn with; the same while none of it changes. */
function useClipContext({
  store,
  connectionId,
  library,
  frameRate,
  change,
  select,
  clipElements,
  rows,
}: Omit<ClipContext, 'editable' | 'tops'> & { rows: readonly TrackRow[] }): ClipContext {
  return useMemo(
    () => ({
      store,
      connectionId,
      library,
      frameRate,
      editable: change !== null,
      change,
      select,
      clipElements,
      tops: new Map(rows.map(({ track, top }) => [track.id, top])),
    }),
    [store, connectionId, library, frameRate, change, select, clipElements, rows],
  );
}
