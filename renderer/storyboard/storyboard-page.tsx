import { BookOpen, Plus } from 'lucide-react';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { StoryboardDocument, StoryboardShot } from '#shared/storyboard/document.ts';
import { inOrder, type FindLibraryFile } from '#shared/storyboard/media.ts';
import {
  addScene,
  addShot,
  changeShot,
  removeShot,
  renameScene,
  wordsOfShot,
  type StoryboardEdit,
} from '#shared/storyboard/editing.ts';
import { describeRead, isMissing } from '#renderer/desk/index.ts';
import {
  DocumentSaveMark,
  mediaDocuments,
  UndoButtons,
  UnsoundDocument,
  useDocumentSession,
  useOpenDocument,
  type DocumentSession,
} from '#renderer/documents/index.ts';
import { formatSeconds, useLibraryByName } from '#renderer/timeline/index.ts';
import { Button, EmptyState, ErrorState, plural, ProblemList, Skeleton } from '#renderer/ui/index.ts';
import { Frame } from './frame.tsx';
import { ratioOf, Scene, type OpenShot } from './scene.tsx';
import { ShotDialog } from './shot-dialog.tsx';
import css from './storyboard.module.css';

const newScene = (): StoryboardEdit =>
  addScene(`scene-${crypto.randomUUID()}`, `shot-${crypto.randomUUID()}`);

/** The storyboard of a project: its scenes and shots, to look at and to write. */
export function StoryboardPage({
  connectionId,
  projectId,
}: {
  connectionId: string;
  projectId: string;
}): ReactElement {
  const { session, error, retry } = useOpenDocument(mediaDocuments.storyboard, connectionId, projectId);
  if (session) return <Board connectionId={connectionId} session={session} />;
  if (error !== null) return <Unreadable error={error} onRetry={retry} />;
  return (
    <div className={css['page']} aria-busy="true" aria-label="The storyboard is being read">
      <Skeleton width={180} height={20} />
      <div className={css['shots']}>
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
        title={`This storyboard has ${plural(error.problems.length, 'problem')} and cannot be shown`}
        text={<ProblemList problems={error.problems} />}
      />
    );
  }
  const gone = isMissing(error);
  return (
    <ErrorState
      title={gone ? 'This project is not there any more' : 'The storyboard could not be read'}
      text={gone ? 'It was deleted, or it belongs to another account.' : describeRead(error)}
      onRetry={gone ? undefined : onRetry}
    />
  );
}

function Board({
  connectionId,
  session,
}: {
  connectionId: string;
  session: DocumentSession<StoryboardDocument>;
}): ReactElement {
  const { document } = useDocumentSession(session);
  const library = useLibraryByName(connectionId);
  if (document.sequences.length === 0) {
    return (
      <EmptyState
        icon={<BookOpen />}
        title="This project has no storyboard yet"
        text="Put scenes and shots in order before anything is made."
        action={
          <Button variant="primary" onClick={() => session.change('start a storyboard', newScene())}>
            Start a storyboard
          </Button>
        }
      />
    );
  }
  return (
    <StoryboardView
      connectionId={connectionId}
      session={session}
      document={document}
      library={library.data ?? new Map<string, FileRecord>()}
    />
  );
}

/** A file of the library by id or name, as the service would find it. */
function findIn(library: ReadonlyMap<string, FileRecord>): FindLibraryFile {
  const byId = new Map([...library.values()].map((file) => [file.fileId, file]));
  return ({ fileId, filename }) =>
    (fileId ? byId.get(fileId) : undefined) ?? (filename ? library.get(filename) : undefined);
}

/** Scenes one below the other, the shots of each in playing order. */
function StoryboardView({
  connectionId,
  session,
  document,
  library,
}: {
  connectionId: string;
  session: DocumentSession<StoryboardDocument>;
  document: StoryboardDocument;
  library: ReadonlyMap<string, FileRecord>;
}): ReactElement {
  const { settings } = document;
  const find = useMemo(() => findIn(library), [library]);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<OpenShot | null>(null);
  const ratio = ratioOf(settings.aspectRatio);
  const shots = document.sequences.flatMap((scene) => scene.shots);
  const lengthOf = (shot: StoryboardShot) => shot.durationSeconds ?? settings.defaultFrameDuration;
  const total = shots.reduce((sum, shot) => sum + lengthOf(shot), 0);

  return (
    <div className={css['page']} ref={list}>
      <div className={css['summary']}>
        <p>
          {plural(document.sequences.length, 'scene')} · {plural(shots.length, 'shot')} ·{' '}
          {formatSeconds(total)} · {settings.aspectRatio}
        </p>
        <span className={css['spring']} />
        <DocumentSaveMark session={session} />
        <UndoButtons session={session} />
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          onClick={() => session.change('add a scene', newScene())}
        >
          Add scene
        </Button>
      </div>
      {inOrder(document.sequences).map(({ item: scene, index }, place) => (
        <Scene
          key={scene.id}
          scene={scene}
          number={place + 1}
          path={['sequences', index]}
          ratio={ratio}
          connectionId={connectionId}
          find={find}
          lengthOf={lengthOf}
          onShotKeyDown={(event) => walkShots(event, list.current)}
          onOpen={setOpen}
          onRename={(name) => session.change('rename a scene', renameScene(scene.id, name))}
        />
      ))}
      {open ? (
        <OpenShotDialog
          open={open}
          session={session}
          defaultSeconds={settings.defaultFrameDuration}
          panels={open.media.map((panel, index) => (
            <Frame key={index} connectionId={connectionId} media={panel} ratio={ratio} variant="preview" />
          ))}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </div>
  );
}

/** Arrows go from shot to shot, through scenes, as one reads. */
function walkShots(event: KeyboardEvent, list: HTMLElement | null): void {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (by === undefined || !list) return;
  const shots = [...list.querySelectorAll<HTMLElement>('[data-shot]')];
  const next = shots[shots.findIndex((shot) => shot === event.currentTarget) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

/** The dialog of a shot, with what it does to the storyboard. */
function OpenShotDialog({
  open: { sceneId, number, shot },
  session,
  defaultSeconds,
  panels,
  onClose,
}: {
  open: OpenShot;
  session: DocumentSession<StoryboardDocument>;
  defaultSeconds: number;
  panels: ReactElement[];
  onClose: () => void;
}): ReactElement {
  const act = (name: string, edit: StoryboardEdit) => {
    session.change(name, edit);
    onClose();
  };
  return (
    <ShotDialog
      title={shot ? `Shot ${number}` : `New shot ${number}`}
      words={wordsOfShot(shot)}
      defaultSeconds={defaultSeconds}
      panels={panels}
      saveLabel={shot ? 'Save' : 'Add shot'}
      onSave={(words) =>
        shot
          ? act('change a shot', changeShot(sceneId, shot.id, words))
          : act('add a shot', addShot(sceneId, `shot-${crypto.randomUUID()}`, words))
      }
      onDelete={shot ? () => act('delete a shot', removeShot(sceneId, shot.id)) : null}
      onClose={onClose}
    />
  );
}
