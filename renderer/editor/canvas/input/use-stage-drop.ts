import { useRef, useState, type HTMLAttributes } from 'react';
import type { XY } from '../../geometry.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { DRAG_FILE } from '#renderer/desk/index.ts';
import { mayBeWebContent } from '#renderer/uploads/index.ts';
import type { Gestures } from './gestures.ts';
import { DRAG_NODE_TYPE, handleDrop } from './drops.ts';

type DropProps = Pick<HTMLAttributes<HTMLDivElement>, 'onDragOver' | 'onDragLeave' | 'onDrop'>;

/** Words that are dragged into a field are the field's. */
const carries = ({ dataTransfer, target }: { dataTransfer: DataTransfer; target: EventTarget }): boolean =>
  ['Files', DRAG_NODE_TYPE, DRAG_FILE].some((type) => dataTransfer.types.includes(type)) ||
  (mayBeWebContent(dataTransfer) &&
    !(target instanceof Element && target.closest('input,textarea,[contenteditable="true"]')));

/** What is dragged over the canvas from panels, or from other programs. */
export function useStageDrop(
  session: EditorSession,
  gestures: Gestures,
): { isDropping: boolean; props: DropProps } {
  const [isDropping, setDropping] = useState(false);
  /** Where the drag was last: browsers say so again while it rests. */
  const last = useRef<XY>({ x: NaN, y: NaN });
  const show = ({ clientX: x, clientY: y }: { clientX: number; clientY: number }): void => {
    if (x === last.current.x && y === last.current.y) return;
    last.current = { x, y };
    gestures.hoverNew(session.ui.get().draggedType, { x, y });
  };
  const end = (): void => {
    last.current = { x: NaN, y: NaN };
    gestures.hoverNew(null, last.current);
    setDropping(false);
  };
  return {
    isDropping,
    props: {
      onDragOver: (event) => {
        if (!carries(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        if (!isDropping) setDropping(true);
        if (event.dataTransfer.types.includes(DRAG_NODE_TYPE)) show(event);
      },
      onDragLeave: ({ relatedTarget, currentTarget }) => {
        if (relatedTarget instanceof globalThis.Node && currentTarget.contains(relatedTarget)) return;
        end();
      },
      onDrop: (event) => {
        if (!carries(event)) return;
        event.preventDefault();
        end();
        void handleDrop(session, event.nativeEvent);
      },
    },
  };
}
