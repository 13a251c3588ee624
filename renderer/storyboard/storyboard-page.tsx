import { useQueryClient } from '@tanstack/react-query';
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
  ShotChangedMeanwhile,
  wordsOfShot,
} from '#shared/storyboard/editing.ts';
import { validateStoryboard } from '#shared/storyboard/storyboard.ts';
import { describeProblem, describeRead, isMissing } from '#renderer/desk/index.ts';
import { formatSeconds, useLibraryByName } from '#renderer/timeline/index.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  plural,
  ProblemList,
  showToast,
  Skeleton,
} from '#renderer/ui/index.ts';
import { Frame } from './frame.tsx';
import { storyboardKey, useStoryboard } from './queries.ts';
import { ratioOf, Scene, type OpenShot } from './scene.tsx';
import { ShotDialog } from './shot-dialog.tsx';
import { useChangeStoryboard } from './use-change-storyboard.ts';
import css from './storyboard.module.css';

const newScene = () => addScene(`scene-${crypto.randomUUID()}`, `shot-${crypto.randomUUID()}`);
const notKept = (error: unknown) =>
  showToast({ kind: 'error', title: 'The storyboard stays as it was', description: describeProblem(error) });

/** The storyboard of a project: its scenes and shots, to look at and to write. */
export function StoryboardPage({
  connectionId,
  projectId,
}: {
  connectionId: string;
  projectId: string;
}): ReactElement {
  const storyboard = useStoryboard(connectionId, projectId);
  const library = useLibraryByName(connectionId);
  const change = useChangeStoryboard(connectionId, projectId);
  const received = storyboard.data?.document;
  const checked = useMemo(() => (received ? validateStoryboard(received) : null), [received]);
  if (storyboard.isError) {
    const gone = isMissing(storyboard.error);
    return (
      <ErrorState
        title={gone ? 'This project is not there any more' : 'The storyboard could not be read'}
        text={gone ? 'It was deleted, or it belongs to another account.' : describeRead(storyboard.error)}
        onRetry={gone ? undefined : () => void storyboard.refetch()}
      />
    );
  }
  if (!checked) {
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
  if (!checked.ok) {
    return (
      <ErrorState
        title={`This storyboard has ${plural(checked.problems.length, 'problem')} and cannot be shown`}
        text={<ProblemList problems={checked.problems} />}
      />
    );
  }
  if (checked.document.sequences.length === 0) {
    return (
      <EmptyState
        icon={<BookOpen />}
        title="This project has no storyboard yet"
        text="Put scenes and shots in order before anything is made."
        action={
          <Button
            variant="primary"
            busy={change.isPending}
            onClick={() => change.mutate(newScene(), { onError: notKept })}
          >
            Start a storyboard
          </Button>
        }
      />
    );
  }
  return (
    <StoryboardView
      connectionId={connectionId}
      projectId={projectId}
      document={checked.document}
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
  projectId,
  document,
  library,
}: {
  connectionId: string;
  projectId: string;
  document: StoryboardDocument;
  library: ReadonlyMap<string, FileRecord>;
}): ReactElement {
  const { settings } = document;
  const find = useMemo(() => findIn(library), [library]);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<OpenShot | null>(null);
  const change = useChangeStoryboard(connectionId, projectId);
  const client = useQueryClient();
  const close = () => {
    // Not before: what is typed stays open until the person has seen why it was not kept.
    if (change.isError) void client.invalidateQueries({ queryKey: storyboardKey(connectionId, projectId) });
    change.reset();
    setOpen(null);
  };
  const shotCount = document.sequences.reduce((sum, scene) => sum + scene.shots.length, 0);
  const lengthOf = (shot: StoryboardShot) => shot.durationSeconds ?? settings.defaultFrameDuration;
  const total = document.sequences
    .flatMap((scene) => scene.shots)
    .reduce((sum, shot) => sum + lengthOf(shot), 0);

  // Arrows go from shot to shot, through scenes, as one reads.
  const onShotKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined || !list.current) return;
    const shots = [...list.current.querySelectorAll<HTMLElement>('[data-shot]')];
    const next = shots[shots.findIndex((shot) => shot === event.currentTarget) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
  };

  return (
    <div className={css['page']} ref={list}>
      <div className={css['summary']}>
        <p>
          {plural(document.sequences.length, 'scene')} · {plural(shotCount, 'shot')} · {formatSeconds(total)}{' '}
          · {settings.aspectRatio}
        </p>
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          busy={change.isPending && !open}
          onClick={() => change.mutate(newScene(), { onError: notKept })}
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
          ratio={ratioOf(settings.aspectRatio)}
          connectionId={connectionId}
          find={find}
          lengthOf={lengthOf}
          onShotKeyDown={onShotKeyDown}
          onOpen={setOpen}
          onRename={(name, seen) => change.mutate(renameScene(scene.id, name, seen), { onError: notKept })}
        />
      ))}
      {open ? (
        <ShotDialog
          title={open.shot ? `Shot ${open.number}` : `New shot ${open.number}`}
          words={wordsOfShot(open.shot)}
          defaultSeconds={settings.defaultFrameDuration}
          panels={open.media.map((panel, index) => (
            <Frame
              key={index}
              connectionId={connectionId}
              media={panel}
              ratio={ratioOf(settings.aspectRatio)}
              variant="preview"
            />
          ))}
          saveLabel={open.shot ? 'Save' : 'Add shot'}
          saving={change.isPending}
          problem={change.error}
          onSave={(words) =>
            change.mutate(
              open.shot
                ? changeShot(
                    open.sceneId,
                    open.shot.id,
                    words,
                    wordsOfShot(open.shot),
                    change.error instanceof ShotChangedMeanwhile ? change.error.now : null,
                  )
                : addShot(open.sceneId, `shot-${crypto.randomUUID()}`, words),
              { onSuccess: close },
            )
          }
          onDelete={
            open.shot
              ? () => change.mutate(removeShot(open.sceneId, open.shot?.id ?? ''), { onSuccess: close })
              : null
          }
          onClose={close}
        />
      ) : null}
    </div>
  );
}
