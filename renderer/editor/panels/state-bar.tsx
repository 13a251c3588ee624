import type { ReactElement } from 'react';
import type { CommandId } from '#shared/desk/commands/index.ts';
import { CommandButton } from '#renderer/commands/index.ts';
import css from './state-bar.module.css';

const STATES = ['editor.mute', 'editor.freeze', 'editor.lock', 'editor.collapse'] as const;
const OF_FRAMES = ['editor.collapse-frame', 'editor.fit-frame'] as const;
const ALIGN = [
  'editor.align-left',
  'editor.align-center',
  'editor.align-right',
  'editor.align-top',
  'editor.align-middle',
  'editor.align-bottom',
] as const;
const DISTRIBUTE = ['editor.distribute-x', 'editor.distribute-y'] as const;

/** Groups of buttons; a line never breaks within one. */
const bars = {
  node: [STATES],
  nodes: [STATES, ALIGN, DISTRIBUTE],
  frame: [STATES, OF_FRAMES],
} as const satisfies Record<string, readonly (readonly CommandId[])[]>;

/** Buttons for what can be switched of the selected node, of several, or of all in a frame. */
export function StateBar({ of, label }: { of: keyof typeof bars; label: string }): ReactElement {
  return (
    <div className={css['bar']} role="toolbar" aria-label={label}>
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
