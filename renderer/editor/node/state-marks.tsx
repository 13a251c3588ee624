import { CircleSlash, Lock } from 'lucide-react';
import type { ReactElement } from 'react';
import { useEditor } from '../session/editor-context.ts';
import css from './node.module.css';

const marks = {
  muted: {
    icon: <CircleSlash size={14} aria-hidden />,
    undo: 'Unmute',
    title: 'Muted: a run goes past it. Press to unmute.',
  },
  locked: {
    icon: <Lock size={14} aria-hidden />,
    undo: 'Unlock',
    title: 'Locked: it is not moved, changed or deleted. Press to unlock.',
  },
} as const;

/** The mark of a muted or locked node in its header; pressed, the state is taken off. */
export function StateMark({
  nodeId,
  title,
  state,
}: {
  nodeId: string;
  title: string;
  state: keyof typeof marks;
}): ReactElement {
  const { session } = useEditor();
  const { icon, undo, title: tooltip } = marks[state];
  const takeOff = (): void => {
    const { operations } = session.states.toggleOperations(state, [nodeId]);
    session.apply(undo.toLowerCase(), [], { canvas: operations });
  };
  return (
    <button
      type="button"
      className={css['muted']}
      aria-label={`${undo} ${title}`}
      title={tooltip}
      data-widget
      onClick={takeOff}
    >
      {icon}
    </button>
  );
}
