import type { TimelineClip, TimelineDocument, TimelineTrack } from '#shared/timeline/document.ts';

/** One row of the view: a track with its clips from left to right. */
export interface TrackRow {
  track: TimelineTrack;
  kind: 'picture' | 'sound' | 'empty';
  clips: readonly TimelineClip[];
  /** Pixels from the top of the first row. */
  top: number;
  height: number;
}

const MIN_ROW_HEIGHT = 36;
const MAX_ROW_HEIGHT = 96;

const byStart = (a: TimelineClip, b: TimelineClip): number => a.startTime - b.startTime;

/**
 * The rows as editing programs show them: picture tracks with the top layer first, sound tracks below in their order.
 * `tracks[0]` of the document is the bottom layer.
 */
export function layOutTracks({ timeline }: TimelineDocument): TrackRow[] {
  const clipsOf = Map.groupBy(timeline.clips, (clip) => clip.trackId);
  const rows = timeline.tracks.map((track) => {
    const clips = (clipsOf.get(track.id) ?? []).toSorted(byStart);
    const kind =
      clips.length === 0 ? 'empty' : clips.every(({ type }) => type === 'audio') ? 'sound' : 'picture';
    return { track, clips, kind } as const;
  });
  let top = 0;
  return [
    ...rows.filter(({ kind }) => kind !== 'sound').toReversed(),
    ...rows.filter(({ kind }) => kind === 'sound'),
  ].map((row) => {
    const height = Math.min(MAX_ROW_HEIGHT, Math.max(MIN_ROW_HEIGHT, Math.round(row.track.height)));
    const placed = { ...row, top, height };
    top += height;
    return placed;
  });
}

type ClipMove = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End';

const isMove = (key: string): key is ClipMove =>
  ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key);

/**
 * The clip a key leads to: left and right along the track, up and down to the nearest clip of the next track that has
 * any, Home and End to the ends of the track.
 * @returns null for other keys and where there is nothing.
 */
export function nextClip(rows: readonly TrackRow[], from: TimelineClip, key: string): TimelineClip | null {
  if (!isMove(key)) return null;
  const at = rows.findIndex(({ track }) => track.id === from.trackId);
  const row = rows[at];
  if (!row) return null;
  const index = row.clips.indexOf(from);
  switch (key) {
    case 'ArrowLeft':
      return row.clips[index - 1] ?? null;
    case 'ArrowRight':
      return row.clips[index + 1] ?? null;
    case 'Home':
      return row.clips[0] ?? null;
    case 'End':
      return row.clips.at(-1) ?? null;
    case 'ArrowUp':
    case 'ArrowDown': {
      const by = key === 'ArrowUp' ? -1 : 1;
      const middle = from.startTime + from.duration / 2;
      for (let next = at + by; rows[next]; next += by) {
        const nearest = rows[next]?.clips.toSorted((a, b) => distance(a, middle) - distance(b, middle))[0];
        if (nearest) return nearest;
      }
      return null;
    }
    default: {
      const unknown: never = key;
      return unknown;
    }
  }
}

/** Seconds from a time to a clip; 0 within it. */
const distance = ({ startTime, duration }: TimelineClip, time: number): number =>
  Math.max(startTime - time, time - (startTime + duration), 0);
