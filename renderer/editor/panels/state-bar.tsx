import { useSyncExternalStore, type ReactElement } from 'react';
import type { CommandId } from '#shared/commands/index.ts';
import { CommandButton, CommandWordButton } from '#renderer/commands/index.ts';
import { words } from '#renderer/words/index.ts';
import { STATE_MARKS } from '../session/node-states.ts';
import type { ItemBox } from '../scene/canvas-places.ts';
import type { EditorSession } from '../session/editor-session.ts';
import css from './state-bar.module.css';

const STATES = [
  { id: 'editor.mute', mark: 'muted', word: words.frames.mute },
  { id: 'editor.freeze', mark: 'frozen', word: words.frames.freeze },
  { id: 'editor.lock', mark: 'locked', word: words.frames.lock },
] as const;
const OF_FRAMES = ['editor.collapse', 'editor.collapse-frame', 'editor.fit-frame'] as const;
const ALIGN = [
  'editor.align-left',
  'editor.align-center',
  'editor.align-right',
  'editor.align-top',
  'editor.align-middle',
  'editor.align-bottom',
] as const;
const DISTRIBUTE = ['editor.distribute-x', 'editor.distribute-y'] as const;

const NONE: readonly ItemBox[] = [];

/** Groups of icons after the states; a line never breaks within one. */
const bars = {
  /** How much of a node the canvas shows stands beside its inputs. */
  node: [],
  nodes: [ALIGN, DISTRIBUTE],
  frame: [OF_FRAMES],
} as const satisfies Record<string, readonly (readonly CommandId[])[]>;

/** Buttons for what can be switched of the selected node, of several, or of all in a frame; pressed in where all have it. */
export function StateBar({
  of,
  label,
  session,
  nodeIds,
  frames = NONE,
}: {
  of: keyof typeof bars;
  label: string;
  session: EditorSession;
  /** The nodes that are switched. */
  nodeIds: readonly string[];
  /** The frames around them, which are locked by themselves. */
  frames?: readonly ItemBox[];
}): ReactElement {
  const { states } = session;
  const shared = useSyncExternalStore(states.subscribe, () =>
    STATE_MARKS.filter(
      (mark) => nodeIds.length > 0 && nodeIds.every((id) => states.marksOf(id).includes(mark)),
    ).join(' '),
  );
  const areLocked = frames.every((frame) => session.items.isLocked(frame));
  const isOn = (mark: string) =>
    mark === 'locked' && frames.length > 0
      ? areLocked && (nodeIds.length === 0 || shared.split(' ').includes(mark))
      : shared.split(' ').includes(mark);
  return (
    <div className={css['bar']} role="toolbar" aria-label={label}>
      <div className={css['group']}>
        {STATES.map(({ id, mark, word }) => (
          <CommandWordButton
            key={id}
            id={id}
            scope="canvas"
            word={word}
            isOn={isOn(mark)}
            className={css['state']}
          />
        ))}
      </div>
      {bars[of].map((group) => (
        <div key={group[0]} className={css['group']}>
          {group.map((id) => (
            <CommandButton key={id} id={id} scope="canvas" />
          ))}
        </div>
      ))}
    </div>
  );
}
