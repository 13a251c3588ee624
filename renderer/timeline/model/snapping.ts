import type { TimelineDocument } from '#shared/timeline/document.ts';
import { timelineExt } from '#shared/timeline/ext.ts';
import { words } from '#renderer/words/index.ts';

const t = words.timelineModel.snapping;

/** A time that edges snap to, and what is there. */
export interface SnapPoint {
  time: number;
  reason: string;
}

/**
 * Everything edges snap to, from the earliest to the latest.
 * @param except clips that move themselves. @param playhead seconds.
 */
export function snapPoints(
  document: TimelineDocument,
  except: ReadonlySet<string>,
  playhead: number | null,
): SnapPoint[] {
  const points: SnapPoint[] = [{ time: 0, reason: t.theBeginning }];
  for (const clip of document.timeline.clips) {
    if (except.has(clip.id)) continue;
    const name = clip.name || clip.filename || t.clip;
    points.push({ time: clip.startTime, reason: t.startOf(name) });
    points.push({ time: clip.startTime + clip.duration, reason: t.endOf(name) });
  }
  for (const { time, name } of timelineExt(document).markers ?? []) {
    points.push({ time, reason: name ? t.marker(name) : t.marker2 });
  }
  // The last of several at one time is the one that is named.
  if (playhead !== null) points.push({ time: playhead, reason: t.playhead });
  return points.toSorted((a, b) => a.time - b.time);
}

/** A point that one of several times comes to lie on. */
interface Snap {
  point: SnapPoint;
  /** Seconds to move by, to the right. */
  by: number;
}

/**
 * The nearest point to any of some times.
 * @param points in order. @param tolerance seconds. @returns null when none is so near.
 */
export function nearestSnap(
  points: readonly SnapPoint[],
  times: readonly number[],
  tolerance: number,
): Snap | null {
  let best: Snap | null = null;
  for (const time of times) {
    const after = firstFrom(points, time);
    for (const point of [points[after - 1], points[after]]) {
      if (!point) continue;
      const by = point.time - time;
      if (Math.abs(by) <= tolerance && (!best || Math.abs(by) < Math.abs(best.by))) best = { point, by };
    }
  }
  return best;
}

function firstFrom(points: readonly SnapPoint[], time: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.time ?? 0) >= time) high = middle;
    else low = middle + 1;
  }
  return low;
}
