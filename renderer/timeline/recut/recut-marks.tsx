import type { ReactElement } from 'react';
import type { TimelineClip, TimelineDocument } from '#shared/timeline/document.ts';
import { keyOf, type RecutChange } from '#shared/timeline/recut.ts';
import { words } from '#renderer/words/index.ts';
import type { TrackRow } from '../model/layout.ts';
import { HEADS, type TimelineScale } from '../model/use-timeline-scale.ts';
import { recutWords } from './recut-words.ts';
import type { ActiveReview } from './recut-review.ts';
import css from './recut.module.css';

const texts = words.recut;
/** Pixels around a clip that its mark leaves free. */
const INSET = 3;

/** Pixels and rows on which marks are drawn. */
export interface MarkPlane {
  rows: readonly TrackRow[];
  lanes: Pick<TimelineScale, 'scale' | 'from' | 'to'>;
}

/** The row here for a track of the cut that came home: by its id, else by its name. */
function rowOf(rows: readonly TrackRow[], after: TimelineDocument, trackId: string): TrackRow | undefined {
  const name = after.timeline.tracks.find(({ id }) => id === trackId)?.name;
  return rows.find(({ track }) => track.id === trackId) ?? rows.find(({ track }) => track.name === name);
}

/** What became of each clip, where it comes to lie; a press takes or leaves it. What it was lies below. */
export function RecutMarks({
  review: { recut, after, selected, select },
  rows,
  lanes,
}: MarkPlane & { review: ActiveReview }): ReactElement {
  const isVisible = ({ startTime, duration }: TimelineClip) =>
    startTime + duration >= lanes.from && startTime <= lanes.to;
  const toggle = (key: string) => {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    select(next);
  };
  return (
    <ul
      className={css['marks']}
      aria-label={texts.allWithAlong(recut.changes.length - recut.rippled.size, recut.rippled.size)}
    >
      {recut.changes.map((change) => {
        const clip = change.after ?? change.before;
        if (!clip || !(isVisible(clip) || (change.before && isVisible(change.before)))) return null;
        const row = change.after
          ? rowOf(rows, after, clip.trackId)
          : rows.find(({ track }) => track.id === clip.trackId);
        const key = keyOf(change);
        return (
          <Mark
            key={key}
            change={change}
            isVersion={recut.isVersion}
            clip={clip}
            row={row ?? rows[0]}
            isNewTrack={row === undefined}
            before={rows.find(({ track }) => track.id === change.before?.trackId)}
            scale={lanes.scale}
            isSelected={selected.has(key)}
            onToggle={() => toggle(key)}
          />
        );
      })}
    </ul>
  );
}

function Mark({
  change,
  isVersion,
  clip,
  row,
  isNewTrack,
  before,
  scale,
  isSelected,
  onToggle,
}: {
  change: RecutChange;
  isVersion: boolean;
  clip: TimelineClip;
  row: TrackRow | undefined;
  /** No track here is the one that it comes to. */
  isNewTrack: boolean;
  /** The row on which it lies now. */
  before: TrackRow | undefined;
  scale: number;
  isSelected: boolean;
  onToggle: () => void;
}): ReactElement | null {
  if (!row) return null;
  const box = (of: TimelineClip, { top, height }: TrackRow) => ({
    left: HEADS + of.startTime * scale,
    width: Math.max(4, of.duration * scale - 1),
    top: top + INSET,
    height: height - 2 * INSET,
  });
  const kind = texts.kinds[change.kind];
  const details = [recutWords(change, isVersion), ...(isNewTrack ? [texts.newTrack] : [])].join(', ');
  const label = `${kind}: ${change.name || texts.unnamed}, ${details}`;
  return (
    <li>
      {change.before && change.after && before ? (
        <span className={css['was']} style={box(change.before, before)} aria-hidden />
      ) : null}
      <button
        type="button"
        className={css['mark']}
        style={box(clip, row)}
        data-kind={change.kind}
        data-recut={keyOf(change)}
        aria-pressed={isSelected}
        aria-label={label}
        title={label}
        // It would select the clip below.
        onPointerDown={(event) => event.stopPropagation()}
        onClick={onToggle}
      >
        <span className={css['kind']}>{kind}</span>
      </button>
    </li>
  );
}
