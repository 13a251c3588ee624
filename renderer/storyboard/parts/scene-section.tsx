import { ArrowDown, ArrowUp, GripVertical, MoreHorizontal, Plus, Trash2 } from 'lucide-react';
import { useRef, type ReactElement } from 'react';
import type { StoryboardScene, StoryboardShot } from '#shared/storyboard/document.ts';
import { changeScene, moveScene, removeScene } from '#shared/storyboard/editing.ts';
import { formatSeconds } from '#renderer/timeline/index.ts';
import { IconButton, Menu } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { BoardSession } from '../model/board-actions.ts';
import { useSceneDrag, useSceneDrop } from '../gestures/board-drag.ts';
import type { BoardRow } from '../model/board-rows.ts';
import { InlineTextField } from './in-place-text.tsx';
import { IncomingFiles } from './coming-files.tsx';
import css from './board.module.css';

const t = words.storyboard.sceneSection;

/** Ids of the scene above, and of the two below. */
type Neighbors = readonly [string | null, string | null, string | null];

/** The heading of a scene, by which it is dragged. */
export function SceneHead({
  session,
  scene,
  number,
  neighbors,
  lengthOf,
  onAddShot,
}: {
  session: BoardSession;
  scene: StoryboardScene;
  number: number;
  neighbors: Neighbors;
  lengthOf: (shot: StoryboardShot) => number;
  onAddShot: () => void;
}): ReactElement {
  const section = useRef<HTMLElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const edge = useSceneDrag(scene.id, section, handle);
  const name = nameOfScene(scene, number);
  const length = scene.shots.reduce((sum, shot) => sum + lengthOf(shot), 0);
  return (
    <section
      ref={section}
      className={css['sheet']}
      data-part="head"
      data-scene-part={scene.id}
      aria-label={name}
      data-edge={edge ?? undefined}
    >
      <header className={css['sceneHead']}>
        <span ref={handle} className={css['grip']} title={t.dragScene} aria-hidden>
          <GripVertical />
        </span>
        <span className={css['sceneNumber']} aria-hidden>
          {number}
        </span>
        <h2 className={css['sceneName']}>
          <InlineTextField
            label={t.nameScene(number)}
            lines="one"
            value={scene.name}
            placeholder={t.scene(number)}
            onChange={(text, gesture) =>
              session.change(t.renameScene, changeScene(scene.id, { name: text }), { gesture })
            }
          />
        </h2>
        <span className={css['sceneMeta']}>
          {words.counts.shots(scene.shots.length)} · {formatSeconds(length)}
        </span>
        <SceneMenu session={session} scene={scene} name={name} neighbors={neighbors} onAddShot={onAddShot} />
      </header>
      <InlineTextField
        label={t.scene2(number)}
        className={css['sceneText']}
        value={scene.description ?? ''}
        placeholder={t.when}
        onChange={(description, gesture) =>
          session.change(t.writeScene, changeScene(scene.id, { description }), {
            gesture: `about ${gesture}`,
          })
        }
      />
    </section>
  );
}

const nameOfScene = ({ name }: StoryboardScene, number: number): string => name || t.scene(number);

/** Shots of a scene that lie beside each other; behind the last of all is the place for the next. */
export function ShotRow({
  row: { scene, number, from, count, isLast },
  columns,
  ratio,
  incoming,
  onAddShot,
  renderShot,
}: {
  row: Extract<BoardRow, { kind: 'shots' }>;
  columns: number;
  ratio: string;
  /** How many files are on their way to become shots of the scene. */
  incoming: number;
  onAddShot: () => void;
  renderShot: (shot: StoryboardShot, number: string) => ReactElement;
}): ReactElement {
  const element = useRef<HTMLOListElement>(null);
  const edge = useSceneDrop(scene.id, element);
  const name = nameOfScene(scene, number);
  return (
    <ol
      ref={element}
      className={`${css['sheet']} ${css['shots']}`}
      data-part={isLast ? 'last' : 'middle'}
      data-scene-part={scene.id}
      data-edge={edge === null ? undefined : 'behind'}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      aria-label={t.shotsOf(name)}
      start={from + 1}
    >
      {scene.shots.slice(from, from + count).map((shot, index) => (
        <li key={shot.id}>{renderShot(shot, `${number}.${from + index + 1}`)}</li>
      ))}
      {isLast ? (
        <li className={css['next']}>
          <button type="button" className={css['add']} style={{ aspectRatio: ratio }} onClick={onAddShot}>
            <Plus aria-hidden />
            {t.addShot}
            <span className={css['spoken']}>
              {' '}
              {t.to} {name}
            </span>
          </button>
          {incoming > 0 ? <IncomingFiles count={incoming} /> : null}
        </li>
      ) : null}
    </ol>
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
  const move = (before: string | null) => session.change(t.moveScene, moveScene(scene.id, before));
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t.overflowFor(name)}>
          <MoreHorizontal />
        </IconButton>
      }
      entries={[
        { id: 'add', label: t.addShotEnd, icon: <Plus aria-hidden />, onSelect: onAddShot },
        above !== null && {
          id: 'up',
          label: t.moveUp,
          icon: <ArrowUp aria-hidden />,
          onSelect: () => move(above),
        },
        below !== null && {
          id: 'down',
          label: t.moveDown,
          icon: <ArrowDown aria-hidden />,
          onSelect: () => move(behindBelow),
        },
        { kind: 'separator', id: 'line' },
        {
          id: 'delete',
          label: t.deleteScene(scene.shots.length),
          icon: <Trash2 aria-hidden />,
          isDestructive: true,
          onSelect: () => session.change(t.deleteScene2, removeScene(scene.id)),
        },
      ]}
    />
  );
}
