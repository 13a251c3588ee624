import { FileQuestion, X } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import type { MissingMedium } from '#shared/timeline/relink.ts';
import { CommandButton, commands } from '#renderer/commands/index.ts';
import {
  DocumentSaveMark,
  UndoButtons,
  useDocumentSession,
  type DocumentSession,
} from '#renderer/documents/index.ts';
import type { Playhead } from '#renderer/player/index.ts';
import { useStore } from 'zustand';
import { Button, IconButton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditStore } from '../model/edit-store.ts';
import { PlayheadTime } from '../tracks/playhead-line.tsx';
import { formatSeconds } from '../model/timecode.ts';
import { TimelineFormatButton } from '../inspector/timeline-format.tsx';
import { trackUploads } from '../tracks/track-uploads.ts';
import css from './timeline-tools.module.css';

const t = words.timelinePage.timelineTools;

const tools = [
  'timeline.tool-select',
  'timeline.tool-ripple',
  'timeline.tool-roll',
  'timeline.tool-slip',
  'timeline.tool-razor',
] as const;
const edits = [
  'timeline.split',
  'timeline.link',
  'timeline.delete',
  'timeline.ripple-delete',
  'timeline.marker',
] as const;

/** Tools and edits above the tracks. */
export function TimelineTools({
  document,
  length,
  playhead,
  session,
  timelineKey,
  missing,
  addFiles,
  store,
}: {
  store: EditStore;
  document: TimelineDocument;
  length: number;
  playhead: Playhead;
  /** Null: it is only looked at. */
  session: DocumentSession<TimelineDocument> | null;
  /** As `timelineKeyOf`. */
  timelineKey: string;
  /** Files of clips that are not here, and shots that have none. */
  missing: readonly Pick<MissingMedium, 'isShot'>[];
  addFiles: ReactNode;
}): ReactElement {
  const { clips, tracks, frameRate, projectResolution } = document.timeline;
  return (
    <div className={css['bar']}>
      <div className={css['row']}>
        <PlayheadTime playhead={playhead} frameRate={frameRate} />
        {session ? (
          <>
            <span className={css['group']} role="group" aria-label={t.tools}>
              {tools.map((id) => (
                <CommandButton key={id} id={id} scope="timeline" />
              ))}
            </span>
            <span className={css['group']} role="group" aria-label={t.edits}>
              <CommandButton id="timeline.snap" scope="timeline" />
              <CommandButton id="timeline.keep-step" scope="timeline" />
              {edits.map((id) => (
                <CommandButton key={id} id={id} scope="timeline" />
              ))}
            </span>
          </>
        ) : null}
        {addFiles}
      </div>
      <div className={css['row']} data-end>
        <Status store={store} document={document}>
          {[
            ...(document.name === '' ? [] : [document.name]),
            formatSeconds(length),
            t.label(clips.length, tracks.length),
            t.fps(Math.round(frameRate * 1000) / 1000),
            `${projectResolution.width} × ${projectResolution.height}`,
          ]}
        </Status>
        <Uploads timelineKey={timelineKey} />
        {session && missing.length > 0 ? <MissingFiles missing={missing} /> : null}
        {session ? (
          <span className={css['group']}>
            <TimelineFormatButton session={session} document={document} />
            <DocumentSaveMark session={session} />
            <UndoButtons session={session} part="timeline" />
          </span>
        ) : null}
      </div>
    </div>
  );
}

/** What stands above a timeline that has nothing yet: what was there before can be made again. */
export function NoTimelineTools({
  session,
  timelineKey,
}: {
  session: DocumentSession<TimelineDocument>;
  /** Whose uploads are shown, by `timelineKeyOf`. */
  timelineKey: string;
}): ReactElement {
  const { status, undoName, redoName } = useDocumentSession(session);
  // Nothing was made yet, so there is nothing that could be saved.
  const isUntouched = status === 'saved' && undoName === null && redoName === null;
  return (
    <div className={css['bar']}>
      <div className={css['row']} data-end data-alone>
        <Uploads timelineKey={timelineKey} />
        <span className={css['group']}>
          {isUntouched ? null : <DocumentSaveMark session={session} />}
          <UndoButtons session={session} part="timeline" />
        </span>
      </div>
    </div>
  );
}

/** What was just done where it is hard to see, else what there is of the film; both have one place, so that nothing moves. */
function Status({
  store,
  document,
  children,
}: {
  store: EditStore;
  document: TimelineDocument;
  children: readonly string[];
}): ReactElement {
  const razor = useStore(store, ({ tool }) => tool === 'razor');
  const frames = useStore(store, ({ lastNudge }) =>
    lastNudge?.document === document ? lastNudge.frames : null,
  );
  const announcement = frames !== null ? words.clips.nudged(frames) : razor ? words.clips.razorOn : '';
  return (
    <>
      <span role="status" className={css['said']} title={announcement || undefined}>
        {announcement}
      </span>
      {announcement === '' ? <Summary segments={children} /> : null}
    </>
  );
}

/** Says that files are missing, and leads to looking for them. */
function MissingFiles({ missing }: { missing: readonly Pick<MissingMedium, 'isShot'>[] }): ReactElement {
  const shots = missing.filter(({ isShot }) => isShot).length;
  return (
    <span className={css['missing']}>
      <Button
        size="small"
        variant="quiet"
        icon={<FileQuestion aria-hidden />}
        title={words.relink.title}
        onClick={() => commands.run('timeline.relink')}
      >
        {words.relink.missing(missing.length - shots, shots)}
      </Button>
    </span>
  );
}

/** What there is of the film, as many whole parts as there is room for; the pointer brings all of it. */
function Summary({ segments }: { segments: readonly string[] }): ReactElement {
  return (
    <span className={css['summary']} title={segments.join(' · ')}>
      {segments.map((segment) => (
        <span key={segment} dir="auto">
          {segment}
        </span>
      ))}
    </span>
  );
}

/** The files that come onto the tracks when they are uploaded. */
function Uploads({ timelineKey }: { timelineKey: string }): ReactElement | null {
  const list = useStore(trackUploads, (state) => state.list);
  const uploads = list.filter((upload) => upload.timelineKey === timelineKey);
  const [first] = uploads;
  if (!first) return null;
  const progress = uploads.reduce((sum, upload) => sum + upload.fraction, 0) / uploads.length;
  const filesLabel = uploads.length === 1 ? first.name : t.files(uploads.length);
  // They have arrived, and their lengths are read before they become clips.
  if (progress === 1) {
    return (
      <span className={css['uploads']} role="status">
        <span dir="auto">{t.reading(filesLabel)}</span>
      </span>
    );
  }
  return (
    <span className={css['uploads']} role="status">
      <span dir="auto">
        {t.uploading} {filesLabel}, {Math.round(progress * 100)} %
      </span>
      <IconButton
        label={t.cancelUpload}
        onClick={() => {
          for (const upload of uploads) upload.cancel();
        }}
      >
        <X aria-hidden />
      </IconButton>
    </span>
  );
}
