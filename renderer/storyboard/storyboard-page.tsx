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
const notSaved = (error: unknown) =>
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
            onClick={() => change.mutate(newScene(), { onError: notSaved })}
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
    // Not before: what is typed stays open until the person has seen why it was not saved.
    if (change.isError) void client.invalidateQueries({ queryKey: storyboardKey(connectionId, projectId) });
    change.reset();
    setOpen(null);
  };
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
        <Button
          size="small"
          icon={<Plus aria-hidden />}
          busy={change.isPending && !open}
          onClick={() => change.mutate(newScene(), { onError: notSaved })}
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
          onRename={(name, seen) => change.mutate(renameScene(scene.id, name, seen), { onError: notSaved })}
        />
      ))}
      {open ? (
        <OpenShotDialog
          open={open}
          change={change}
          defaultSeconds={settings.defaultFrameDuration}
          panels={open.media.map((panel, index) => (
            <Frame key={index} connectionId={connectionId} media={panel} ratio={ratio} variant="preview" />
          ))}
          onClose={close}
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
  change,
  defaultSeconds,
  panels,
  onClose,
}: {
  open: OpenShot;
  change: ReturnType<typeof useChangeStoryboard>;
  defaultSeconds: number;
  panels: ReactElement[];
  onClose: () => void;
}): ReactElement {
  // Whoever has seen what somebody else made of the shot may write over that.
  const seen = change.error instanceof ShotChangedMeanwhile ? change.error.now : null;
  return (
    <ShotDialog
      title={shot ? `Shot ${number}` : `New shot ${number}`}
      words={wordsOfShot(shot)}
      defaultSeconds={defaultSeconds}
      panels={panels}
      saveLabel={shot ? 'Save' : 'Add shot'}
      saving={change.isPending}
      problem={change.error}
      onSave={(words) =>
        change.mutate(
          shot
            ? changeShot(sceneId, shot.id, words, wordsOfShot(shot), seen)
            : addShot(sceneId, `shot-${crypto.randomUUID()}`, words),
          { onSuccess: onClose },
        )
      }
      onDelete={shot ? () => change.mutate(removeShot(sceneId, shot.id), { onSuccess: onClose }) : null}
      onClose={onClose}
    />
  );
}
