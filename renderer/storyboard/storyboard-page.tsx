import {
  BookOpen,
  FileQuestion,
  FileText,
  Film,
  Image as ImageIcon,
  Link2,
  Music,
  SquareDashed,
} from 'lucide-react';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { StoryboardDocument, StoryboardScene, StoryboardShot } from '#shared/storyboard/document.ts';
import {
  inOrder,
  mediaOfShot,
  resolveMedia,
  type FindLibraryFile,
  type ResolvedMedia,
} from '#shared/storyboard/media.ts';
import { validateStoryboard } from '#shared/storyboard/storyboard.ts';
import { describeRead, isMissing, useMediaUrl } from '#renderer/desk/index.ts';
import { formatSeconds, useLibraryByName } from '#renderer/timeline/index.ts';
import { Dialog, EmptyState, ErrorState, plural, ProblemList, Skeleton } from '#renderer/ui/index.ts';
import { useStoryboard } from './queries.ts';
import css from './storyboard.module.css';

/** The storyboard of a project, to look at. */
export function StoryboardPage({
  connectionId,
  projectId,
}: {
  connectionId: string;
  projectId: string;
}): ReactElement {
  const storyboard = useStoryboard(connectionId, projectId);
  const library = useLibraryByName(connectionId);
  const answered = storyboard.data?.document;
  const checked = useMemo(() => (answered ? validateStoryboard(answered) : null), [answered]);
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
        text={
          <>
            Scenes and shots come in over the API. Send a storyboard document to
            <code className={css['code']}>PUT /api/v1/projects/{projectId}/storyboard</code>
          </>
        }
      />
    );
  }
  return (
    <StoryboardView
      connectionId={connectionId}
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
export function StoryboardView({
  connectionId,
  document,
  library,
}: {
  connectionId: string;
  document: StoryboardDocument;
  library: ReadonlyMap<string, FileRecord>;
}): ReactElement {
  const { settings } = document;
  const find = useMemo(() => findIn(library), [library]);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<OpenShot | null>(null);
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
      <p className={css['summary']}>
        {plural(document.sequences.length, 'scene')} · {plural(shotCount, 'shot')} · {formatSeconds(total)} ·{' '}
        {settings.aspectRatio}
      </p>
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
        />
      ))}
      {open ? (
        <Dialog
          open
          width={760}
          title={`Shot ${open.number}`}
          description={<span dir="auto">{open.shot.description || 'No description'}</span>}
          onClose={() => setOpen(null)}
        >
          <div className={css['panels']}>
            {(open.media.length === 0 ? [undefined] : open.media).map((panel, index) => (
              <Frame
                key={index}
                connectionId={connectionId}
                media={panel}
                ratio={ratioOf(settings.aspectRatio)}
                variant="preview"
              />
            ))}
          </div>
        </Dialog>
      ) : null}
    </div>
  );
}

const ratioOf = (text: string): string => text.split(/\s*[:/x]\s*/).join(' / ');

interface OpenShot {
  number: string;
  shot: StoryboardShot;
  media: readonly ResolvedMedia[];
}

interface SceneProps {
  onShotKeyDown: (event: KeyboardEvent) => void;
  onOpen: (shot: OpenShot) => void;
  scene: StoryboardScene;
  number: number;
  path: readonly PropertyKey[];
  ratio: string;
  connectionId: string;
  find: FindLibraryFile;
  lengthOf: (shot: StoryboardShot) => number;
}

