import { GripVertical, MoreHorizontal, Plus, Trash2 } from 'lucide-react';
import { useRef, type ReactElement } from 'react';
import type { StoryboardScene, StoryboardShot } from '#shared/storyboard/document.ts';
import { changeScene, moveScene, removeScene } from '#shared/storyboard/editing.ts';
import { formatSeconds } from '#renderer/timeline/index.ts';
import { IconButton, Menu, plural } from '#renderer/ui/index.ts';
import type { BoardSession } from './board-actions.ts';
import { useSceneDrag } from './board-drag.ts';
import { InPlaceText } from './in-place-text.tsx';
import css from './board.module.css';

/** Ids of the scene above, and of the two below. */
type Neighbors = readonly [string | null, string | null, string | null];

/** A scene: its heading, its shots in playing order, and the place for the next one. */
export function SceneSection({
  session,
  scene,
  number,
  neighbors,
  ratio,
  lengthOf,
  onAddShot,
  renderShot,
}: {
  session: BoardSession;
  scene: StoryboardScene;
  number: number;
  neighbors: Neighbors;
  ratio: string;
  lengthOf: (shot: StoryboardShot) => number;
  onAddShot: () => void;
  renderShot: (shot: StoryboardShot, number: string) => ReactElement;
}): ReactElement {
  const section = useRef<HTMLElement>(null);
  const grip = useRef<HTMLSpanElement>(null);
  const edge = useSceneDrag(scene.id, section, grip);
  const name = scene.name || `Scene ${number}`;
  const length = scene.shots.reduce((sum, shot) => sum + lengthOf(shot), 0);
  return (
    <section ref={section} className={css['scene']} aria-label={name} data-edge={edge ?? undefined}>
      <header className={css['sceneHead']}>
        <span ref={grip} className={css['grip']} title="Drag the scene" aria-hidden>
          <GripVertical />
        </span>
        <span className={css['sceneNumber']} aria-hidden>
          {number}
        </span>
        <h2 className={css['sceneName']}>
          <InPlaceText
            label={`Name of scene ${number}`}
            lines="one"
            value={scene.name}
            placeholder={`Scene ${number}`}
            onChange={(text, gesture) =>
              session.change('rename a scene', changeScene(scene.id, { name: text }), { gesture })
            }
          />
        </h2>
        <span className={css['sceneMeta']}>
          {plural(scene.shots.length, 'shot')} · {formatSeconds(length)}
        </span>
        <SceneMenu session={session} scene={scene} name={name} neighbors={neighbors} onAddShot={onAddShot} />
      </header>
      <InPlaceText
        label={`About scene ${number}`}
        className={css['sceneText']}
        value={scene.description ?? ''}
        placeholder="Where and when, who is there"
        onChange={(description, gesture) =>
          session.change('write about a scene', changeScene(scene.id, { description }), {
            gesture: `about ${gesture}`,
          })
        }
      />
      <ol className={css['shots']}>
        {scene.shots.map((shot, place) => (
          <li key={shot.id}>{renderShot(shot, `${number}.${place + 1}`)}</li>
        ))}
        <li>
          <button type="button" className={css['add']} style={{ aspectRatio: ratio }} onClick={onAddShot}>
            <Plus aria-hidden />
            Add shot
            <span className={css['spoken']}> to {name}</span>
          </button>
        </li>
      </ol>
    </section>
  );
}

/** What can be done with a scene as a whole. */
function SceneMenu({
  session,
  scene,
  name,
  neighbors: [above, below, behindBelow],
  onAddShot,
}: {
  session: BoardSession;
  scene: StoryboardScene;
  name: string;
  neighbors: Neighbors;
  onAddShot: () => void;
}): ReactElement {
  const move = (before: string | null) => session.change('move a scene', moveScene(scene.id, before));
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={`More for ${name}`}>
          <MoreHorizontal />
        </IconButton>
      }
      entries={[
        { id: 'add', label: 'Add a shot at the end', icon: <Plus aria-hidden />, onSelect: onAddShot },
        above !== null && { id: 'up', label: 'Move up', onSelect: () => move(above) },
        below !== null && { id: 'down', label: 'Move down', onSelect: () => move(behindBelow) },
        { kind: 'separator', id: 'line' },
        {
          id: 'delete',
          label: `Delete the scene and its ${plural(scene.shots.length, 'shot')}`,
          icon: <Trash2 aria-hidden />,
          danger: true,
          onSelect: () => session.change('delete a scene', removeScene(scene.id)),
        },
      ]}
    />
  );
}
