import { CircleSlash, Lock, Snowflake } from 'lucide-react';
import type { ReactElement } from 'react';
import { useEditor } from '../session/editor-context.ts';
import type { StateMark } from '../session/node-states.ts';
import { words } from '#renderer/words/index.ts';
import css from './node-header.module.css';

const t = words.editorNode.stateMarks;

const marks = {
  muted: {
    icon: <CircleSlash size={14} aria-hidden />,
    undo: t.unmute,
    title: t.muted,
  },
  frozen: {
    icon: <Snowflake size={14} aria-hidden />,
    undo: t.unfreeze,
    title: t.frozen,
  },
  locked: {
    icon: <Lock size={14} aria-hidden />,
    undo: t.unlock,
    title: t.locked,
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
      aria-label={undo(title)}
      title={tooltip}
      data-widget
      onClick={clearState}
    >
      {icon}
    </button>
  );
}
