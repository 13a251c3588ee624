import type { ReactElement } from 'react';
import { CircleSlash } from 'lucide-react';
import { useEditor } from '../session/editor-context.ts';
import css from './node.module.css';

/** The mark of a muted node in its header; pressed, runs take the node in again. */
export function UnmuteButton({ nodeId, title }: { nodeId: string; title: string }): ReactElement {
  const { session } = useEditor();
  const unmute = (): void => {
    session.apply('unmute', [], { canvas: session.states.muteOperations([nodeId]).operations });
  };
  return (
    <button
      type="button"
      className={css['muted']}
      aria-label={`Unmute ${title}`}
      title="Muted: a run goes past it. Press to unmute."
      data-widget
      onClick={unmute}
    >
      <CircleSlash size={14} aria-hidden />
    </button>
  );
}
