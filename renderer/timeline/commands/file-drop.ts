import type { DragEvent } from 'react';
import { DRAG_FILE } from '#renderer/desk/index.ts';
import { mayBeWebPicture } from '#renderer/uploads/index.ts';
import { nearestSnap, snapPoints } from '../model/snapping.ts';
import { words } from '#renderer/words/index.ts';
import type { AddMedia, DropTarget } from './use-add-media.ts';
import type { PointerContext } from '../model/gesture.ts';
import { SNAP_PIXELS } from '../gestures/use-timeline-pointer.ts';

const accepts = ({ dataTransfer }: DragEvent): boolean =>
  [DRAG_FILE, 'Files'].some((type) => dataTransfer.types.includes(type)) || mayBeWebPicture(dataTransfer);

const placementOf = ({ ctrlKey, metaKey, shiftKey }: DragEvent): DropTarget['placement'] => {
  if (ctrlKey || metaKey) return 'insert';
  return shiftKey ? 'overwrite' : 'beside';
};

/** The track under the pointer; null below the tracks. */
const trackIdOf = ({ target }: DragEvent): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-track]')?.dataset['track'] ?? null) : null;

/**
 * Files, those of the library and those of this computer, can be let go on tracks: over nothing that lies there, or with Ctrl
 * between it and with Shift in its place. Their start snaps as edges of clips do, and a line says where.
 */
export function fileDrop({
  document,
  lanes,
  store,
  playhead,
  media,
}: Pick<PointerContext, 'document' | 'lanes' | 'store' | 'playhead'> & { media: AddMedia }) {
  const targetOf = (event: DragEvent) => {
    const time = lanes.timeAt(event.clientX);
    const isFree = event.altKey || !store.getState().snapping;
    const points = isFree ? [] : snapPoints(document, new Set(), playhead.getState().time);
    const snap = nearestSnap(points, [time], SNAP_PIXELS / lanes.scale);
    return {
      at: time + (snap?.by ?? 0),
      placement: placementOf(event),
      keepsStep: store.getState().keepsStep,
    } as const;
  };
  return {
    onDragOver: (event: DragEvent) => {
      if (!accepts(event)) return;
      event.preventDefault();
      const { at, placement } = targetOf(event);
      event.dataTransfer.dropEffect = 'copy';
      const reason = words.clips.dropHere[placement];
      const { left, width } = event.currentTarget.getBoundingClientRect();
      const side = event.clientX > left + width / 2 ? 'before' : 'after';
      store.setState({ guide: { time: at, reason, drop: { trackId: trackIdOf(event), side } } });
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
      store.setState({ guide: null });
    },
    onDrop: (event: DragEvent) => {
      store.setState({ guide: null });
      if (!(event.target instanceof Element) || !accepts(event)) return;
      event.preventDefault();
      media.drop(event.dataTransfer, { trackId: trackIdOf(event), ...targetOf(event) });
    },
  };
}
