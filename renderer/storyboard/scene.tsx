import { Plus } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactElement } from 'react';
import type { StoryboardScene, StoryboardShot } from '#shared/storyboard/document.ts';
import {
  inOrder,
  mediaOfShot,
  resolveMedia,
  type FindLibraryFile,
  type ResolvedMedia,
} from '#shared/storyboard/media.ts';
import { formatSeconds } from '#renderer/timeline/index.ts';
import { InlineNameField, plural } from '#renderer/ui/index.ts';
import { Frame } from './frame.tsx';
import css from './storyboard.module.css';

/** `16:9` as CSS says it. */
export const ratioOf = (text: string): string => text.split(/\s*[:/x]\s*/).join(' / ');

/** A shot on its way to the dialog. */
export interface OpenShot {
  sceneId: string;
  number: string;
  /** Null while it is being written for the first time. */
  shot: StoryboardShot | null;
  media: readonly ResolvedMedia[];
}

interface SceneProps {
  onShotKeyDown: (event: KeyboardEvent) => void;
  onOpen: (shot: OpenShot) => void;
  onRename: (name: string) => void;
  scene: StoryboardScene;
  number: number;
  path: readonly PropertyKey[];
  ratio: string;
  connectionId: string;
  find: FindLibraryFile;
  lengthOf: (shot: StoryboardShot) => number;
}

/** A scene: its name, its shots in playing order, and the place for the next one. */
export function Scene({
  scene,
  number,
  path,
  ratio,
  connectionId,
  find,
  lengthOf,
  onShotKeyDown,
  onOpen,
  onRename,
}: SceneProps): ReactElement {
  const name = scene.name || `Scene ${number}`;
  const length = scene.shots.reduce((sum, shot) => sum + lengthOf(shot), 0);
  return (
    <section className={css['scene']} aria-label={name}>
      <header className={css['sceneHead']}>
        <span className={css['number']}>{number}</span>
        <SceneName name={name} given={scene.name} onRename={onRename} />
        <span className={css['sceneMeta']}>
          {plural(scene.shots.length, 'shot')} · {formatSeconds(length)}
        </span>
      </header>
      {scene.description ? (
        <p className={css['sceneText']} dir="auto">
          {scene.description}
        </p>
      ) : null}
      <ol className={css['shots']}>
        {inOrder(scene.shots).map(({ item: shot, index }, place) => {
          const media = mediaOfShot(shot, [...path, 'shots', index]).map((reference) =>
            resolveMedia(reference, find),
          );
          const shotNumber = `${number}.${place + 1}`;
          return (
            <li key={shot.id}>
              <Shot
                shot={shot}
                number={shotNumber}
                media={media}
                ratio={ratio}
                connectionId={connectionId}
                seconds={lengthOf(shot)}
                onKeyDown={onShotKeyDown}
                onOpen={() => onOpen({ sceneId: scene.id, number: shotNumber, shot, media })}
              />
            </li>
          );
        })}
        <li>
          <button
            type="button"
            className={css['add']}
            style={{ aspectRatio: ratio }}
            onClick={() =>
              onOpen({
                sceneId: scene.id,
                number: `${number}.${scene.shots.length + 1}`,
                shot: null,
                media: [],
              })
            }
          >
            <Plus aria-hidden />
            Add shot
            <span className={css['spoken']}> to {name}</span>
          </button>
        </li>
      </ol>
    </section>
  );
}

/** @param props.given what a person called it; empty where it goes by its number. */
function SceneName({
  name,
  given,
  onRename,
}: Pick<SceneProps, 'onRename'> & { name: string; given: string }): ReactElement {
  const [naming, setNaming] = useState(false);
  if (!naming) {
    return (
      <h2 className={css['sceneName']}>
        <button type="button" dir="auto" title={`${name} – press to rename`} onClick={() => setNaming(true)}>
          {name}
        </button>
      </h2>
    );
  }
  return (
    <InlineNameField
      label="Scene name"
      className={css['sceneField']}
      name={given}
      onEnd={(next) => {
        setNaming(false);
        if (next !== null) onRename(next);
      }}
    />
  );
}

function Shot({
  shot,
  number,
  media,
  ratio,
  connectionId,
  seconds,
  onKeyDown,
  onOpen,
}: {
  shot: StoryboardShot;
  number: string;
  media: readonly ResolvedMedia[];
  ratio: string;
  connectionId: string;
  seconds: number;
  onKeyDown: (event: KeyboardEvent) => void;
  onOpen: () => void;
}): ReactElement {
  return (
    <button type="button" data-shot onKeyDown={onKeyDown} onClick={onOpen} className={css['shot']}>
      {/* The shot is named by its number and words; the frame in it is for the eye. */}
      <span aria-hidden>
        <Frame connectionId={connectionId} media={media[0]} ratio={ratio} />
      </span>
      {media.length > 1 ? (
        <span className={css['more']} aria-hidden>
          {media.slice(1, 5).map((panel, panelIndex) => (
            <Frame key={panelIndex} connectionId={connectionId} media={panel} ratio={ratio} small />
          ))}
          {media.length > 5 ? <span className={css['moreCount']}>+{media.length - 5}</span> : null}
        </span>
      ) : null}
      <span className={css['shotMeta']}>
        <span className={css['spoken']}>Shot</span>
        <span className={css['shotNumber']}>{number}</span>
        <span>{formatSeconds(seconds)}</span>
        {shot.transition === 'cut' ? null : <span>{shot.transition}</span>}
      </span>
      <span className={css['shotText']} dir="auto" data-empty={shot.description ? undefined : ''}>
        {shot.description || shot.name || 'No description'}
      </span>
    </button>
  );
}
