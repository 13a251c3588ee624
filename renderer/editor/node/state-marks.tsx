import { CircleSlash, Lock, Snowflake } from 'lucide-react';
import type { ReactElement } from 'react';
import { useEditor } from '../session/editor-context.ts';
import type { StateMark } from '../session/node-states.ts';
import css from './node-header.module.css';

const marks = {
  muted: {
    icon: <CircleSlash size={14} aria-hidden />,
    undo: 'Unmute',
    title: 'Muted: runs skip it. Press to unmute.',
  },
  frozen: {
    icon: <Snowflake size={14} aria-hidden />,
    undo: 'Unfreeze',
    title: 'Frozen: runs use its last result. Press to unfreeze.',
  },
  locked: {
    icon: <Lock size={14} aria-hidden />,
    undo: 'Unlock',
    title: 'Locked: it cannot be moved, changed or deleted. Press to unlock.',
  },
} as const satisfies Record<StateMark, object>;

/** The mark of a muted, frozen or locked node in its header; pressed, the state is taken off. */
export function StateMarkButton({
  nodeId,
  title,
  state,
}: {
  nodeId: string;
  title: string;
  state: StateMark;
}): ReactElement {
  const { session } = useEditor();
  const { icon, undo, title: tooltip } = marks[state];
  const clearState = (): void => {
    if (state === 'muted') session.toggles.mute([nodeId]);
    else if (state === 'frozen') session.toggles.freeze([nodeId]);
    else session.toggles.lockThese([nodeId]);
  };
  return (
    <button
      type="button"
      className={css['muted']}
      aria-label={`${undo} ${title}`}
      title={tooltip}
      data-widget
      onClick={clearState}
    >
      {icon}
    </button>
  );
}
