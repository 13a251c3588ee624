import { Clapperboard, FileInput } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactElement } from 'react';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import { addTrack } from '#shared/timeline/edits/index.ts';
import { clipExt, timelineExt, withTimelineExt } from '#shared/timeline/ext.ts';
import { validateTimeline } from '#shared/timeline/index.ts';
import { describeRead, isMissing, useSettings, useIntent, sendIntent } from '#renderer/desk/index.ts';
import {
  mediaDocuments,
  UnsoundDocument,
  useDocumentSession,
  useOpenDocument,
  type DocumentSession,
} from '#renderer/documents/index.ts';
import { createPlayhead, Monitor } from '#renderer/player/index.ts';
import { Button, EmptyState, ErrorState, ProblemList, Skeleton, SkipLink } from '#renderer/ui/index.ts';
import type { DocumentProblem } from '#shared/document/problems.ts';
import { words } from '#renderer/words/index.ts';
import { useMediaLibrary } from '../model/queries.ts';
import { useAddMedia } from '../commands/use-add-media.ts';
import { notifyMissingShot } from '../commands/use-asked-clips.ts';
import { timelineKeyOf } from '../tracks/track-uploads.ts';
import { NoTimelineTools } from './timeline-tools.tsx';
import { TimelineView } from './timeline-view.tsx';
import css from './timeline.module.css';

const t = words.timelinePage.timelinePage;

/** A timeline document as it came from a service, shown only when it is sound, to look at. */
export function TimelineDocumentView({
  connectionId,
  document,
}: {
  connectionId: string;
  document: unknown;
}): ReactElement {
  const checked = useMemo(() => validateTimeline(document), [document]);
  if (!checked.ok) return <InvalidTimeline problems={checked.problems} />;
  return <MonitoredTimeline connectionId={connectionId} document={checked.document} session={null} />;
}

/** The tracks below a monitor that shows them. */
function MonitoredTimeline({
  connectionId,
  projectId = null,
  document,
  session,
  onShowShot,
  onGallery,
}: {
  connectionId: string;
  projectId?: string | null;
  document: TimelineDocument;
  session: DocumentSession<TimelineDocument> | null;
  onShowShot?: ((shotId: string) => void) | undefined;
  onGallery?: (() => void) | undefined;
}): ReactElement {
  const { clips } = document.timeline;
  const named = useMemo(
    () => clips.map((clip) => ({ fileId: clipExt(clip).fileId, filename: clip.filename })),
    [clips],
  );
  const library = useMediaLibrary(connectionId, projectId, named);
  const [playhead] = useState(() => createPlayhead(document.timeline.playheadPosition));
  const settings = useSettings();
  return (
    <TimelineView
      connectionId={connectionId}
      projectId={projectId}
      document={document}
      library={library}
      session={session}
      playhead={playhead}
      onShowShot={onShowShot}
      monitor={
        <>
          <SkipLink to="tracks">{t.skipTracks}</SkipLink>
          <Monitor
            connectionId={connectionId}
            projectId={projectId}
            onGallery={onGallery}
            onShowClip={
              projectId === null
                ? undefined
                : (clipId) => sendIntent({ kind: 'show-clip', connectionId, projectId, clipId })
            }
            timeline={document.timeline}
            name={document.name}
            library={library}
            playhead={playhead}
            proxies={settings.data?.filmProxies ?? true}
            range={timelineExt(document).range ?? null}
            onRange={
              session
                ? (range) =>
                    session.change(range ? t.markRange : t.theRange, (before) =>
                      withTimelineExt(before, { range: range ?? undefined }),
                    )
                : undefined
            }
          />
        </>
      }
    />
  );
}

function InvalidTimeline({ problems }: { problems: readonly DocumentProblem[] }): ReactElement {
  return <ErrorState title={t.timelineCannot(problems.length)} text={<ProblemList problems={problems} />} />;
}

