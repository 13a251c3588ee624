import { useState, type DragEvent } from 'react';
import { DRAG_FILE } from '#renderer/desk/index.ts';
import { mayBeWebPicture } from '#renderer/uploads/index.ts';
import { DRAG_SHOT } from '#renderer/timeline/index.ts';

/** A shot of the board carries its file for other pages; here it is moved. */
const carriesFile = ({ dataTransfer: { types } }: DragEvent): boolean =>
  !types.includes(DRAG_SHOT) &&
  (['Files', DRAG_FILE].some((type) => types.includes(type)) || mayBeWebPicture({ types }));

/** A place that takes files, before any place around it does. @returns its handlers, and whether files are held over it. */
export function useFileDrop(onDrop: (transfer: DataTransfer, target: Element) => void) {
  const [isOver, setOver] = useState(false);
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!carriesFile(event) || event.isDefaultPrevented()) {
        setOver(false);
        return;
      }
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    },
    onDragLeave(event: DragEvent) {
      const { currentTarget, relatedTarget } = event;
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop(event: DragEvent) {
      setOver(false);
      if (!carriesFile(event) || event.isDefaultPrevented()) return;
      event.preventDefault();
      if (event.target instanceof Element) onDrop(event.dataTransfer, event.target);
    },
  };
  return { isOver, handlers };
}
