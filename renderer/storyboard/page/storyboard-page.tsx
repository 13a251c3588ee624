import { FileInput, ScrollText } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import { addScene, type ShotRef } from '#shared/storyboard/editing.ts';
import { namedMedia } from '#shared/storyboard/media.ts';
import { describeRead, isMissing, useIntent } from '#renderer/desk/index.ts';
import {
  DocumentSaveMark,
  mediaDocuments,
  UndoButtons,
  UnsoundDocument,
  useDocumentSession,
  useOpenDocument,
  type DocumentSession,
} from '#renderer/documents/index.ts';
import { useMediaLibrary } from '#renderer/timeline/index.ts';
import { Button, EmptyState, ErrorState, ProblemList, Skeleton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { boardActions } from '../model/board-actions.ts';
import type { BoardLinks } from '../model/board-links.ts';
import { Board } from './board.tsx';
import { useFileDrop } from '../gestures/file-drop.ts';
import { useIncomingFiles } from '../gestures/use-coming-files.ts';
import { useStoryboardFile } from './use-storyboard-file.tsx';
import { ScriptDialog } from '../parts/script-dialog.tsx';
import { notifyMissingShot } from './use-shown-shot.ts';
import css from '../parts/board.module.css';
import page from './storyboard-page.module.css';

const t = words.storyboard.storyboardPage;

/** The storyboard of a project: its scenes and shots, to look at and to write. */
export function StoryboardPage({
  connectionId,
  projectId,
  links,
}: {
  connectionId: string;
  projectId: string;
  links: BoardLinks;
}): ReactElement {
  const { session, error, retry } = useOpenDocument(mediaDocuments.storyboard, connectionId, projectId);
  if (session) return <OpenStoryboard {...{ connectionId, projectId, session, links }} />;
  if (error !== null) return <Unreadable error={error} onRetry={retry} />;
  return (
    <div className={css['scroll']} aria-busy="true" aria-label={t.loadingStoryboard}>
      <Skeleton width={180} height={20} />
      <div className={`${css['shots']} ${css['loading']}`}>
        {[1, 2, 3, 4].map((shot) => (
          <Skeleton key={shot} height="auto" radius={10} style={{ aspectRatio: '16 / 12' }} />
        ))}
      </div>
    </div>
  );
}

function Unreadable({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement {
  if (error instanceof UnsoundDocument) {
    return (
      <ErrorState
        title={t.storyboardCannot(error.problems.length)}
        text={<ProblemList problems={error.problems} />}
      />
    );
  }
  const missing = isMissing(error);
  return (
    <ErrorState
      title={missing ? t.projectNoLongerExists : t.storyboardCouldNotRead}
      text={missing ? t.deletedBelongsAnotherAccount : describeRead(error)}
      onRetry={missing ? undefined : onRetry}
    />
  );
}

function OpenStoryboard({
  connectionId,
  projectId,
  session,
  links,
}: {
  connectionId: string;
  projectId: string;
  links: BoardLinks;
  session: DocumentSession<StoryboardDocument>;
}): ReactElement {
  const { document } = useDocumentSession(session);
  const named = useMemo(() => namedMedia(document), [document]);
  const library = useMediaLibrary(connectionId, projectId, named);
  const [started, setStarted] = useState<ShotRef | null>(null);
  const isEmpty = document.sequences.length === 0;
  // A board that is made again does not take the keys for its first shot, so that the next key can redo more.
  useEffect(() => (isEmpty ? undefined : () => setStarted(null)), [isEmpty]);
  if (isEmpty) {
    return <NoStoryboard {...{ connectionId, projectId, session }} onStart={setStarted} />;
  }
  return (
    <Board
      connectionId={connectionId}
      projectId={projectId}
      links={links}
      session={session}
      document={document}
      library={library}
      started={started}
    />
  );
}

/** What stands where there is no board yet. */
function NoStoryboard({
  connectionId,
  projectId,
  session,
  onStart,
}: {
  connectionId: string;
  projectId: string;
  session: DocumentSession<StoryboardDocument>;
  onStart: (first: ShotRef) => void;
}): ReactElement {
  useIntent('show-shot', { connectionId, projectId }, notifyMissingShot);
  const start = () => {
    const first = { scene: `scene-${crypto.randomUUID()}`, shot: `shot-${crypto.randomUUID()}` };
    onStart(first);
    session.change(t.startStoryboard, addScene(first.scene, first.shot));
  };
  useIntent('add-first-shot', { connectionId, projectId }, start);
  const file = useStoryboardFile(session);
  const [isScriptOpen, setScriptOpen] = useState(false);
  const { status, undoName, redoName } = useDocumentSession(session);
  // Nothing was made yet, so there is nothing that could be saved.
  const isUntouched = status === 'saved' && undoName === null && redoName === null;
  const incoming = useIncomingFiles(
    connectionId,
    useMemo(() => boardActions(session), [session]),
  );
  const drop = useFileDrop((transfer) => void incoming.dropNew(`scene-${crypto.randomUUID()}`, transfer));
  return (
    <div className={page['empty']} data-over={drop.isOver ? '' : undefined} {...drop.handlers}>
      <div className={css['toolbar']} role="toolbar" aria-label={words.common.storyboard}>
        {file.input}
        <UndoButtons session={session} part="storyboard" />
        {isUntouched ? null : <DocumentSaveMark session={session} />}
      </div>
      {isScriptOpen ? <ScriptDialog session={session} onClose={() => setScriptOpen(false)} /> : null}
      <EmptyState
        drawing="storyboard"
        title={t.projectNoStoryboardYet}
        text={words.storyboard.noneDetail}
        action={
          <>
            <Button icon={<ScrollText aria-hidden />} onClick={() => setScriptOpen(true)}>
              {t.fromScript}
            </Button>
            <Button icon={<FileInput aria-hidden />} onClick={() => file.select('replace')}>
              {t.importStoryboard}
            </Button>
            <Button variant="primary" onClick={start}>
              {t.startStoryboard2}
            </Button>
          </>
        }
      />
    </div>
  );
}
