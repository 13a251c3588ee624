import type { TimelineClip, TimelineDocument } from '../document.ts';
import { endOf, openTracks } from './edit.ts';
import { SAME } from './frames.ts';
import type { Shift } from './pieces.ts';

/** What else moves when later clips of some tracks do, so that the tracks stay in step. */
export interface InStep {
  shifts: Shift[];
  /** Tracks with later clips that have no room to move up; all of theirs stay where they are. */
  stuck: string[];
}

/** From a time on, what is later moves; seconds. */
type Ripple = Pick<Shift, 'from' | 'by'>;

/**
 * How the other tracks stay in step with a ripple. Locked tracks never move; a clip that lasts over the time stays.
 * @param own tracks that ripple by themselves. @param ripples what is later on these moves by.
 */
export function rippleInStep(
  document: TimelineDocument,
  own: ReadonlySet<string>,
  ripples: readonly Ripple[],
): InStep {
  const open = openTracks(document);
  const byTrack = Map.groupBy(document.timeline.clips, ({ trackId }) => trackId);
  const found: InStep = { shifts: [], stuck: [] };
  // From the last on, so that none changes where another one begins.
  const ordered = ripples.toSorted((a, b) => b.from - a.from);
  for (const [trackId, clips] of byTrack) {
    if (own.has(trackId) || !open.has(trackId)) continue;
    const moved = moveAll(clips, ordered);
    if (moved === 'stuck') found.stuck.push(trackId);
    else found.shifts.push(...moved.map((ripple) => ({ trackId, ...ripple })));
  }
  return found;
}

/** The ripples that move something on a track; `stuck` where one would lay a clip over another. */
function moveAll(clips: readonly TimelineClip[], ripples: readonly Ripple[]): Ripple[] | 'stuck' {
  let spans = clips.map((clip) => ({ from: clip.startTime, to: endOf(clip) }));
  const moving: Ripple[] = [];
  for (const { from, by } of ripples) {
    const isLater = (span: { from: number }): boolean => span.from >= from - SAME;
    const first = Math.min(...spans.filter(isLater).map((span) => span.from));
    if (first === Infinity) continue;
    const reached = Math.max(0, ...spans.filter((span) => !isLater(span)).map(({ to }) => to));
    if (by < 0 && first + by < reached - SAME) return 'stuck';
    moving.push({ from, by });
    spans = spans.map((span) => (isLater(span) ? { from: span.from + by, to: span.to + by } : span));
  }
  return moving;
}
