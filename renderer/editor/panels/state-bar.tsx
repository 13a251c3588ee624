import type { ReactElement } from 'react';
import type { CommandId } from '#shared/desk/commands/index.ts';
import { CommandButton, CommandWordButton } from '#renderer/commands/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './state-bar.module.css';

const STATES = [
  { id: 'editor.mute', word: words.frames.mute },
  { id: 'editor.freeze', word: words.frames.freeze },
  { id: 'editor.lock', word: words.frames.lock },
] as const;
const ON_CANVAS = ['editor.collapse'] as const;
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

/** Groups of icons after the states; a line never breaks within one. */
const bars = {
  /** How much of a node the canvas shows stands beside its inputs. */
  node: [],
  nodes: [ALIGN, DISTRIBUTE, ON_CANVAS],
  frame: [OF_FRAMES],
} as const satisfies Record<string, readonly (readonly CommandId[])[]>;

/** Buttons for what can be switched of the selected node, of several, or of all in a frame. */
export function StateBar({ of, label }: { of: keyof typeof bars; label: string }): ReactElement {
  return (
    <div className={css['bar']} role="toolbar" aria-label={label}>
      <div className={css['group']}>
        {STATES.map(({ id, word }) => (
          <CommandWordButton key={id} id={id} scope="canvas" word={word} className={css['state']} />
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
