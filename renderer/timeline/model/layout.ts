import type { TimelineClip, TimelineDocument, TimelineTrack } from '#shared/timeline/document.ts';
import { tracksFromTop } from '#shared/timeline/track-order.ts';

/** One row of the view: a track with its clips from left to right. */
export interface TrackRow {
  track: TimelineTrack;
  kind: 'picture' | 'sound' | 'captions' | 'empty';
  clips: readonly TimelineClip[];
  /** Of each clip, where it and all before it have ended: finds what is in view without looking at all. */
  ends: readonly number[];
  /** Pixels from the top of the first row. */
  top: number;
  height: number;
}

export const MIN_ROW_HEIGHT = 36;
export const MAX_ROW_HEIGHT = 240;

const byStart = (a: TimelineClip, b: TimelineClip): number => a.startTime - b.startTime;

/** The rows from the top, each as high as it is kept. */
export function layoutTracks(document: TimelineDocument): TrackRow[] {
  let top = 0;
  return tracksFromTop(document).map(({ track, clips: unsorted, kind }) => {
    const clips = unsorted.toSorted(byStart);
    let end = 0;
    const ends = clips.map((clip) => (end = Math.max(end, clip.startTime + clip.duration)));
    const height = Math.min(MAX_ROW_HEIGHT, Math.max(MIN_ROW_HEIGHT, Math.round(track.height)));
    const row = { track, clips, ends, kind, top, height };
    top += height;
    return row;
  });
}

type ClipMove = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

const isMove = (key: string): key is ClipMove =>
  ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].includes(key);

/**
 * The clip a key leads to: left and right along the track, up and down to the nearest clip of the next track that has
 * any.
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

/** The clip that comes first for those who go from clip to clip: of the first row that has any. */
export const firstClip = (rows: readonly TrackRow[]): TimelineClip | null =>
  rows.find((row) => row.clips.length > 0)?.clips[0] ?? null;

/** Seconds from a time to a clip; 0 within it. */
const distance = ({ startTime, duration }: TimelineClip, time: number): number =>
  Math.max(startTime - time, time - (startTime + duration), 0);

/** Pixels below which a clip is no more than a mark. */
const MARK = 2;

/** The part of a timeline that is drawn: seconds, at a scale of pixels a second. */
export interface VisibleRange {
  scale: number;
  from: number;
  to: number;
}

/**
 * The clips of a row near the view. Of those that lie on one mark at this scale the first is enough: nobody could tell them
 * apart, and a timeline of thousands of clips stays a few hundred elements.
 * @param required those that are drawn wherever they are.
 */
export function visibleClips(
  { clips, ends }: Pick<TrackRow, 'clips' | 'ends'>,
  { scale, from, to }: VisibleRange,
  required: ReadonlySet<string>,
): TimelineClip[] {
  const first = firstAtLeast(ends, from);
  const visible: TimelineClip[] = [];
  let lastMark = -1;
  for (let index = first; index < clips.length; index += 1) {
    const clip = clips[index];
    if (!clip || clip.startTime > to) break;
    if (clip.startTime + clip.duration < from) continue;
    const mark = Math.floor((clip.startTime * scale) / MARK);
    const isTiny = clip.duration * scale < MARK + 1;
    if (isTiny && mark === lastMark && !required.has(clip.id)) continue;
    if (isTiny) lastMark = mark;
    visible.push(clip);
  }
  if (required.size === 0) return visible;
  const visibleIds = new Set(visible.map(({ id }) => id));
  const outside = clips.filter(({ id }) => required.has(id) && !visibleIds.has(id));
  return outside.length > 0 ? [...visible, ...outside].toSorted(byStart) : visible;
}

/** The index of the first of ascending numbers that is not below a limit. */
function firstAtLeast(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) >= limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