export interface TimelinePageProps {
  connectionId: string;
  projectId: string;
  onImport: () => void;
  /** Makes the timeline of the storyboard; null where that has no shots. */
  onMakeFromStoryboard?: (() => void) | null;
  /** Leads to a shot of the storyboard, by what a timeline calls it. */
  onShowShot?: (shotId: string) => void;
  /** Leads to what runs of the project made. */
  onGallery?: () => void;
}

/** The timeline of a project, to work in. */
export function TimelinePage({ connectionId, projectId, ...remaining }: TimelinePageProps): ReactElement {
  const { session, error, retry } = useOpenDocument(mediaDocuments.timeline, connectionId, projectId);
  if (session) return <OpenTimeline {...{ connectionId, projectId, session }} {...remaining} />;
  if (error instanceof UnsoundDocument) return <InvalidTimeline problems={error.problems} />;
  if (error !== null) {
    const missing = isMissing(error);
    return (
      <ErrorState
        title={missing ? t.projectNoLongerExists : t.timelineCouldNotRead}
        text={missing ? t.deletedBelongsAnotherAccount : describeRead(error)}
        onRetry={missing ? undefined : retry}
      />
    );
  }
  return (
    <div className={css['loading']} aria-busy="true" aria-label={t.loadingTimeline}>
      {[72, 46, 88, 60].map((width) => (
        <Skeleton key={width} width={`${width}%`} height={48} />
      ))}
    </div>
  );
}

function OpenTimeline({
  connectionId,
  projectId,
  session,
  onImport,
  onMakeFromStoryboard = null,
  onShowShot,
  onGallery,
}: TimelinePageProps & { session: DocumentSession<TimelineDocument> }): ReactElement {
  const { document } = useDocumentSession(session);
  if (document.timeline.clips.length === 0 && document.timeline.tracks.length === 0) {
    return <NoTimeline {...{ connectionId, projectId, session, onImport, onMakeFromStoryboard }} />;
  }
  return <MonitoredTimeline {...{ connectionId, projectId, document, session, onShowShot, onGallery }} />;
}

/** What stands where there is no timeline yet; files can be dropped on it. */
function NoTimeline({
  connectionId,
  projectId,
  session,
  onImport,
  onMakeFromStoryboard,
}: TimelinePageProps & { session: DocumentSession<TimelineDocument> }): ReactElement {
  useIntent('show-clips-of-shot', { connectionId, projectId }, notifyMissingShot);
  const media = useAddMedia(
    connectionId,
    projectId,
    useCallback((name, edit) => session.change(name, edit), [session]),
  );
  return (
    <div
      className={css['empty']}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        media.drop(event.dataTransfer, { trackId: null, at: 0, placement: 'beside' });
      }}
    >
      <NoTimelineTools session={session} timelineKey={timelineKeyOf(connectionId, projectId)} />
      <EmptyState
        drawing="timeline"
        title={words.clips.noTimeline}
        text={onMakeFromStoryboard ? words.clips.noTimelineWithBoard : words.clips.noTimelineDetail}
        action={
          <>
            <Button icon={<FileInput aria-hidden />} onClick={onImport}>
              {words.clips.importEdit}
            </Button>
            <Button
              variant={onMakeFromStoryboard ? 'secondary' : 'primary'}
              onClick={() => session.change(t.startTimeline, emptyTracks)}
            >
              {words.clips.startEmpty}
            </Button>
            {onMakeFromStoryboard ? (
              <Button variant="primary" icon={<Clapperboard aria-hidden />} onClick={onMakeFromStoryboard}>
                {words.clips.makeFromStoryboard}
              </Button>
            ) : null}
          </>
        }
      />
    </div>
  );
}

/** What people expect of a new timeline: a track for pictures and one for sounds. */
const emptyTracks = (document: TimelineDocument): TimelineDocument | null => {
  const sound = addTrack({ id: `track-${crypto.randomUUID()}`, name: t.firstAudio, kind: 'sound' })(document);
  return (
    sound && addTrack({ id: `track-${crypto.randomUUID()}`, name: t.firstVideo, kind: 'picture' })(sound)
  );
};
