import { useState, type HTMLAttributes } from 'react';
import type { EditorSession } from '../../session/editor-session.ts';
import { DRAG_FILE } from '#renderer/desk/index.ts';
import { DRAG_NODE_TYPE, handleDrop } from './drops.ts';

type DropProps = Pick<HTMLAttributes<HTMLDivElement>, 'onDragOver' | 'onDragLeave' | 'onDrop'>;

const carries = (event: { dataTransfer: DataTransfer }): boolean =>
  ['Files', DRAG_NODE_TYPE, DRAG_FILE].some((type) => event.dataTransfer.types.includes(type));

/** What is dragged over the canvas from panels, or from other programs. */
export function useStageDrop(session: EditorSession): { isDropping: boolean; props: DropProps } {
  const [isDropping, setDropping] = useState(false);
  return {
    isDropping,
    props: {
      onDragOver: (event) => {
        if (!carries(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        if (!isDropping) setDropping(true);
      },
      onDragLeave: ({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof globalThis.Node && currentTarget.contains(relatedTarget)) return;
        setDropping(false);
      },
      onDrop: (event) => {
        if (!carries(event)) return;
        event.preventDefault();
        setDropping(false);
        void handleDrop(session, event.nativeEvent);
      },
    },
  };
}
