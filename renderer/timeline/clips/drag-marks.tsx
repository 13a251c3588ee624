import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import type { EditStore } from '../model/edit-store.ts';
import type { TrackRow } from '../model/layout.ts';
import { HEADS } from '../model/use-timeline-scale.ts';
import css from './drag-marks.module.css';

/** What stands over the tracks while something is dragged: the line it snaps to with the reason, what it does, the box. */
export function DragMarks({
  store,
  scale,
  rows,
}: {
  store: EditStore;
  scale: number;
  rows: readonly TrackRow[];
}): ReactElement {
  const guide = useStore(store, (state) => state.guide);
  const marquee = useStore(store, (state) => state.marquee);
  const label = useStore(store, ({ preview }) => preview?.label ?? null);
  const at = useStore(store, ({ preview }) => preview?.at ?? null);
  const row = rows.find(({ track }) => track.id === at?.trackId);
  return (
    <>
      {guide ? (
        <div className={css['guide']} style={{ left: HEADS + guide.time * scale }}>
          {guide.drop ? (
            <span
              className={css['dropLabel']}
              data-side={guide.drop.side}
              style={{ top: dropTop(rows, guide.drop.trackId) }}
              dir="auto"
            >
              {guide.reason}
            </span>
          ) : (
            <span className={css['guideReason']} dir="auto">
              {guide.reason}
            </span>
          )}
        </div>
      ) : null}
      {label !== null && at && row ? (
        <div
          className={css['dragLabel']}
          style={{ left: HEADS + at.time * scale + 4, top: row.top + row.height - 26 }}
        >
          {label}
        </div>
      ) : null}
      {marquee ? (
        <div className={css['marquee']} style={{ ...marquee, left: HEADS + marquee.left }} aria-hidden />
      ) : null}
    </>
  );
}

const DROP_LABEL_HEIGHT = 20;

/** Where the label of a drop begins: in the middle of the track that it is over, or below all of them. */
function dropTop(rows: readonly TrackRow[], trackId: string | null): number {
  const row = rows.find(({ track }) => track.id === trackId);
  if (row) return row.top + (row.height - DROP_LABEL_HEIGHT) / 2;
  return Math.max(0, ...rows.map(({ top, height }) => top + height)) + 4;
}
