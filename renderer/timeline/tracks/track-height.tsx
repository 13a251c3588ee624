import type { KeyboardEvent, ReactElement } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { usePointerDrag } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { MAX_ROW_HEIGHT, MIN_ROW_HEIGHT, type TrackRow } from '../model/layout.ts';
import type { TrackChanges } from '../model/track-changes.ts';
import css from './track-head.module.css';

const DEFAULT_HEIGHT = 64;
/** Pixels a key makes it taller; with Shift more. */
const STEP = 8;
const LARGE_STEP = 40;

/** The lower edge of a track, which is dragged, or moved by keys; a double click gives it its usual height. */
export function TrackHeight({
  row: { track, height },
  changes,
}: {
  row: Pick<TrackRow, 'track' | 'height'>;
  changes: TrackChanges;
}): ReactElement {
  const set = (next: number, gesture: string) => {
    const rounded = Math.round(Math.min(MAX_ROW_HEIGHT, Math.max(MIN_ROW_HEIGHT, next)));
    if (rounded !== height)
      changes.change(track.id, words.clips.setTrackHeight, { height: rounded }, gesture);
  };
  const { onPointerDown } = usePointerDrag({
    onPress: (event) => {
      // No box is drawn from here.
      event.stopPropagation();
      return { height, gesture: `height ${track.id} ${event.timeStamp}` };
    },
    onMove: (origin, _event, by) => set(origin.height + by.y, origin.gesture),
    onCancel: (origin) => set(origin.height, origin.gesture),
    threshold: 0,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[pressedKey(event)];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    set(height + by * (event.shiftKey ? LARGE_STEP : STEP), `height ${track.id}`);
  };
  return (
    <span
      role="separator"
      aria-orientation="horizontal"
      aria-label={words.clips.trackHeight(track.name || track.id)}
      aria-valuemin={MIN_ROW_HEIGHT}
      aria-valuemax={MAX_ROW_HEIGHT}
      aria-valuenow={height}
      tabIndex={0}
      className={css['height']}
      onPointerDown={onPointerDown}
      onDoubleClick={() => set(DEFAULT_HEIGHT, `height ${track.id} usual`)}
      onKeyDown={onKeyDown}
    />
  );
}
