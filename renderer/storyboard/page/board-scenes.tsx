import type { KeyboardEvent, ReactElement } from 'react';
import type { StoryboardDocument, StoryboardShot } from '#shared/storyboard/document.ts';
import type { ShotRef } from '#shared/storyboard/editing.ts';
import type { FindLibraryFile } from '#shared/storyboard/media.ts';
import type { BoardSession } from '../model/board-actions.ts';
import type { BoardRows } from '../model/board-rows.ts';
import type { ActiveJob } from '../make/making.ts';
import { ratioOf } from '../model/ratio.ts';
import { SceneHead, ShotRow } from '../parts/scene-section.tsx';
import { keyOf, type ShotSelection } from '../model/selection.ts';
import { ShotCard } from '../parts/shot-card.tsx';
import type { ShotIssue } from '../model/shot-problems.ts';
import type { useIncomingFiles } from '../gestures/use-coming-files.ts';
import css from '../parts/board.module.css';

const none: readonly ShotIssue[] = [];
const noJobs: readonly ActiveJob[] = [];

interface BoardScenesProps {
  connectionId: string;
  session: BoardSession;
  document: StoryboardDocument;
  rows: BoardRows;
  find: FindLibraryFile;
  selection: ShotSelection;
  /** The shot that Tab reaches first, by its key. */
  entry: string;
  /** What a check found at shots, by their keys. */
  issues: ReadonlyMap<string, readonly ShotIssue[]> | null;
  upcoming: ReturnType<typeof useIncomingFiles>;
  /** Pictures that are being made, by the keys of their shots. */
  generating: ReadonlyMap<string, readonly ActiveJob[]>;
  onFocus: (ref: ShotRef) => void;
  onKeyDown: (event: KeyboardEvent, ref: ShotRef) => void;
  onSelect: (ref: ShotRef) => void;
  onMake: (ref: ShotRef) => void;
  onAddShot: (scene: string) => void;
}

/** The scenes of the board with the cards of their shots, as far as they are in view. */
export function BoardScenes(props: BoardScenesProps): ReactElement {
  const { connectionId, session, document, find, selection, entry, issues, upcoming, generating } = props;
  const { onFocus, onKeyDown, onSelect, onMake, onAddShot } = props;
  const { settings, sequences: scenes } = document;
  const ratio = ratioOf(settings.aspectRatio);
  const lengthOf = (shot: StoryboardShot) => shot.durationSeconds ?? settings.defaultFrameDuration;

  const first = scenes.find(({ shots }) => shots.length > 0)?.shots[0];
  const renderShot = (scene: string) => (shot: StoryboardShot, number: string) => {
    const ref = { scene, shot: shot.id };
    return (
      <ShotCard
        connectionId={connectionId}
        session={session}
        sceneId={scene}
        shot={shot}
        number={number}
        ratio={ratio}
        defaultSeconds={settings.defaultFrameDuration}
        find={find}
        isSelected={selection.has(ref)}
        isEntry={keyOf(ref) === entry}
        isFirst={shot === first}
        findings={issues?.get(keyOf(ref)) ?? none}
        incoming={upcoming.countOf(ref)}
        generating={generating.get(keyOf(ref)) ?? noJobs}
        onMake={onMake}
        onPress={(pressed, event) => selection.press(pressed, event)}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onDropFiles={(target, transfer) => void upcoming.drop(target, transfer)}
        onSelect={onSelect}
      />
    );
  };

  const idAt = (index: number) => scenes[index]?.id ?? null;
  const { rows, columns, virtualizer } = props.rows;
  return (
    <div className={css['rows']} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index];
        if (!row) return null;
        const { scene, number } = row;
        return (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className={css['row']}
            style={{ transform: `translateY(${start}px)` }}
          >
            {row.kind === 'head' ? (
              <SceneHead
                session={session}
                scene={scene}
                number={number}
                neighbors={[idAt(number - 2), idAt(number), idAt(number + 1)]}
                lengthOf={lengthOf}
                onAddShot={() => onAddShot(scene.id)}
              />
            ) : (
              <ShotRow
                row={row}
                columns={columns}
                ratio={ratio}
                incoming={upcoming.countNew(scene.id)}
                onAddShot={() => onAddShot(scene.id)}
                renderShot={renderShot(scene.id)}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
