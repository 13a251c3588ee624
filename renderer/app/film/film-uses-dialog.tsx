import { useQuery } from '@tanstack/react-query';
import { Clapperboard, Film } from 'lucide-react';
import { useMemo, type ReactElement, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { FileRecord } from '#shared/desk/index.ts';
import { projectViewPath } from '#shared/desk/places.ts';
import { findFilmUses } from '#shared/storyboard/film-uses.ts';
import { describeProblem, sendIntent } from '#renderer/desk/index.ts';
import { mediaDocuments, useDocumentSession, useOpenDocument } from '#renderer/documents/index.ts';
import type { DocumentSession } from '#renderer/documents/index.ts';
import type { FilmUsesRequest } from '../runs/made-files.ts';
import { formatTimecode, useMediaLibrary } from '#renderer/timeline/index.ts';
import { Button, Dialog, DialogProgress, EmptyState, ErrorState } from '#renderer/ui/index.ts';
import { kindOf, OutputThumbnail } from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import { showShot } from './film-links.ts';
import { outputFilesQuery } from '../runs/made-files.ts';
import css from './film-uses-dialog.module.css';

/** Rows that are listed of each; the selection on the timeline has no such end. */
const MAX_ROWS = 100;

/** Where on the storyboard and the timeline something is used: each place is a way there. */
export function FilmUsesDialog({
  request,
  onClose,
}: {
  request: FilmUsesRequest;
  onClose: () => void;
}): ReactElement {
  const { connectionId, projectId } = request;
  const board = useOpenDocument(mediaDocuments.storyboard, connectionId, projectId);
  const timeline = useOpenDocument(mediaDocuments.timeline, connectionId, projectId);
  const outputs = useQuery(outputFilesQuery(request));
  const error = board.error ?? timeline.error ?? outputs.error;
  const content = () => {
    if (error) {
      const retry = () => {
        if (board.error !== null) board.retry();
        if (timeline.error !== null) timeline.retry();
        if (outputs.error) void outputs.refetch();
      };
      return (
        <ErrorState compact title={words.filmUses.failed} text={describeProblem(error)} onRetry={retry} />
      );
    }
    if (!board.session || !timeline.session || !outputs.data) {
      return <DialogProgress label={words.filmUses.looking} status={words.filmUses.looking} value={null} />;
    }
    return (
      <Uses
        requested={request}
        board={board.session}
        timeline={timeline.session}
        outputs={outputs.data}
        onClose={onClose}
      />
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.filmUses.title(request.title)}
      width={520}
      footer={<Button onClick={onClose}>{words.filmUses.close}</Button>}
    >
      {content()}
    </Dialog>
  );
}

function Uses({
  requested: { connectionId, projectId },
  board,
  timeline,
  outputs,
  onClose,
}: {
  requested: FilmUsesRequest;
  board: DocumentSession<StoryboardDocument>;
  timeline: DocumentSession<TimelineDocument>;
  outputs: Parameters<typeof findFilmUses>[1];
  onClose: () => void;
}): ReactElement {
  const [, navigate] = useLocation();
  const library = useMediaLibrary(connectionId);
  const { document: storyboard } = useDocumentSession(board);
  const { document: cut } = useDocumentSession(timeline);
  const { shots, clips } = useMemo(
    () => findFilmUses({ board: storyboard, timeline: cut }, outputs, library),
    [storyboard, cut, outputs, library],
  );
  if (shots.length + clips.length === 0) {
    return (
      <EmptyState
        compact
        icon={<Clapperboard />}
        title={words.filmUses.nothing}
        text={words.filmUses.nothingYet}
      />
    );
  }
  const projectRef = { connectionId, projectId };
  const { frameRate } = cut.timeline;
  return (
    <div className={css['uses']}>
      <List
        title={words.filmUses.onStoryboard}
        count={words.filmUses.shots(shots.length)}
        hiddenCount={shots.length - MAX_ROWS}
      >
        {shots.slice(0, MAX_ROWS).map(({ shotId, number, name, fileId }) => (
          <Location
            key={shotId}
            connectionId={connectionId}
            file={library.get(fileId)}
            label={words.filmUses.shot(number, name)}
            onGo={() => {
              onClose();
              showShot({ ...projectRef, shotId }, navigate);
            }}
          />
        ))}
      </List>
      <List
        title={words.filmUses.onTimeline}
        count={words.filmUses.clips(clips.length)}
        hiddenCount={clips.length - MAX_ROWS}
      >
        {clips.slice(0, MAX_ROWS).map(({ clip, fileId }) => (
          <Location
            key={clip.id}
            connectionId={connectionId}
            file={fileId === null ? undefined : library.get(fileId)}
            label={words.filmUses.clip(
              clip.name || clip.filename || words.filmUses.unnamed,
              formatTimecode(clip.startTime, frameRate),
            )}
            onGo={() => {
              onClose();
              sendIntent({ kind: 'show-clip', ...projectRef, clipId: clip.id });
              navigate(projectViewPath(connectionId, projectId, 'timeline'));
            }}
          />
        ))}
      </List>
    </div>
  );
}

function List({
  title,
  count,
  hiddenCount,
  children,
}: {
  title: string;
  count: string;
  /** How many are not listed; none below one. */
  hiddenCount: number;
  children: ReactNode[];
}): ReactElement | null {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={css['heading']}>
        {title} <span className={css['count']}>{count}</span>
      </h3>
      <ul className={css['places']}>{children}</ul>
      {hiddenCount > 0 ? <p className={css['count']}>{words.filmUses.more(hiddenCount)}</p> : null}
    </section>
  );
}

/** A shot or clip with its picture. */
function Location({
  connectionId,
  file,
  label,
  onGo,
}: {
  connectionId: string;
  file: FileRecord | undefined;
  label: string;
  onGo: () => void;
}): ReactElement {
  return (
    <li>
      <button type="button" className={css['place']} onClick={onGo}>
        <span className={css['picture']}>
          {file ? <Picture connectionId={connectionId} file={file} /> : <Film aria-hidden />}
        </span>
        <span className={css['label']} dir="auto">
          {label}
        </span>
      </button>
    </li>
  );
}

function Picture({ connectionId, file }: { connectionId: string; file: FileRecord }): ReactElement {
  const { fileId, filename, contentType, sizeBytes } = file;
  const output = { type: 'file', fileId, filename, contentType, sizeBytes };
  return (
    <OutputThumbnail
      connectionId={connectionId}
      named={{ key: fileId, label: filename, output, kind: kindOf(output) }}
    />
  );
}