function Scene({
  scene,
  number,
  path,
  ratio,
  connectionId,
  find,
  lengthOf,
  onShotKeyDown,
  onOpen,
}: SceneProps): ReactElement {
  const name = scene.name || `Scene ${number}`;
  const length = scene.shots.reduce((sum, shot) => sum + lengthOf(shot), 0);
  return (
    <section className={css['scene']} aria-label={name}>
      <header className={css['sceneHead']}>
        <span className={css['number']}>{number}</span>
        <h2 className={css['sceneName']} dir="auto">
          {name}
        </h2>
        <span className={css['sceneMeta']}>
          {plural(scene.shots.length, 'shot')} · {formatSeconds(length)}
        </span>
      </header>
      {scene.description ? (
        <p className={css['sceneText']} dir="auto">
          {scene.description}
        </p>
      ) : null}
      {scene.shots.length === 0 ? (
        <p className={css['sceneText']}>This scene has no shots.</p>
      ) : (
        <ol className={css['shots']}>
          {inOrder(scene.shots).map(({ item: shot, index }, place) => {
            const media = mediaOfShot(shot, [...path, 'shots', index]).map((reference) =>
              resolveMedia(reference, find),
            );
            const words = shot.description || shot.name || 'No description';
            return (
              <li key={shot.id}>
                <button
                  type="button"
                  data-shot
                  onKeyDown={onShotKeyDown}
                  onClick={() => onOpen({ number: `${number}.${place + 1}`, shot, media })}
                  className={css['shot']}
                >
                  {/* The shot is named by its number and words; the frame in it is for the eye. */}
                  <span aria-hidden>
                    <Frame connectionId={connectionId} media={media[0]} ratio={ratio} />
                  </span>
                  {media.length > 1 ? (
                    <span className={css['more']} aria-hidden>
                      {media.slice(1, 5).map((panel, panelIndex) => (
                        <Frame
                          key={panelIndex}
                          connectionId={connectionId}
                          media={panel}
                          ratio={ratio}
                          small
                        />
                      ))}
                      {media.length > 5 ? (
                        <span className={css['moreCount']}>+{media.length - 5}</span>
                      ) : null}
                    </span>
                  ) : null}
                  <span className={css['shotMeta']}>
                    <span className={css['spoken']}>Shot</span>
                    <span className={css['shotNumber']}>
                      {number}.{place + 1}
                    </span>
                    <span>{formatSeconds(lengthOf(shot))}</span>
                    {shot.transition === 'cut' ? null : <span>{shot.transition}</span>}
                  </span>
                  <span className={css['shotText']} dir="auto" data-empty={shot.description ? undefined : ''}>
                    {words}
                  </span>
                </button>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

const emptyWords = {
  url: [<Link2 key="url" />, 'A link; not imported'],
  document: [<FileText key="document" />, 'A document'],
  unresolved: [<FileQuestion key="unresolved" />, 'File not found here'],
  unsupported: [<FileQuestion key="unsupported" />, 'Not a picture'],
} as const;
const fileIcons = { image: ImageIcon, video: Film, audio: Music } as const;

function Frame({
  connectionId,
  media,
  ratio,
  small,
  variant = 'thumbnail',
}: {
  connectionId: string;
  media: ResolvedMedia | undefined;
  ratio: string;
  small?: boolean;
  variant?: 'thumbnail' | 'preview';
}): ReactElement {
  const picture = useMediaUrl(
    connectionId,
    media?.kind === 'file' && media.type === 'image' ? { kind: 'file', fileId: media.file.fileId } : null,
    variant,
  );
  const inside = () => {
    if (!media) return small ? null : [<SquareDashed key="none" />, 'No picture'];
    if (media.kind !== 'file') return emptyWords[media.kind];
    const Icon = fileIcons[media.type];
    return [<Icon key="file" />, media.file.filename];
  };
  const [icon, words] = inside() ?? [null, ''];
  return (
    <span className={css['frame']} data-small={small ? '' : undefined} style={{ aspectRatio: ratio }}>
      {picture ? (
        <img src={picture.url} alt="" loading="lazy" decoding="async" draggable={false} />
      ) : (
        <span className={css['frameEmpty']} title={typeof words === 'string' ? words : undefined}>
          {icon}
          {small ? null : <span dir="auto">{words}</span>}
        </span>
      )}
    </span>
  );
}
